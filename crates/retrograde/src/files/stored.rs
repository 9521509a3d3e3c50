//! Reading a saved solution: all of it, or one position at a time.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::answers;
use crate::cell::Cell;
use crate::files::error::{LoadError, LoadErrorKind};
use crate::files::layout::Header;
use crate::files::one::OneFile;
use crate::files::share::Shares;
use crate::files::source::{Source, open_file};
use crate::game::Ranked;
use crate::memory::{OutOfMemory, filled, index};
use crate::shares::Partition;
use crate::solution::{Solution, checksum_of_cells};
use crate::value::Value;

/// A saved solution that is read where it is stored, one position at a time.
///
/// It owns or borrows its game as a [`Solution`] does. Looking up a position reads its block of 4 KiB and checks it.
/// Blocks that have been checked are not read again, only the bytes of the position itself; therefore the bytes must
/// not be changed while they are in use. [`Solution::save`] does not change a file but replaces it, which does no harm.
///
/// A solution may be in several files, one for the [share](crate::shares::SolvedShare) of each worker that took part in
/// solving it.
pub struct Stored<G, S = Mutex<File>> {
    game: G,
    path: Option<PathBuf>,
    /// One for each worker of the partition.
    files: Vec<OneFile<S>>,
    partition: Partition,
    /// The header of the whole solution, if it is not that of the only file.
    merged: Option<Header>,
}

impl<G: Ranked> Stored<G> {
    /// Opens a file that [`Solution::save`] wrote for the same game under the same name.
    ///
    /// If there is no such file, but the [shares](crate::shares::ShareFile) of all workers are there, they are
    /// opened together: `kbnk.solution.1-of-2` and `kbnk.solution.2-of-2` for the path `kbnk.solution`. Of several
    /// complete sets, that of the fewest workers is taken. Each share stays open.
    ///
    /// # Errors
    ///
    /// As for [`new`](Self::new); [`LoadErrorKind::MissingShare`] if there are shares, but not all; and
    /// [`LoadErrorKind::OtherShare`] or [`LoadErrorKind::OtherSolution`] if they do not belong together. The error
    /// names the file.
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
                let file = read(source, &game, name, None).map_err(|kind| at(path, kind))?;
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
        let mut files: Vec<OneFile<S>> = Vec::new();
        for (worker, path) in (0..).zip(shares) {
            let mut read_share = || {
                let source = open_file(path).and_then(&mut source).map_err(LoadErrorKind::Io)?;
                let file = read(source, &game, name, Some((worker, shares.len() as u64)))?;
                let solution = |file: &OneFile<S>| (file.header().partition, file.header().checksum);
                let is_same = files.first().is_none_or(|first| solution(first) == solution(&file));
                if is_same { Ok(file) } else { Err(LoadErrorKind::OtherSolution) }
            };
            let file = read_share().map_err(|kind| LoadError::new(Some(path), kind))?.at(path);
            files.push(file);
        }
        let headers: Vec<&Header> = files.iter().map(OneFile::header).collect();
        let (partition, merged) = (headers[0].partition, Header::merged(&headers));
        Ok(Self { game, path: Some(path.to_owned()), files, partition, merged })
    }

    /// Reads only the header, and checks the size.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, are not a saved solution or not all of it, or the solution has another name or
    /// number of ranks than the game.
    pub fn new(source: S, game: G, name: &str) -> Result<Self, LoadError> {
        let file = read(source, &game, name, None).map_err(|kind| LoadError::new(None, kind))?;
        Ok(Self::of_one(game, file))
    }

    fn of_one(game: G, file: OneFile<S>) -> Self {
        let partition = Partition::new(file.header().ranks, 1);
        Self { game, path: None, files: vec![file], partition, merged: None }
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
        let value = self.value_of_rank(rank)?;
        let is_position = rank.and_then(|rank| self.game.unrank(rank)).as_ref() == Some(&canonical);
        if is_position { Ok(value) } else { Err(self.no_position(rank)) }
    }

    /// The value of a canonical position whose value is not known. That it is the one of its rank is not checked.
    pub(crate) fn value_of_canonical(&self, canonical: &G::Position) -> Result<Value, LoadError> {
        self.value_of_rank(self.game.rank(canonical))
    }

    /// All best moves, as from [`Solution::best_moves`].
    ///
    /// # Errors
    ///
    /// As for [`value`](Self::value), of the position or one of its successors.
    pub fn best_moves(&self, position: &G::Position) -> Result<Vec<G::Position>, LoadError> {
        answers::best_moves(&self.game, position, |position| self.value(position))
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
        let mut cells = filled(self.partition.ranks(), || Cell::NO_POSITION)
            .map_err(|error| LoadError::new(self.path.as_deref(), out_of_memory(error)))?;
        for (worker, file) in (0..).zip(&self.files) {
            let mut place = 0;
            let visit = |cell| {
                cells[index(self.partition.rank(worker, place))] = cell;
                place += 1;
            };
            file.visit_cells(visit).map_err(|kind| file.error(kind))?;
        }
        if checksum_of_cells((0..).zip(&cells)) == self.header().checksum {
            Ok(cells)
        } else {
            Err(self.files[0].error(LoadErrorKind::Damaged { offset: 0 }))
        }
    }

    #[inline]
    fn value_of_rank(&self, rank: Option<u64>) -> Result<Value, LoadError> {
        let Some(known) = rank.filter(|rank| *rank < self.partition.ranks()) else {
            return Err(self.no_position(rank));
        };
        self.cell(known)?.value().ok_or_else(|| self.no_position(rank))
    }

    #[inline]
    fn cell(&self, rank: u64) -> Result<Cell, LoadError> {
        let (file, place) = match self.files.as_slice() {
            [only] => (only, rank),
            files => {
                let (worker, place) = self.partition.place(rank);
                (&files[index(worker)], place)
            }
        };
        file.cell(place).map_err(|kind| file.error(kind))
    }

    #[cold]
    fn no_position(&self, rank: Option<u64>) -> LoadError {
        LoadError::new(self.path.as_deref(), LoadErrorKind::NoPosition { rank })
    }
}

/// Reads the header of a whole solution, or of the share of a worker, given with the number of workers.
fn read<S: Source>(
    source: S,
    game: &impl Ranked,
    name: &str,
    share: Option<(u64, u64)>,
) -> Result<OneFile<S>, LoadErrorKind> {
    OneFile::read_header(source, |&Header { name: ref found, ranks, partition, worker, .. }| {
        let workers = partition.workers();
        match share {
            None if workers > 1 => Err(LoadErrorKind::OnlyAShare),
            Some(expected) if expected != (worker, workers) => Err(LoadErrorKind::OtherShare { worker, workers }),
            _ if found != name => Err(LoadErrorKind::OtherGame { found: found.clone() }),
            _ if ranks != game.ranks() => Err(LoadErrorKind::OtherRanks { found: ranks }),
            _ => Ok(()),
        }
    })
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
