//! Reading a solution: whole, or one position at a time where it lies.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::cell::Cell;
use crate::file::error::{LoadError, Refusal};
use crate::file::layout::{Blocks, FIXED, Header};
use crate::game::{Game, Value};
use crate::solution::{Solution, best_moves};

/// Bytes that can be read from anywhere.
pub trait Source {
    /// How many bytes there are.
    ///
    /// # Errors
    ///
    /// If that cannot be found out.
    fn size(&self) -> io::Result<u64>;

    /// Fills `bytes` with those from number `from` on.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    fn read_at(&self, from: u64, bytes: &mut [u8]) -> io::Result<()>;
}

/// A file in which threads take turns to look something up.
impl Source for Mutex<File> {
    fn size(&self) -> io::Result<u64> {
        self.lock().unwrap_or_else(PoisonError::into_inner).metadata().map(|about| about.len())
    }

    fn read_at(&self, from: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(from))?;
        file.read_exact(bytes)
    }
}

/// Bytes in memory, or a memory map made by a crate of your choice: of that no more is loaded than is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<B>(
    /// The bytes.
    pub B,
);

impl<B: AsRef<[u8]>> Source for Bytes<B> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.as_ref().len() as u64)
    }

    fn read_at(&self, from: u64, bytes: &mut [u8]) -> io::Result<()> {
        let found = usize::try_from(from).ok().and_then(|from| self.0.as_ref().get(from..)?.get(..bytes.len()));
        bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// A saved solution that stays where it is: asking for a position reads the block of 4 KiB that it is in, checks it, and the
/// next time reads no more than the position's own bytes.
///
/// So what is opened must not be changed while it is: of a block that has been checked, what was changed later is believed.
/// [`Solution::save`] does not change a file but puts another one in its place, which does no harm.
///
/// ```
/// use retrograde::{Bytes, Game, Stored, Value, solve};
/// # struct Heap(u32);
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     fn ranks(&self) -> u32 { self.0 + 1 }
/// #     fn rank(&self, heap: &u32) -> u32 { *heap }
/// #     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
/// #     fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
/// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit);
/// #     }
/// # }
/// let game = Heap(1_000);
/// let mut file = Vec::new();
/// solve(&game)?.write("heap of 1000, take 1 to 3", &mut file)?;
///
/// let stored = Stored::new(Bytes(file), &game, "heap of 1000, take 1 to 3")?;
/// assert_eq!(stored.value(&game, &20)?, Value::Loss(10));
/// assert_eq!(stored.best_moves(&game, &21)?, [20]);
/// assert_eq!(stored.header().lost, 251);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Stored<S = Mutex<File>> {
    source: S,
    path: Option<PathBuf>,
    header: Header,
    blocks: Blocks,
    /// Where the first block begins.
    begin: u64,
    /// A bit for each block that has been found to be sound.
    sound: Vec<AtomicU64>,
}

impl Stored {
    /// Opens a file that [`Solution::save`] has made for `game` under `name`.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new). They name the file.
    pub fn open<G: Game>(path: impl AsRef<Path>, game: &G, name: &str) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let named = |reason| LoadError { path: Some(path.to_owned()), reason };
        let file = open_file(path).map_err(|error| named(Refusal::Unreadable(error)))?;
        let mut stored = Self::look_at_header(Mutex::new(file), game, name).map_err(named)?;
        stored.path = Some(path.to_owned());
        Ok(stored)
    }
}

/// A pipe would have to be waited for.
fn open_file(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("not a file")) }
}

impl<S: Source> Stored<S> {
    /// Looks at the header alone, and at the length.
    ///
    /// # Errors
    ///
    /// If this is not a saved solution of a game of this name and with as many ranks, or not all of it.
    pub fn new<G: Game>(source: S, game: &G, name: &str) -> Result<Self, LoadError> {
        Self::look_at_header(source, game, name).map_err(|reason| LoadError { path: None, reason })
    }

    fn look_at_header<G: Game>(source: S, game: &G, name: &str) -> Result<Self, Refusal> {
        let size = source.size().map_err(Refusal::Unreadable)?;
        let begin = read(&source, size, size.min(FIXED as u64))?;
        let length = Header::length(&begin)? as u64;
        let header = Header::from_bytes(&read(&source, size, length)?)?;
        if header.name != name {
            return Err(Refusal::OtherGame { found: header.name });
        }
        if header.ranks != game.ranks() {
            return Err(Refusal::OtherRanks { found: header.ranks });
        }
        let blocks = header.blocks();
        let end = length + blocks.bytes();
        if size < end {
            return Err(Refusal::Truncated { bytes: size });
        }
        if size > end {
            return Err(Refusal::Damaged { from: end });
        }
        let sound = (0..blocks.count().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { source, path: None, header, blocks, begin: length, sound })
    }

    /// Where the bytes come from.
    #[must_use]
    pub fn source(&self) -> &S {
        &self.source
    }

    /// What the solution says of itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What a position is worth to the player to move.
    ///
    /// # Errors
    ///
    /// If the part that it is in cannot be read or is damaged, or if the position is none of the game that was solved.
    pub fn value<G: Game>(&self, game: &G, position: &G::Position) -> Result<Value, LoadError> {
        let rank = game.rank(&game.canonical(position));
        self.naming_the_file(match self.cell(rank) {
            Ok(Cell::NO_POSITION) => Err(Refusal::NoPosition { rank }),
            cell => cell.map(Cell::value),
        })
    }

    /// The moves that are best, as [`Solution::best_moves`] has them.
    ///
    /// # Errors
    ///
    /// As for [`value`](Self::value), for the position or one of its successors.
    pub fn best_moves<G: Game>(&self, game: &G, position: &G::Position) -> Result<Vec<G::Position>, LoadError> {
        best_moves(game, position, |position| self.value(game, position))
    }

    /// The whole solution, into memory.
    ///
    /// # Errors
    ///
    /// If a part of it cannot be read or is damaged.
    pub fn load(&self) -> Result<Solution, LoadError> {
        self.naming_the_file(self.load_cells().and_then(|cells| {
            let solution = Solution::new(cells);
            if solution.checksum() == self.header.checksum { Ok(solution) } else { Err(Refusal::Damaged { from: 0 }) }
        }))
    }

    fn naming_the_file<T>(&self, result: Result<T, Refusal>) -> Result<T, LoadError> {
        result.map_err(|reason| LoadError { path: self.path.clone(), reason })
    }

    fn load_cells(&self) -> Result<Vec<Cell>, Refusal> {
        if let ([only], 0) = (self.header.cells.as_slice(), self.blocks.count()) {
            return Ok(vec![*only; self.header.ranks as usize]);
        }
        let mut cells = Vec::new();
        for block in 0..self.blocks.count() {
            let bytes = self.read_block(block)?;
            for place in self.blocks.ranks_of(block).map(|rank| self.blocks.place(rank)) {
                cells.push(self.meaning(self.blocks.decode(place, &bytes[place.byte..]))?);
            }
        }
        Ok(cells)
    }

    fn cell(&self, rank: u32) -> Result<Cell, Refusal> {
        if rank >= self.header.ranks {
            return Err(Refusal::NoPosition { rank });
        }
        if self.blocks.count() == 0 {
            return self.meaning(0);
        }
        let place = self.blocks.place(rank);
        let (word, bit) = (&self.sound[place.block as usize / 64], 1 << (place.block % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            self.read_block(place.block)?;
            word.fetch_or(bit, Ordering::Relaxed);
        }
        let mut bytes = [0; Blocks::LONGEST_CODE];
        // A block's checksum is longer than what is read beyond its codes.
        let from = self.begin + Blocks::begin(place.block) + place.byte as u64;
        self.source.read_at(from, &mut bytes).map_err(Refusal::Unreadable)?;
        self.meaning(self.blocks.decode(place, &bytes))
    }

    /// A code that means nothing was changed after its block had been checked.
    fn meaning(&self, code: usize) -> Result<Cell, Refusal> {
        self.header.cells.get(code).copied().ok_or(Refusal::Damaged { from: self.begin })
    }

    /// A block that is sound.
    fn read_block(&self, block: u32) -> Result<Vec<u8>, Refusal> {
        let from = self.begin + Blocks::begin(block);
        let mut bytes = vec![0; self.blocks.length(block)];
        self.source.read_at(from, &mut bytes).map_err(Refusal::Unreadable)?;
        if self.blocks.is_sound(block, &bytes) { Ok(bytes) } else { Err(Refusal::Damaged { from }) }
    }
}

impl Solution {
    /// Reads the file that [`save`](Self::save) has made for `game` under `name`. [`Stored`] does not read all of it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is none, is damaged or of another game. They name the file.
    pub fn load<G: Game>(path: impl AsRef<Path>, game: &G, name: &str) -> Result<Self, LoadError> {
        Stored::open(path, game, name)?.load()
    }
}

/// The first bytes.
fn read(source: &impl Source, size: u64, length: u64) -> Result<Vec<u8>, Refusal> {
    if length > size {
        return Err(Refusal::Truncated { bytes: size });
    }
    // A header has a few hundred thousand bytes at the most.
    let mut bytes = vec![0; usize::try_from(length).map_err(|_| Refusal::Damaged { from: 0 })?];
    source.read_at(0, &mut bytes).map_err(Refusal::Unreadable)?;
    Ok(bytes)
}
