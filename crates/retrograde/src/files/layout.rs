//! The layout of a file, as described by [`Solution::write`](crate::Solution::write).

use std::ops::Range;
use std::{fmt, io};

use crate::cell::Cell;
use crate::checksum;
use crate::counts::Summary;
use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::memory::index;
use crate::region::Region;

/// The version of the format, the only one that can be read.
const VERSION: u32 = 3;
const MAGIC: &[u8; 20] = b"retrograde solution\n";
/// The length of the first part of the header, the same in all files.
pub(crate) const FIXED: usize = MAGIC.len() + 3 * 4 + 8 * 8;
const CHECKSUM: usize = 8;
/// The length of the longest name, in bytes.
pub(crate) const MAX_NAME: usize = 1 << 12;
/// The number of bytes of a block that are codes.
const CODES: u64 = 4096 - 8;

/// The header of a saved solution.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The name that the solution was saved under.
    pub name: String,
    /// The number of ranks of the game.
    pub ranks: u64,
    /// The canonical positions: of symmetric ones only one is counted, where
    /// [`Solution::summary`](crate::Solution::summary) counts all.
    pub canonical: Summary,
    /// The [`Solution::checksum`](crate::Solution::checksum) of the whole solution.
    pub checksum: u64,
    /// The different cells, ascending.
    pub(crate) cells: Vec<Cell>,
}

impl Header {
    /// The header for `ranks` ranks with what was counted of their cells.
    pub(crate) fn new(name: &str, ranks: u64, counted: Counted) -> io::Result<Self> {
        if name.len() > MAX_NAME {
            let message = format!("the name is longer than {MAX_NAME} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let Counted { canonical, checksum, cells } = counted;
        Ok(Self { name: name.to_owned(), ranks, canonical, checksum, cells })
    }

    /// The header for these cells.
    pub(crate) fn of(name: &str, cells: &[Cell]) -> io::Result<Self> {
        Self::new(name, cells.len() as u64, Counted::of((0..).zip(cells.iter().copied())))
    }

    /// The size of the file, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        bytes(&self.name, self.cells.len(), self.blocks())
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let lengths = [self.name.len(), self.cells.len()].map(|length| u32::try_from(length).expect("at most 2^16"));
        for number in [VERSION, lengths[0], lengths[1]] {
            bytes.extend(number.to_le_bytes());
        }
        let Self { ranks, canonical: Summary { won, lost, drawn, .. }, checksum, .. } = *self;
        for number in [ranks, won, lost, drawn, checksum].into_iter().chain(whole(ranks)) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.name.bytes());
        bytes.extend(self.cells.iter().flat_map(|cell| cell.to_bits().to_le_bytes()));
        bytes.extend(checksum::of_bytes(&bytes).to_le_bytes());
        bytes
    }

    /// The length of the header that starts with these bytes: the first [`FIXED`] bytes of a file, or all of a shorter
    /// one.
    pub(crate) fn length(start: &[u8]) -> Result<usize, Error> {
        let truncated = || truncated(start.len() as u64);
        let same = start.iter().zip(MAGIC).take_while(|(byte, magic)| byte == magic).count();
        if same < start.len().min(MAGIC.len()) {
            return Err(not_a_solution());
        }
        let mut rest = start.get(MAGIC.len()..).ok_or_else(truncated)?;
        let mut number = || take(&mut rest).map(u32::from_le_bytes).ok_or_else(truncated);
        let version = number()?;
        if version != VERSION {
            let text = format!(
                "format version {version}, expected version {VERSION}; read it with the release that saved it, or solve \
                 the game and save the solution again"
            );
            return Err(Error::new(ErrorKind::OtherGame, text));
        }
        let [name, cells] = [number()?, number()?].map(|number| number as usize);
        if start.len() < FIXED {
            return Err(truncated());
        }
        let is_valid = name <= MAX_NAME && cells <= 1 << 16;
        if is_valid { Ok(FIXED + name + 2 * cells + CHECKSUM) } else { Err(damaged(0)) }
    }

    /// Reads a header of the right [`length`](Self::length).
    pub(crate) fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let (header, file) = Self::parse(bytes).ok_or_else(|| damaged(0))?;
        match header {
            // A part of a solution that an earlier release has written.
            _ if file[1] > 1 => Err(not_a_solution()),
            header if file == whole(header.ranks) && header.is_consistent() => Ok(header),
            _ => Err(damaged(0)),
        }
    }

    fn parse(bytes: &[u8]) -> Option<(Self, [u64; 3])> {
        let (content, sum) = bytes.split_last_chunk()?;
        if checksum::of_bytes(content) != u64::from_le_bytes(*sum) {
            return None;
        }
        let mut rest = content.get(MAGIC.len()..)?;
        let [_version, name, _cells] = [take(&mut rest)?, take(&mut rest)?, take(&mut rest)?].map(u32::from_le_bytes);
        let mut number = || take(&mut rest).map(u64::from_le_bytes);
        let [ranks, won, lost, drawn, checksum] = [number()?, number()?, number()?, number()?, number()?];
        let file = [number()?, number()?, number()?];
        let name = str::from_utf8(rest.split_off(..name as usize)?).ok()?.to_owned();
        let Counted { canonical, checksum, cells } = Counted::new(checksum, [won, lost, drawn], rest);
        Some((Self { name, ranks, canonical, checksum, cells }, file))
    }

    /// Whether a solution can have this header: a header with a right checksum may still be wrong.
    fn is_consistent(&self) -> bool {
        let Summary { won, lost, drawn, .. } = self.canonical;
        let positions = [won, lost, drawn].into_iter().try_fold(0, u64::checked_add);
        positions.is_some_and(|positions| positions <= self.ranks)
            && self.cells.is_empty() == (self.ranks == 0)
            && self.cells.is_sorted_by_key(|cell| cell.to_bits())
            && self.cells.windows(2).all(|pair| pair[0] != pair[1])
            && self.cells.iter().all(|cell| cell.is_valid())
    }

    /// Checks that some position is canonical, if there are any.
    pub(super) fn check_not_empty<G: Ranked>(&self, region: &Region<'_, G>) -> Result<(), Error> {
        let Summary { won, lost, drawn, .. } = self.canonical;
        if won + lost + drawn > 0 { Ok(()) } else { region.check_not_empty() }
    }

    pub(crate) fn blocks(&self) -> Blocks {
        Blocks::new(self.ranks, self.cells.len(), checksum::of_numbers([self.checksum, 0]))
    }
}

/// The size of a file with this number of different cells.
fn bytes(name: &str, cells: usize, blocks: Blocks) -> u64 {
    blocks.bytes().saturating_add((FIXED + name.len() + 2 * cells + CHECKSUM) as u64)
}

/// What says that a file has all ranks of a solution, in one block: the first of one file, and a length that earlier
/// releases have divided ranks by.
fn whole(ranks: u64) -> [u64; 3] {
    [0, 1, 1 << (ranks / 1024).checked_ilog2().unwrap_or(0)]
}

/// What the header tells of the cells of a solution, counted in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counted {
    pub(crate) canonical: Summary,
    pub(crate) checksum: u64,
    /// The different cells, ascending.
    pub(crate) cells: Vec<Cell>,
}

impl Counted {
    /// Counts cells, each with its rank.
    pub(crate) fn of(cells: impl Iterator<Item = (u64, Cell)>) -> Self {
        let (mut canonical, mut checksum) = (Summary::default(), 0_u64);
        let mut seen = vec![false; 1 << 16];
        for (rank, cell) in cells {
            seen[usize::from(cell.to_bits())] = true;
            if let Some(value) = cell.value() {
                canonical.add(value, 1);
                checksum = checksum.wrapping_add(checksum::of_value(rank, cell.to_bits()));
            }
        }
        let cells = (0..=u16::MAX).filter(|&bits| seen[usize::from(bits)]).map(Cell::from_bits).collect();
        Self { canonical, checksum, cells }
    }

    /// As one worker sends it to another.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let Summary { won, lost, drawn, .. } = self.canonical;
        let numbers = [self.checksum, won, lost, drawn].into_iter().flat_map(u64::to_le_bytes);
        numbers.chain(self.cells.iter().flat_map(|cell| cell.to_bits().to_le_bytes())).collect()
    }

    pub(crate) fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut number = || take(&mut bytes).map(u64::from_le_bytes);
        let [checksum, won, lost, drawn] = [number()?, number()?, number()?, number()?];
        Some(Self::new(checksum, [won, lost, drawn], bytes))
    }

    /// The longest distances follow from the cells.
    fn new(checksum: u64, [won, lost, drawn]: [u64; 3], cells: &[u8]) -> Self {
        let cell = |bytes: &[u8]| Cell::from_bits(u16::from_le_bytes([bytes[0], bytes[1]]));
        let cells: Vec<Cell> = cells.chunks_exact(2).map(cell).collect();
        let mut canonical = Summary { won, lost, drawn, ..Summary::default() };
        cells.iter().filter_map(|cell| cell.value()).for_each(|value| canonical.add(value, 0));
        Self { canonical, checksum, cells }
    }

    /// Adds what was counted of other ranks of the same solution.
    pub(crate) fn add(&mut self, other: Self) {
        let Summary { won, lost, drawn, longest_win, longest_loss } = other.canonical;
        self.canonical.won += won;
        self.canonical.lost += lost;
        self.canonical.drawn += drawn;
        self.canonical.longest_win = self.canonical.longest_win.max(longest_win);
        self.canonical.longest_loss = self.canonical.longest_loss.max(longest_loss);
        self.checksum = self.checksum.wrapping_add(other.checksum);
        self.cells.extend(other.cells);
        self.cells.sort_unstable_by_key(|cell| cell.to_bits());
        self.cells.dedup();
    }
}

impl fmt::Debug for Header {
    /// Without the cells, of which there may be thousands.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, ranks, canonical, checksum, .. } = self;
        let mut header = f.debug_struct("Header");
        header.field("name", name).field("ranks", ranks).field("canonical", &format_args!("{canonical}"));
        header.field("checksum", &format_args!("{checksum:#018x}")).finish_non_exhaustive()
    }
}

/// The error of a file that ends too early.
pub(super) fn truncated(bytes: u64) -> Error {
    let text = format!("the solution ends too early, after {bytes} bytes; copy or save it again");
    Error::new(ErrorKind::Damaged, text)
}

/// The error of a file that is wrong from some byte on.
pub(super) fn damaged(offset: u64) -> Error {
    let text = format!("the solution is damaged at or after byte {offset}; copy or save it again");
    Error::new(ErrorKind::Damaged, text)
}

fn not_a_solution() -> Error {
    Error::new(ErrorKind::OtherGame, "not a saved solution; solve the game and save it")
}

/// The next bytes.
fn take<const COUNT: usize>(bytes: &mut &[u8]) -> Option<[u8; COUNT]> {
    bytes.split_off(..COUNT)?.try_into().ok()
}

/// How the codes of all ranks are divided into blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks {
    ranks: u64,
    /// The number of bits of a code: 0 to 16.
    width: u32,
    /// What the checksums of blocks start with, which differs between solutions.
    seed: u64,
}

/// Where the code of a rank is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) block: u64,
    /// The byte of the block that the code starts in.
    pub(crate) byte: usize,
    /// The number of bits of that byte before the code.
    shift: usize,
}

impl Blocks {
    /// The length of a block with its checksum, in bytes. The last one may be shorter.
    pub(crate) const BYTES: u64 = CODES + CHECKSUM as u64;

    fn new(ranks: u64, cells: usize, seed: u64) -> Self {
        // A single cell needs no bits.
        let width = cells.saturating_sub(1).checked_ilog2().map_or(0, |highest| highest + 1);
        Self { ranks, width, seed }
    }

    /// Blocks whose codes are the cells themselves.
    pub(super) fn of_cells(ranks: u64, seed: u64) -> Self {
        Self::new(ranks, 1 << 16, seed)
    }

    fn ranks_per_block(self) -> u64 {
        match self.width {
            0 => u64::MAX,
            width => 8 * CODES / u64::from(width),
        }
    }

    pub(crate) fn count(self) -> u64 {
        if self.width == 0 { 0 } else { self.ranks.div_ceil(self.ranks_per_block()) }
    }

    /// The length of all blocks together, in bytes.
    pub(crate) fn bytes(self) -> u64 {
        let last = self.count().checked_sub(1);
        last.map_or(0, |last| last.saturating_mul(Self::BYTES).saturating_add(self.length(last) as u64))
    }

    /// The offset of a block from the first one, in bytes.
    pub(crate) fn offset(block: u64) -> u64 {
        block * Self::BYTES
    }

    /// The length of a block with its checksum, in bytes: 4,096 except for the last.
    pub(crate) fn length(self, block: u64) -> usize {
        let ranks = self.ranks_of(block);
        let is_last = block + 1 == self.count();
        let codes = if is_last { ((ranks.end - ranks.start) * u64::from(self.width)).div_ceil(8) } else { CODES };
        index(codes) + CHECKSUM
    }

    pub(crate) fn ranks_of(self, block: u64) -> Range<u64> {
        let start = self.ranks_before(block);
        start..start.saturating_add(self.ranks_per_block()).min(self.ranks)
    }

    /// The number of ranks before a block; all ranks, past the last block.
    pub(crate) fn ranks_before(self, block: u64) -> u64 {
        block.saturating_mul(self.ranks_per_block()).min(self.ranks)
    }

    /// Where the code of a rank is if there are blocks. Without blocks all ranks have the first code.
    pub(crate) fn place(self, rank: u64) -> Place {
        let bit = index(rank % self.ranks_per_block()) * self.width as usize;
        Place { block: rank / self.ranks_per_block(), byte: bit / 8, shift: bit % 8 }
    }

    /// The bytes of a block of codes, with its checksum.
    pub(crate) fn encode(self, block: u64, codes: impl Iterator<Item = u32>) -> Vec<u8> {
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
    pub(crate) fn is_intact(self, block: u64, bytes: &[u8]) -> bool {
        bytes.split_last_chunk().is_some_and(|(payload, sum)| self.sum(block, payload) == u64::from_le_bytes(*sum))
    }

    fn sum(self, block: u64, payload: &[u8]) -> u64 {
        checksum::of_numbers([self.seed, block, checksum::of_bytes(payload)])
    }

    /// The code that starts in the first of these bytes. After the last code of a block these are bytes of its
    /// checksum, which is longer.
    #[inline]
    pub(crate) fn decode(self, place: Place, [first, second, third]: [u8; Self::MAX_CODE_BYTES]) -> usize {
        (u32::from_le_bytes([first, second, third, 0]) >> place.shift & ((1 << self.width) - 1)) as usize
    }

    /// The largest number of bytes that a code is spread over.
    pub(crate) const MAX_CODE_BYTES: usize = 3;
}
