//! Reading a saved solution: all of it, or one position at a time.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::cell::Cell;
use crate::file::error::{LoadError, LoadErrorKind};
use crate::file::layout::Header;
use crate::file::one::OneFile;
use crate::file::share::{Prefix, Shares};
use crate::file::source::{Source, open_file};
use crate::game::Ranked;
use crate::memory::{OutOfMemory, filled, index};
use crate::share::Deal;
use crate::solution::{Solution, best_moves, checksum_of_cells};
use crate::value::Value;

/// A saved solution that is read where it is stored, one position at a time.
///
/// It owns or borrows its game as a [`Solution`] does. Looking up a position reads its block of 4 KiB and checks it.
/// Blocks that have been checked are not read again, only the bytes of the position itself; therefore the bytes must
/// not be changed while they are in use. [`Solution::save`] does not change a file but replaces it, which does no harm.
///
/// A solution may be in several files, one for the [share](crate::SolvedShare) of each worker that took part in solving
/// it.
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
    path: Option<PathBuf>,
    /// One for each worker of the deal.
    files: Vec<OneFile<S>>,
    deal: Deal,
    /// The header of the whole solution, if it is not that of the only file.
    merged: Option<Header>,
}

impl<G: Ranked> Stored<G> {
    /// Opens a file that [`Solution::save`] wrote for the same game under the same name.
    ///
    /// If there is no such file, but the [shares](crate::SolvedShare::prepare) of all workers are there, they are
    /// opened together: `kbnk.solution.1-of-2` and `kbnk.solution.2-of-2` for the path `kbnk.solution`. Of several
    /// complete sets, that of the fewest workers is taken. Each share stays open.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new); [`LoadErrorKind::MissingShare`] if there are shares, but not all; and
    /// [`LoadErrorKind::OtherShare`], [`LoadErrorKind::OtherSolution`] or [`LoadErrorKind::ShareVersion`] if they do
    /// not belong together or are too new. The error names the file.
    pub fn open(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, LoadError> {
        Self::open_as(path.as_ref(), game, name, |file| Ok(Mutex::new(file)))
    }
}

impl<G: Ranked, S: Source> Stored<G, S> {
    /// Does the same as [`open`](Stored::open), and reads the files as `source` makes them, which is called with each
    /// in turn.
    pub(crate) fn open_as(
        path: &Path,
        game: G,
        name: &str,
        source: impl FnMut(File) -> io::Result<S>,
    ) -> Result<Self, LoadError> {
        let at = |path: &Path, kind| LoadError::new(Some(path), kind);
        let not_found = match open_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => error,
            file => {
                let source = file.and_then(source).map_err(|error| at(path, LoadErrorKind::Io(error)))?;
                let file = read_solution(source, &game, name).map_err(|kind| at(path, kind))?;
                return Ok(Self { path: Some(path.to_owned()), ..Self::of_one(game, file.at(path)) });
            }
        };
        match Shares::find(path) {
            Ok(Shares::All(paths)) => Self::open_shares(path, &paths, game, name, source),
            Ok(Shares::Missing { path, workers }) => Err(at(&path, LoadErrorKind::MissingShare { workers })),
            Ok(Shares::None) => Err(at(path, LoadErrorKind::Io(not_found))),
            Err(error) => Err(at(path, LoadErrorKind::Io(error))),
        }
    }

    fn open_shares(
        path: &Path,
        shares: &[PathBuf],
        game: G,
        name: &str,
        mut source: impl FnMut(File) -> io::Result<S>,
    ) -> Result<Self, LoadError> {
        let (workers, mut first, mut files) = (shares.len() as u64, None, Vec::new());
        for (worker, path) in (0..).zip(shares) {
            let mut read = || {
                let source = open_file(path).and_then(&mut source).map_err(LoadErrorKind::Io)?;
                let prefix = Prefix::read(&source)?;
                if (prefix.worker, prefix.deal.workers()) != (worker, workers) {
                    let (worker, workers) = (prefix.worker, prefix.deal.workers());
                    return Err(LoadErrorKind::OtherShare { worker, workers });
                }
                let file = read_share(source, prefix, &game, name)?;
                let Prefix { deal, checksum, .. } = prefix;
                let is_same = *first.get_or_insert((deal, checksum)) == (deal, checksum);
                if is_same { Ok(file) } else { Err(LoadErrorKind::OtherSolution) }
            };
            files.push(read().map_err(|kind| LoadError::new(Some(path), kind))?.at(path));
        }
        let (deal, checksum) = first.expect("a set of shares has a first one");
        let merged = Header::merged(&files.iter().map(OneFile::header).collect::<Vec<_>>(), deal.ranks(), checksum);
        Ok(Self { game, path: Some(path.to_owned()), files, deal, merged: Some(merged) })
    }

    /// Reads only the header, and checks the size.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, are not a saved solution or not all of it, or the solution has another name or
    /// number of ranks than the game.
    pub fn new(source: S, game: G, name: &str) -> Result<Self, LoadError> {
        let file = read_solution(source, &game, name).map_err(|kind| LoadError::new(None, kind))?;
        Ok(Self::of_one(game, file))
    }

    fn of_one(game: G, file: OneFile<S>) -> Self {
        let deal = Deal::new(file.header().ranks, 1);
        Self { game, path: None, files: vec![file], deal, merged: None }
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
        let is_position = || self.game.unrank(rank).as_ref() == Some(&canonical);
        self.cell(rank)?.value().filter(|_| is_position()).ok_or_else(|| self.no_position(rank))
    }

    /// The value of a canonical position whose value is not known. That it is the one of its rank is not checked.
    pub(crate) fn value_of_canonical(&self, canonical: &G::Position) -> Result<Value, LoadError> {
        let rank = self.game.rank(canonical);
        self.cell(rank)?.value().ok_or_else(|| self.no_position(rank))
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
        let header = self.header();
        let mut cells = filled(header.ranks, || Cell::NO_POSITION)
            .map_err(|error| LoadError::new(self.path.as_deref(), out_of_memory(error)))?;
        for (worker, file) in (0..).zip(&self.files) {
            let mut place = 0;
            let visit = |cell| {
                cells[index(self.deal.rank(worker, place))] = cell;
                place += 1;
            };
            file.visit_cells(visit).map_err(|kind| file.error(kind))?;
        }
        if checksum_of_cells(&cells) == header.checksum {
            Ok(cells)
        } else {
            Err(self.files[0].error(LoadErrorKind::Damaged { offset: 0 }))
        }
    }

    #[inline]
    fn cell(&self, rank: u64) -> Result<Cell, LoadError> {
        if rank >= self.deal.ranks() {
            return Err(self.no_position(rank));
        }
        let (file, place) = match self.files.as_slice() {
            [only] => (only, rank),
            files => {
                let (worker, place) = self.deal.place(rank);
                (&files[index(worker)], place)
            }
        };
        file.cell(place).map_err(|kind| file.error(kind))
    }

    #[cold]
    fn no_position(&self, rank: u64) -> LoadError {
        LoadError::new(self.path.as_deref(), LoadErrorKind::NoPosition { rank })
    }
}

/// Reads the header of a whole solution.
fn read_solution<S: Source>(source: S, game: &impl Ranked, name: &str) -> Result<OneFile<S>, LoadErrorKind> {
    OneFile::read_header(source, 0, |header| {
        check_name(header, name)?;
        if header.ranks == game.ranks() { Ok(()) } else { Err(LoadErrorKind::OtherRanks { found: header.ranks }) }
    })
}

/// Reads the header of a share that has this prefix.
fn read_share<S: Source>(
    source: S,
    Prefix { worker, deal, own_checksum, .. }: Prefix,
    game: &impl Ranked,
    name: &str,
) -> Result<OneFile<S>, LoadErrorKind> {
    OneFile::read_header(source, Prefix::BYTES, |header| {
        check_name(header, name)?;
        if deal.ranks() != game.ranks() {
            return Err(LoadErrorKind::OtherRanks { found: deal.ranks() });
        }
        let is_right = (header.ranks, header.checksum) == (deal.ranks_of(worker), own_checksum);
        if is_right { Ok(()) } else { Err(LoadErrorKind::Damaged { offset: Prefix::BYTES }) }
    })
}

fn check_name(header: &Header, name: &str) -> Result<(), LoadErrorKind> {
    if header.name == name { Ok(()) } else { Err(LoadErrorKind::OtherGame { found: header.name.clone() }) }
}

impl<G, S> Stored<G, S> {
    /// The game that is solved.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The sources of the bytes: one, or that of each share.
    pub fn sources(&self) -> impl ExactSizeIterator<Item = &S> {
        self.files.iter().map(OneFile::source)
    }

    pub(crate) fn files(&self) -> &[OneFile<S>] {
        &self.files
    }

    /// The header of the whole solution.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.merged.as_ref().unwrap_or_else(|| self.files[0].header())
    }
}

impl<G, S> fmt::Debug for Stored<G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored").field("path", &self.path).field("header", self.header()).finish_non_exhaustive()
    }
}

impl<G: Ranked> Solution<G> {
    /// Loads a file that [`save`](Self::save) wrote for the same game under the same name, or the shares of all
    /// workers, as [`Stored::open`] finds them. [`Stored`] reads only parts of it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not a saved solution or is damaged, or the solution has another name or number of
    /// ranks than the game. The error names the file.
    pub fn load(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, LoadError> {
        let stored = Stored::open(path, game, name)?;
        let cells = stored.load_cells()?;
        Ok(Self::new(stored.game, cells))
    }
}

fn out_of_memory(OutOfMemory { bytes }: OutOfMemory) -> LoadErrorKind {
    LoadErrorKind::Io(io::Error::new(io::ErrorKind::OutOfMemory, format!("{bytes} bytes do not fit into memory")))
}
