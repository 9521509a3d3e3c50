//! What stands where in a file, as [`Solution::write`] describes it.

use std::ops::Range;

use crate::cell::Cell;
use crate::checksum::{sum, sum_of_bytes};
use crate::file::error::Refusal;
use crate::game::Outcome;
use crate::solution::Solution;

const MAGIC: &[u8; 20] = b"retrograde solution\n";
const VERSION: u32 = 1;
/// The part of the header that has the same length in all files.
pub(crate) const FIXED: usize = MAGIC.len() + 4 * 4 + 4 * 8;
const CHECKSUM: usize = 8;
/// The longest name.
const LONGEST_NAME: usize = 1 << 12;
/// How many bytes of a block are codes.
const CODES: u32 = 4096 - 8;

/// What a saved solution says of itself. It counts canonical positions, one of each kind; [`Solution::counts`] counts all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What the game was called by who saved it.
    pub name: String,
    /// How many ranks the game has.
    pub ranks: u32,
    /// Canonical positions that are won.
    pub won: u64,
    /// Canonical positions that are lost.
    pub lost: u64,
    /// Canonical positions that are drawn.
    pub drawn: u64,
    /// [`Solution::checksum`].
    pub checksum: u64,
    /// The different cells, ascending.
    pub(crate) cells: Vec<Cell>,
}

impl Header {
    /// `None` if the name is too long.
    pub(crate) fn new(name: &str, solution: &Solution) -> Option<Self> {
        let cells = solution.cells();
        let mut seen = vec![false; 1 << 16];
        let mut count = [0_u64; 3];
        for cell in cells {
            seen[usize::from(cell.to_bits())] = true;
            if *cell != Cell::NO_POSITION {
                count[cell.value().outcome() as usize] += 1;
            }
        }
        let [won, lost, drawn] = [Outcome::Win, Outcome::Loss, Outcome::Draw].map(|outcome| count[outcome as usize]);
        (name.len() <= LONGEST_NAME).then(|| Self {
            name: name.to_owned(),
            ranks: solution.ranks(),
            won,
            lost,
            drawn,
            checksum: solution.checksum(),
            cells: (0..=u16::MAX).filter(|&bits| seen[usize::from(bits)]).map(Cell::from_bits).collect(),
        })
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let lengths = [self.name.len(), self.cells.len()].map(|length| u32::try_from(length).expect("at most 2^16"));
        for number in [VERSION, self.ranks, lengths[0], lengths[1]] {
            bytes.extend(number.to_le_bytes());
        }
        for number in [self.won, self.lost, self.drawn, self.checksum] {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.name.bytes());
        bytes.extend(self.cells.iter().flat_map(|cell| cell.to_bits().to_le_bytes()));
        bytes.extend(sum_of_bytes(&bytes).to_le_bytes());
        bytes
    }

    /// How long a header is that begins like this: with its first [`FIXED`] bytes, or all bytes of a shorter file.
    pub(crate) fn length(begin: &[u8]) -> Result<usize, Refusal> {
        let same = begin.iter().zip(MAGIC).take_while(|(byte, magic)| byte == magic).count();
        if same < begin.len().min(MAGIC.len()) {
            return Err(Refusal::Foreign);
        }
        let truncated = || Refusal::Truncated { bytes: begin.len() as u64 };
        let mut rest = begin.get(MAGIC.len()..).ok_or_else(truncated)?;
        let mut number = || take_u32(&mut rest).ok_or_else(truncated);
        let version = number()?;
        if version != VERSION {
            return Err(Refusal::Version { found: version });
        }
        let [_, name, cells] = [number()?, number()?, number()?].map(|number| number as usize);
        if begin.len() < FIXED {
            return Err(truncated());
        }
        let sound = name <= LONGEST_NAME && cells <= 1 << 16;
        if sound { Ok(FIXED + name + 2 * cells + CHECKSUM) } else { Err(Refusal::Damaged { from: 0 }) }
    }

    /// From as many bytes as [`length`](Self::length) says.
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, Refusal> {
        Self::parse(bytes).filter(Self::makes_sense).ok_or(Refusal::Damaged { from: 0 })
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (said, sum) = bytes.split_last_chunk()?;
        if sum_of_bytes(said) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = said.get(MAGIC.len()..)?;
        let [_, ranks, name, _] =
            [take_u32(&mut rest)?, take_u32(&mut rest)?, take_u32(&mut rest)?, take_u32(&mut rest)?];
        let mut number = || rest.split_off(..8)?.try_into().ok().map(u64::from_le_bytes);
        let [won, lost, drawn, checksum] = [number()?, number()?, number()?, number()?];
        let name = str::from_utf8(rest.split_off(..name as usize)?).ok()?.to_owned();
        let cells = rest.chunks_exact(2).map(|cell| Cell::from_bits(u16::from_le_bytes([cell[0], cell[1]]))).collect();
        Some(Self { name, ranks, won, lost, drawn, checksum, cells })
    }

    /// Whether there can be such a solution: somebody may have put a right checksum below wrong words.
    fn makes_sense(&self) -> bool {
        let positions = [self.won, self.lost, self.drawn].into_iter().try_fold(0, u64::checked_add);
        positions.is_some_and(|positions| positions <= u64::from(self.ranks))
            && self.cells.is_empty() == (self.ranks == 0)
            && self.cells.is_sorted_by_key(|cell| cell.to_bits())
            && self.cells.windows(2).all(|pair| pair[0] != pair[1])
            && self.cells.iter().all(|cell| cell.is_finished())
    }

    pub(crate) fn blocks(&self) -> Blocks {
        // Of one cell or none there is nothing to tell apart.
        let width = self.cells.len().saturating_sub(1).checked_ilog2().map_or(0, |highest| highest + 1);
        Blocks { ranks: self.ranks, width, solution: self.checksum }
    }
}

fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    bytes.split_off(..4)?.try_into().ok().map(u32::from_le_bytes)
}

/// How the codes of all ranks are cut into blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    ranks: u32,
    /// How many bits a code has: 0 to 16.
    width: u32,
    /// The solution's checksum, by which its blocks are told from those of others.
    solution: u64,
}

/// Where a rank is coded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) block: u32,
    /// The byte of the block that its code begins in.
    pub(crate) byte: usize,
    /// How many bits of that byte come before it.
    shift: u32,
}

impl Blocks {
    fn ranks_of_a_block(self) -> u32 {
        match self.width {
            0 => u32::MAX,
            width => 8 * CODES / width,
        }
    }

    pub(crate) fn count(self) -> u32 {
        if self.width == 0 { 0 } else { self.ranks.div_ceil(self.ranks_of_a_block()) }
    }

    /// How many bytes all blocks take together.
    pub(crate) fn bytes(self) -> u64 {
        (0..self.count()).next_back().map_or(0, |last| Self::begin(last) + self.length(last) as u64)
    }

    /// The number of the first byte of a block, from that of the first block on.
    pub(crate) fn begin(block: u32) -> u64 {
        u64::from(block) * (u64::from(CODES) + CHECKSUM as u64)
    }

    /// How many bytes a block has, its checksum included. All but the last have 4,096.
    pub(crate) fn length(self, block: u32) -> usize {
        let is_last = block + 1 == self.count();
        let codes =
            if is_last { (self.ranks_of(block).len() * self.width as usize).div_ceil(8) } else { CODES as usize };
        codes + CHECKSUM
    }

    pub(crate) fn ranks_of(self, block: u32) -> Range<u32> {
        let length = self.ranks_of_a_block();
        let begin = block * length;
        begin..begin.saturating_add(length).min(self.ranks)
    }

    /// Where a rank is coded if there are blocks. If there are none all ranks have the first code.
    pub(crate) fn place(self, rank: u32) -> Place {
        let bit = rank % self.ranks_of_a_block() * self.width;
        Place { block: rank / self.ranks_of_a_block(), byte: (bit / 8) as usize, shift: bit % 8 }
    }

    /// A block of codes, with its checksum.
    pub(crate) fn encode(self, block: u32, codes: impl Iterator<Item = u32>) -> Vec<u8> {
        let mut bytes = vec![0; self.length(block)];
        let (payload, sum) = bytes.split_at_mut(self.length(block) - CHECKSUM);
        let mut bit = 0;
        for code in codes {
            for (byte, part) in payload[bit / 8..].iter_mut().zip((code << (bit % 8)).to_le_bytes()) {
                *byte |= part;
            }
            bit += self.width as usize;
        }
        sum.copy_from_slice(&self.sum(block, payload).to_le_bytes());
        bytes
    }

    /// Whether the checksum of a block is right.
    pub(crate) fn is_sound(self, block: u32, bytes: &[u8]) -> bool {
        bytes.split_last_chunk().is_some_and(|(payload, sum)| self.sum(block, payload) == u64::from_le_bytes(*sum))
    }

    fn sum(self, block: u32, payload: &[u8]) -> u64 {
        sum([sum_of_bytes(payload), u64::from(block), self.solution])
    }

    /// The code at the begin of these bytes, of which there are up to [`LONGEST_CODE`](Self::LONGEST_CODE).
    pub(crate) fn decode(self, place: Place, bytes: &[u8]) -> usize {
        let mut word = [0; 4];
        for (byte, read) in word.iter_mut().zip(bytes) {
            *byte = *read;
        }
        (u32::from_le_bytes(word) >> place.shift & ((1 << self.width) - 1)) as usize
    }

    /// Over how many bytes a code stretches at the most.
    pub(crate) const LONGEST_CODE: usize = 3;
}
