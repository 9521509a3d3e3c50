//! Reading a saved solution: all of it, or one position at a time.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::cell::Cell;
use crate::file::error::{LoadError, LoadErrorKind};
use crate::file::layout::{Blocks, FIXED, Header};
use crate::game::Ranked;
use crate::memory::{OutOfMemory, filled, index};
use crate::solution::{Solution, best_moves, checksum_of_cells};
use crate::value::Value;

/// A sequence of bytes that can be read at any offset.
pub trait Source {
    /// The number of bytes.
    ///
    /// # Errors
    ///
    /// If it cannot be found out.
    fn size(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes from `offset` on.
    ///
    /// # Errors
    ///
    /// If they cannot be read, or there are fewer.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

/// A file that threads take turns to read.
impl Source for Mutex<File> {
    fn size(&self) -> io::Result<u64> {
        self.lock().unwrap_or_else(PoisonError::into_inner).metadata().map(|metadata| metadata.len())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let mut file = self.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}

/// Bytes in memory, or in a memory map made by another crate, of which only the parts that are used are loaded.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<B>(
    /// The bytes.
    pub B,
);

impl<B: AsRef<[u8]>> Source for Bytes<B> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.as_ref().len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let bytes = self.0.as_ref();
        let found = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)?.get(..buffer.len()));
        buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A saved solution that is read where it is stored, one position at a time.
///
/// It owns or borrows its game as a [`Solution`] does. Looking up a position reads its block of 4 KiB and checks it. Blocks
/// that have been checked are not read again, only the bytes of the position itself; therefore the bytes must not be changed
/// while they are in use. [`Solution::save`] does not change a file but replaces it, which does no harm.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{Bytes, Game, Ranked, Stored, Value, solve};
/// # struct Heap(u64);
/// # impl Game for Heap {
/// #     type Position = u64;
/// #     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
/// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
/// #     }
/// # }
/// # impl Ranked for Heap {
/// #     fn ranks(&self) -> u64 { self.0 + 1 }
/// #     fn rank(&self, heap: &u64) -> u64 { *heap }
/// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
/// # }
/// let mut file = Vec::new();
/// solve(Heap(1_000))?.write("heap of 1000, take 1 to 3", &mut file)?;
///
/// let stored = Stored::new(Bytes(file), Heap(1_000), "heap of 1000, take 1 to 3")?;
/// assert_eq!(stored.value(&20)?, Value::Loss(10));
/// assert_eq!(stored.best_moves(&21)?, [20]);
/// assert_eq!(stored.header().lost, 251);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Stored<G, S = Mutex<File>> {
    game: G,
    source: S,
    path: Option<PathBuf>,
    header: Header,
    blocks: Blocks,
    /// Where the first block starts.
    first_block: u64,
    /// A bit for each block, set once its checksum has been found to be right.
    checked: Vec<AtomicU64>,
}

impl<G: Ranked> Stored<G> {
    /// Opens a file that [`Solution::save`] wrote for the same game under the same name.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new). The error names the file.
    pub fn open(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, LoadError> {
        Self::open_as(path.as_ref(), game, name, |file| Ok(Mutex::new(file)))
    }
}

impl<G: Ranked, S: Source> Stored<G, S> {
    /// Does the same as [`open`](Stored::open), and reads the file as `source` makes it.
    pub(crate) fn open_as(
        path: &Path,
        game: G,
        name: &str,
        source: impl FnOnce(File) -> io::Result<S>,
    ) -> Result<Self, LoadError> {
        let with_path = |kind| LoadError::new(Some(path), kind);
        let source = open_file(path).and_then(source).map_err(|error| with_path(LoadErrorKind::Io(error)))?;
        let mut stored = Self::read_header(source, game, name).map_err(with_path)?;
        stored.path = Some(path.to_owned());
        Ok(stored)
    }
}

/// Opens a regular file. Opening a pipe would wait for its other end.
fn open_file(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("not a file")) }
}

impl<G: Ranked, S: Source> Stored<G, S> {
    /// Reads only the header, and checks the size.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, are not a saved solution or not all of it, or the solution has another name or number of
    /// ranks than the game.
    pub fn new(source: S, game: G, name: &str) -> Result<Self, LoadError> {
        Self::read_header(source, game, name).map_err(|kind| LoadError::new(None, kind))
    }

    fn read_header(source: S, game: G, name: &str) -> Result<Self, LoadErrorKind> {
        let size = source.size().map_err(LoadErrorKind::Io)?;
        let start = read_start(&source, size, size.min(FIXED as u64))?;
        let length = Header::length(&start)? as u64;
        let header = Header::from_bytes(&read_start(&source, size, length)?)?;
        if header.name != name {
            return Err(LoadErrorKind::OtherGame { found: header.name });
        }
        if header.ranks != game.ranks() {
            return Err(LoadErrorKind::OtherRanks { found: header.ranks });
        }
        let blocks = header.blocks();
        let end = length + blocks.bytes();
        if size < end {
            return Err(LoadErrorKind::Truncated { bytes: size });
        }
        if size > end {
            return Err(LoadErrorKind::Damaged { offset: end });
        }
        let checked = (0..blocks.count().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { game, source, path: None, header, blocks, first_block: length, checked })
    }

    /// The value of a position for the player to move: known, or read.
    ///
    /// # Errors
    ///
    /// If the block of the position cannot be read or is damaged, or if it is not a position of the game.
    pub fn value(&self, position: &G::Position) -> Result<Value, LoadError> {
        if let Some(value) = self.game.known_value(position) {
            return Ok(value);
        }
        let canonical = self.game.canonical(position);
        let rank = self.game.rank(&canonical);
        let value = self.cell(rank).and_then(|cell| {
            let is_position = || self.game.unrank(rank).as_ref() == Some(&canonical);
            cell.value().filter(|_| is_position()).ok_or(LoadErrorKind::NoPosition { rank })
        });
        self.with_path(value)
    }

    /// The value of a canonical position whose value is not known. That it is the one of its rank is not checked.
    pub(crate) fn value_of_canonical(&self, canonical: &G::Position) -> Result<Value, LoadError> {
        let rank = self.game.rank(canonical);
        self.with_path(self.cell(rank).and_then(|cell| cell.value().ok_or(LoadErrorKind::NoPosition { rank })))
    }

    /// All best moves, as from [`Solution::best_moves`].
    ///
    /// # Errors
    ///
    /// As for [`value`](Self::value), of the position or one of its successors.
    pub fn best_moves(&self, position: &G::Position) -> Result<Vec<G::Position>, LoadError> {
        best_moves(&self.game, position, |position| self.value(position))
    }

    /// Loads all of the solution into memory.
    ///
    /// # Errors
    ///
    /// If a part cannot be read or is damaged.
    pub fn load(&self) -> Result<Solution<&G>, LoadError> {
        Ok(Solution::new(&self.game, self.load_cells()?))
    }

    pub(crate) fn load_cells(&self) -> Result<Vec<Cell>, LoadError> {
        self.with_path(self.read_all_blocks().and_then(|cells| {
            let is_intact = checksum_of_cells(&cells) == self.header.checksum;
            if is_intact { Ok(cells) } else { Err(LoadErrorKind::Damaged { offset: 0 }) }
        }))
    }

    fn with_path<T>(&self, result: Result<T, LoadErrorKind>) -> Result<T, LoadError> {
        result.map_err(|kind| LoadError::new(self.path.as_deref(), kind))
    }

    fn read_all_blocks(&self) -> Result<Vec<Cell>, LoadErrorKind> {
        if let ([only], 0) = (self.header.cells.as_slice(), self.blocks.count()) {
            return filled(self.header.ranks, || *only).map_err(out_of_memory);
        }
        let mut cells = filled(self.header.ranks, || Cell::NO_POSITION).map_err(out_of_memory)?;
        let mut rest = cells.iter_mut();
        for block in 0..self.blocks.count() {
            let bytes = self.read_block(block)?;
            for place in self.blocks.ranks_of(block).map(|rank| self.blocks.place(rank)) {
                let code = bytes[place.byte..].first_chunk().expect("the checksum follows");
                let cell = self.cell_of_code(self.blocks.decode(place, *code))?;
                rest.next().into_iter().for_each(|next| *next = cell);
            }
        }
        Ok(cells)
    }

    fn cell(&self, rank: u64) -> Result<Cell, LoadErrorKind> {
        if rank >= self.header.ranks {
            return Err(LoadErrorKind::NoPosition { rank });
        }
        if self.blocks.count() == 0 {
            return self.cell_of_code(0);
        }
        let place = self.blocks.place(rank);
        let (word, bit) = (&self.checked[index(place.block / 64)], 1 << (place.block % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            self.read_block(place.block)?;
            word.fetch_or(bit, Ordering::Relaxed);
        }
        let mut bytes = [0; Blocks::MAX_CODE_BYTES];
        let offset = self.first_block + Blocks::offset(place.block) + place.byte as u64;
        self.source.read_at(offset, &mut bytes).map_err(|error| read_error(error, offset))?;
        self.cell_of_code(self.blocks.decode(place, bytes))
    }

    /// A code without a cell was changed after its block had been checked.
    fn cell_of_code(&self, code: usize) -> Result<Cell, LoadErrorKind> {
        self.header.cells.get(code).copied().ok_or(LoadErrorKind::Damaged { offset: self.first_block })
    }

    /// Reads a block and checks it.
    fn read_block(&self, block: u64) -> Result<Vec<u8>, LoadErrorKind> {
        let offset = self.first_block + Blocks::offset(block);
        let mut bytes = vec![0; self.blocks.length(block)];
        self.source.read_at(offset, &mut bytes).map_err(|error| read_error(error, offset))?;
        if self.blocks.is_intact(block, &bytes) { Ok(bytes) } else { Err(LoadErrorKind::Damaged { offset }) }
    }
}

/// A source that checks what it reads has found that it is damaged.
fn read_error(error: io::Error, offset: u64) -> LoadErrorKind {
    if error.kind() == io::ErrorKind::InvalidData {
        LoadErrorKind::Damaged { offset }
    } else {
        LoadErrorKind::Io(error)
    }
}

impl<G, S> Stored<G, S> {
    /// Where the first block starts, and how blocks are laid out.
    pub(crate) fn layout(&self) -> (u64, Blocks) {
        (self.first_block, self.blocks)
    }

    /// The game that is solved.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The source of the bytes.
    pub fn source(&self) -> &S {
        &self.source
    }

    /// The header of the solution.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }
}

impl<G, S> fmt::Debug for Stored<G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored").field("path", &self.path).field("header", &self.header).finish_non_exhaustive()
    }
}

impl<G: Ranked> Solution<G> {
    /// Loads a file that [`save`](Self::save) wrote for the same game under the same name. [`Stored`] reads only parts of it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not a saved solution or is damaged, or the solution has another name or number of ranks
    /// than the game. The error names the file.
    pub fn load(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, LoadError> {
        let stored = Stored::open(path, game, name)?;
        let cells = stored.load_cells()?;
        Ok(Self::new(stored.game, cells))
    }
}

fn out_of_memory(OutOfMemory { bytes }: OutOfMemory) -> LoadErrorKind {
    LoadErrorKind::Io(io::Error::new(io::ErrorKind::OutOfMemory, format!("{bytes} bytes do not fit into memory")))
}

/// Reads the first bytes.
fn read_start(source: &impl Source, size: u64, length: u64) -> Result<Vec<u8>, LoadErrorKind> {
    if length > size {
        return Err(LoadErrorKind::Truncated { bytes: size });
    }
    // A header has a few hundred thousand bytes at most.
    let mut bytes = vec![0; usize::try_from(length).map_err(|_| LoadErrorKind::Damaged { offset: 0 })?];
    source.read_at(0, &mut bytes).map_err(LoadErrorKind::Io)?;
    Ok(bytes)
}
