//! Reading a saved solution: all of it, or one position at a time.

use std::fmt;
use std::path::{Path, PathBuf};

use super::error::{LoadError, LoadErrorKind};
use super::layout::Header;
use super::one::OneFile;
use super::share::find_shares;
use crate::cell::Cell;
use crate::files::Cache;
use crate::game::{Ranked, checked_rank};
use crate::memory::{filled, index};
use crate::partition::Partition;
use crate::solution::{Solution, checksum_of_cells};
use crate::value::Value;

/// A saved solution that is read where it is stored, one position at a time.
///
/// It owns or borrows its game as a [`Solution`] does. Looking up a position reads and checks the 16 KiB of its file
/// around it, unless they are in memory; at most 1 MB are kept. The bytes of a file must not be changed while it is in
/// use. [`Solution::save`] does not change a file but replaces it, which does no harm.
///
/// A solution may be in several files, one for the [share](crate::shares::SolvedShare) of each worker that took part in
/// solving it.
pub struct Stored<G> {
    game: G,
    path: PathBuf,
    /// One for each worker of the partition.
    pub(crate) files: Vec<OneFile>,
    partition: Partition,
    /// The header of the whole solution.
    header: Header,
}

impl<G: Ranked> Stored<G> {
    /// Opens a file that [`Solution::save`] wrote for the same game under the same name. Reads only the header.
    ///
    /// If there is no such file, but the [shares](crate::shares::ShareFile) of all workers are there, they are
    /// opened together: `kbnk.solution.1-of-2` and `kbnk.solution.2-of-2` for the path `kbnk.solution`. Of several
    /// complete sets, the one of the fewest workers is taken. Each share stays open.
    ///
    /// # Errors
    ///
    /// If the size is wrong, or the solution has another name or number of ranks than the game; and if there are
    /// shares, but not all, or they do not belong together.
    pub fn open(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let mut files = match OneFile::open(path, &game, name, None) {
            Err(error) if error.is_not_found() => {
                let shares = find_shares(path, error)?;
                let open = |(worker, path): (u64, &PathBuf)| {
                    OneFile::open(path, &game, name, Some((worker, shares.len() as u64)))
                };
                (0..).zip(&shares).map(open).collect::<Result<Vec<_>, _>>()?
            }
            file => vec![file?],
        };
        let solution = |file: &OneFile| (file.header.partition, file.header.checksum);
        if let Some(other) = files.iter().find(|file| solution(file) != solution(&files[0])) {
            return Err(other.error(LoadErrorKind::SharesDoNotMatch));
        }
        OneFile::cache(Cache::MIN, &mut files);
        let headers: Vec<&Header> = files.iter().map(|file| &file.header).collect();
        let (partition, header) = (headers[0].partition, Header::merged(&headers));
        Ok(Self { game, path: path.to_owned(), files, partition, header })
    }

    /// The value of a position for the player to move: known, or read. [`LoadErrorKind::NoPosition`] if it is not a
    /// position of the game.
    pub fn value(&self, position: &G::Position) -> Result<Value, LoadError> {
        if let Some(value) = self.game.known_value(position) {
            return Ok(value);
        }
        self.value_of_rank(checked_rank(&self.game, position), position)
    }

    /// The value of a canonical position whose value is not known. That it is the one of its rank is not checked.
    pub(crate) fn value_of_canonical(&self, canonical: &G::Position) -> Result<Value, LoadError> {
        self.value_of_rank(self.game.rank(canonical), canonical)
    }

    #[inline]
    fn value_of_rank(&self, rank: Option<u64>, position: &G::Position) -> Result<Value, LoadError> {
        let rank = rank.filter(|rank| *rank < self.partition.ranks());
        let (file, place) = match (rank, self.files.as_slice()) {
            (None, _) => return Err(self.no_position(position)),
            (Some(rank), [only]) => (only, rank),
            (Some(rank), files) => {
                let (worker, place) = self.partition.place(rank);
                (&files[index(worker)], place)
            }
        };
        let cell = file.cell(place).map_err(|kind| file.error(kind))?;
        cell.value().ok_or_else(|| self.no_position(position))
    }

    pub(crate) fn load_cells(&self) -> Result<Vec<Cell>, LoadError> {
        let mut cells =
            filled(self.partition.ranks(), || Cell::NO_POSITION).map_err(|error| self.error(error.into()))?;
        for (worker, file) in (0..).zip(&self.files) {
            let visit = |place, cell| cells[index(self.partition.rank(worker, place))] = cell;
            file.visit_cells(visit).map_err(|kind| file.error(kind))?;
        }
        match self.files.len() {
            _ if checksum_of_cells((0..).zip(&cells)) == self.header.checksum => Ok(cells),
            1 => Err(self.error(LoadErrorKind::Damaged { offset: 0 })),
            _ => Err(self.error(LoadErrorKind::SharesDoNotMatch)),
        }
    }

    fn error(&self, kind: LoadErrorKind) -> LoadError {
        LoadError::new(&self.path, kind)
    }

    #[cold]
    fn no_position(&self, position: &G::Position) -> LoadError {
        self.error(LoadErrorKind::NoPosition { position: format!("{position:?}") })
    }
}

impl<G> Stored<G> {
    /// The game that is solved.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The header of the whole solution.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }
}

impl<G> fmt::Debug for Stored<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored").field("path", &self.path).field("header", &self.header).finish_non_exhaustive()
    }
}

impl<G: Ranked> Solution<G> {
    /// Loads a file that [`save`](Self::save) wrote for the same game under the same name, or the shares of all
    /// workers, as [`Stored::open`] finds them, and checks every byte. [`Stored`] reads only parts of it.
    pub fn load(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, LoadError> {
        let stored = Stored::open(path, game, name)?;
        let cells = stored.load_cells()?;
        Ok(Self::new(stored.game, cells))
    }
}
