//! Reading a saved solution: all of it, or one position at a time.

use std::fmt;
use std::path::Path;

use super::error::{LoadError, LoadErrorKind};
use super::layout::Header;
use super::one::OneFile;
use crate::cell::Cell;
use crate::files::Cache;
use crate::game::{Ranked, checked_rank};
use crate::memory::{filled, index};
use crate::solution::{Solution, checksum_of_cells};
use crate::value::Value;

/// A saved solution that is read where it is stored, one position at a time.
///
/// It owns or borrows its game as a [`Solution`] does. Looking up a position reads and checks the 16 KiB of the file
/// around it, unless they are in memory; at most 1 MB are kept. The bytes of the file must not be changed while it is in
/// use. [`Solution::save`] does not change a file but replaces it, which does no harm.
pub struct Stored<G> {
    game: G,
    pub(crate) file: OneFile,
}

impl<G: Ranked> Stored<G> {
    /// Opens a file that [`Solution::save`] wrote for the same game under the same name. Reads only the header.
    ///
    /// # Errors
    ///
    /// If the size is wrong, or the solution has another name or number of ranks than the game.
    pub fn open(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, LoadError> {
        let mut file = OneFile::open(path.as_ref(), &game, name)?;
        OneFile::cache(Cache::MIN, [&mut file]);
        Ok(Self { game, file })
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
        let rank = rank.filter(|rank| *rank < self.file.header.ranks).ok_or_else(|| self.no_position(position))?;
        let cell = self.file.cell(rank).map_err(|kind| self.file.error(kind))?;
        cell.value().ok_or_else(|| self.no_position(position))
    }

    pub(crate) fn load_cells(&self) -> Result<Vec<Cell>, LoadError> {
        let (file, ranks) = (&self.file, self.file.header.ranks);
        let mut cells = filled(ranks, || Cell::NO_POSITION).map_err(|error| file.error(error.into()))?;
        file.visit_cells(0..ranks, |rank, cell| cells[index(rank)] = cell).map_err(|kind| file.error(kind))?;
        if checksum_of_cells((0..).zip(&cells)) == file.header.checksum {
            Ok(cells)
        } else {
            Err(file.error(LoadErrorKind::Damaged { offset: 0 }))
        }
    }

    #[cold]
    fn no_position(&self, position: &G::Position) -> LoadError {
        self.file.error(LoadErrorKind::NoPosition { position: format!("{position:?}") })
    }
}

impl<G> Stored<G> {
    /// The game that is solved.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The header of the file.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.file.header
    }
}

impl<G> fmt::Debug for Stored<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored").field("path", &self.file.path()).field("header", self.header()).finish_non_exhaustive()
    }
}

impl<G: Ranked> Solution<G> {
    /// Loads a file that [`save`](Self::save) wrote for the same game under the same name, and checks every byte.
    /// [`Stored`] reads only parts of it.
    pub fn load(path: impl AsRef<Path>, game: G, name: &str) -> Result<Self, LoadError> {
        let stored = Stored::open(path, game, name)?;
        let cells = stored.load_cells()?;
        Ok(Self::new(stored.game, cells))
    }
}
