//! The layout of a file, as described by [`Solution::write`](crate::Solution::write).

use std::array;
use std::io::{self, Read, Write};
use std::ops::Range;

use crate::cell::Cell;
use crate::checksum;
use crate::counts::Summary;
use crate::error::{Error, ErrorKind};
use crate::memory::index;

/// The version of the format, the only one that can be read.
const VERSION: u32 = 3;
const MAGIC: &[u8; 20] = b"retrograde solution\n";
/// The length of the first part of the header, the same in all files.
const FIXED: usize = MAGIC.len() + 3 * 4 + 8 * 8;
const CHECKSUM: usize = 8;
/// The length of the longest name, in bytes.
const MAX_NAME: usize = 1 << 12;
/// The number of bytes of a block that are codes.
const CODES: u64 = 4096 - 8;

/// The header of a saved solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The name that the solution was saved under.
    pub name: String,
    /// The number of ranks of the game.
    pub ranks: u64,
    /// Counts of the canonical positions, which are one of each class of symmetric ones.
    /// [`Solution::summary`](crate::Solution::summary) counts all positions.
    pub canonical: Summary,
    /// The [`Solution::checksum`](crate::Solution::checksum) of the whole solution.
    pub checksum: u64,
    /// The different cells, ascending.
    pub(crate) cells: Vec<Cell>,
}

impl Header {
    /// The size of the file, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.length().saturating_add(self.blocks().bytes())
    }

    /// The length of the header, in bytes.
    pub(super) fn length(&self) -> u64 {
        (FIXED + self.name.len() + 2 * self.cells.len() + CHECKSUM) as u64
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let lengths = [self.name.len(), self.cells.len()].map(|length| u32::try_from(length).expect("at most 2^16"));
        for number in [VERSION, lengths[0], lengths[1]] {
            bytes.extend(number.to_le_bytes());
        }
        let Self { ranks, canonical: Summary { won, lost, drawn, .. }, checksum, .. } = *self;
        // Earlier releases divided solutions among several files, and ranks by the last number.
        let whole = [0, 1, 1 << (ranks / 1024).checked_ilog2().unwrap_or(0)];
        for number in [ranks, won, lost, drawn, checksum].into_iter().chain(whole) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(self.name.bytes());
        bytes.extend(self.cells.iter().flat_map(|cell| cell.to_bits().to_le_bytes()));
        bytes.extend(checksum::of_bytes(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the header that a file begins with, and checks its checksum.
    pub(super) fn read(file: impl Read) -> Result<Self, Error> {
        let mut bytes = Vec::new();
        let longest = (FIXED + MAX_NAME + 2 * (1 << 16) + CHECKSUM) as u64;
        file.take(longest).read_to_end(&mut bytes).map_err(|error| cannot_read(&error))?;
        let Some(mut rest) = bytes.strip_prefix(MAGIC) else {
            return Err(Error::new(
                ErrorKind::OtherGame,
                "not a saved solution; use another file, or remove it and solve again",
            ));
        };
        let version = take(&mut rest).map(u32::from_le_bytes).ok_or_else(|| damaged(0))?;
        if version != VERSION {
            let text = format!(
                "format version {version}, expected version {VERSION}; read it with the release that saved it, or solve \
                 the game and save the solution again"
            );
            return Err(Error::new(ErrorKind::OtherGame, text));
        }
        Self::after_version(&bytes, rest).ok_or_else(|| damaged(0))
    }

    /// The header at the start of a file, of which this is the rest after the version; `None` if there is none.
    fn after_version(bytes: &[u8], mut rest: &[u8]) -> Option<Self> {
        let mut length = || take(&mut rest).map(|length| u32::from_le_bytes(length) as usize);
        let [name, cells] = [length()?, length()?];
        let numbers = rest.split_off(..8 * 8)?.as_chunks().0;
        let [ranks, won, lost, drawn, checksum] = array::from_fn(|at| u64::from_le_bytes(numbers[at]));
        let (name, cells) = (rest.split_off(..name)?, rest.split_off(..cells.checked_mul(2)?)?);
        let sum = checksum::of_bytes(&bytes[..bytes.len() - rest.len()]);
        if u64::from_le_bytes(take(&mut rest)?) != sum {
            return None;
        }
        let name = str::from_utf8(name).ok()?.to_owned();
        let cells = cells.as_chunks().0.iter().map(|bits| Cell::from_bits(u16::from_le_bytes(*bits)));
        let cells: Vec<Cell> = cells.collect();
        // The longest distances follow from the cells.
        let mut canonical = Summary { won, lost, drawn, ..Summary::default() };
        cells.iter().filter_map(|cell| cell.value()).for_each(|value| canonical.add(value, 0));
        // A checksum may be forged.
        let is_possible = cells.is_empty() == (ranks == 0) && cells.iter().all(|cell| cell.is_valid());
        is_possible.then_some(Self { name, ranks, canonical, checksum, cells })
    }

    pub(super) fn blocks(&self) -> Blocks {
        // A single cell needs no bits.
        let width = self.cells.len().saturating_sub(1).checked_ilog2().map_or(0, |highest| highest + 1);
        let ranks_per_block = (8 * CODES).checked_div(width.into()).unwrap_or(u64::MAX);
        Blocks { ranks: self.ranks, width, ranks_per_block, seed: checksum::of_numbers([self.checksum, 0]) }
    }
}

/// What the header tells of cells, counted in the order of their ranks.
pub(crate) struct Counted {
    ranks: u64,
    canonical: Summary,
    checksum: u64,
    /// Whether there is a cell of these bits.
    seen: Vec<bool>,
}

impl Counted {
    pub(super) fn new() -> Self {
        Self { ranks: 0, canonical: Summary::default(), checksum: 0, seen: vec![false; 1 << 16] }
    }

    pub(super) fn of(cells: &[Cell]) -> Self {
        let mut counted = Self::new();
        counted.add(cells);
        counted
    }

    /// Counts the cells of the next ranks.
    pub(super) fn add(&mut self, cells: &[Cell]) {
        for cell in cells {
            self.seen[usize::from(cell.to_bits())] = true;
            self.checksum = self.checksum.wrapping_add(checksum::of_cell(self.ranks, *cell));
            if let Some(value) = cell.value() {
                self.canonical.add(value, 1);
            }
            self.ranks += 1;
        }
    }

    /// The number of cells.
    pub(super) fn ranks(&self) -> u64 {
        self.ranks
    }

    /// The header of a solution that has these cells.
    pub(crate) fn header(&self, name: &str) -> io::Result<Header> {
        if name.len() > MAX_NAME {
            let message = format!("the name is longer than {MAX_NAME} bytes");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let Self { ranks, canonical, checksum, .. } = *self;
        let cells = (0..=u16::MAX).filter(|&bits| self.seen[usize::from(bits)]).map(Cell::from_bits).collect();
        Ok(Header { name: name.to_owned(), ranks, canonical, checksum, cells })
    }
}

/// Writes a solution: its header, and its cells in the order of ranks.
pub(crate) fn write_cells(
    header: &Header,
    mut cells: impl Iterator<Item = io::Result<Cell>>,
    mut out: impl Write,
) -> io::Result<()> {
    out.write_all(&header.to_bytes())?;
    let mut codes = vec![0; 1 << 16];
    for (code, cell) in (0..).zip(&header.cells) {
        codes[usize::from(cell.to_bits())] = code;
    }
    let blocks = header.blocks();
    for block in 0..blocks.count() {
        let ranks = blocks.ranks_of(block);
        let cells = cells.by_ref().take(index(ranks.end - ranks.start));
        let codes = cells.map(|cell| Ok(codes[usize::from(cell?.to_bits())])).collect::<io::Result<Vec<u32>>>()?;
        out.write_all(&blocks.encode(block, &codes))?;
    }
    out.flush()
}

/// The error in reading a file.
pub(super) fn cannot_read(error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("cannot read the solution: {error}"))
}

/// The error of a file that is wrong, or ends, from some byte on.
pub(super) fn damaged(offset: u64) -> Error {
    let text =
        format!("the solution is damaged at or after byte {offset}; copy it again, or remove it and solve again");
    Error::new(ErrorKind::Damaged, text)
}

/// The next bytes.
fn take<const COUNT: usize>(bytes: &mut &[u8]) -> Option<[u8; COUNT]> {
    bytes.split_off(..COUNT)?.try_into().ok()
}

/// How the codes of all ranks are divided into blocks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    ranks: u64,
    /// The number of bits of a code: 0 to 16.
    width: u32,
    ranks_per_block: u64,
    /// What the checksums of blocks start with, which differs between solutions.
    seed: u64,
}

impl Blocks {
    /// The length of a block with its checksum, in bytes. The last one may be shorter.
    pub(super) const BYTES: u64 = CODES + CHECKSUM as u64;

    /// Whether there are none, as all ranks have the first code.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.width == 0
    }

    pub(super) fn count(self) -> u64 {
        if self.is_empty() { 0 } else { self.ranks.div_ceil(self.ranks_per_block) }
    }

    /// The length of all blocks together, in bytes.
    pub(super) fn bytes(self) -> u64 {
        let last = self.count().checked_sub(1);
        last.map_or(0, |last| last.saturating_mul(Self::BYTES).saturating_add(self.length(last) as u64))
    }

    /// The length of a block with its checksum, in bytes: 4,096 except for the last.
    pub(super) fn length(self, block: u64) -> usize {
        let ranks = self.ranks_of(block);
        let is_last = block + 1 == self.count();
        let codes = if is_last { ((ranks.end - ranks.start) * u64::from(self.width)).div_ceil(8) } else { CODES };
        index(codes) + CHECKSUM
    }

    pub(super) fn ranks_of(self, block: u64) -> Range<u64> {
        let start = block * self.ranks_per_block;
        start..start.saturating_add(self.ranks_per_block).min(self.ranks)
    }

    /// The block of a rank, and the place of its code there.
    #[inline]
    pub(super) fn place(self, rank: u64) -> (u64, usize) {
        (rank / self.ranks_per_block, index(rank % self.ranks_per_block))
    }

    /// The bytes of a block of codes, with its checksum.
    fn encode(self, block: u64, codes: &[u32]) -> Vec<u8> {
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
    pub(super) fn is_intact(self, block: u64, bytes: &[u8]) -> bool {
        bytes.split_last_chunk().is_some_and(|(payload, sum)| self.sum(block, payload) == u64::from_le_bytes(*sum))
    }

    fn sum(self, block: u64, payload: &[u8]) -> u64 {
        checksum::of_numbers([self.seed, block, checksum::of_bytes(payload)])
    }

    /// The code at a place of a block. The last one may share its bytes with the checksum, which is longer than a code.
    #[inline]
    pub(super) fn code(self, bytes: &[u8], place: usize) -> usize {
        let bit = place * self.width as usize;
        let bytes = *bytes[bit / 8..].first_chunk().expect("the checksum follows");
        (u32::from_le_bytes(bytes) >> (bit % 8) & ((1 << self.width) - 1)) as usize
    }
}
