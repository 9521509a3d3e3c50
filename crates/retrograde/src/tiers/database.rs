//! A game that is solved part by part, and what its folder knows.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::error::TierError;
use super::part_game::{PartGame, SolvedPart};
use super::tiered::{Tiered, next_parts};
use crate::answers;
use crate::cell::Cell;
use crate::files::{Cache, LoadErrorKind, OneFile, Stored};
use crate::solution::Solution;
use crate::value::Value;

/// A [`Tiered`] game, and the folder in which its parts are solved: one file for each, named after it.
///
/// A part is written under its name when it is whole. So whatever ends a run, the next one continues with the parts
/// that are missing; and a folder can be read while a run adds parts to it. A file called `lock` stays in the folder;
/// it is locked only during a run. Files of parts must not be changed while they are in use: remove one to have it
/// solved again.
///
/// ```
/// use retrograde::tiers::{TierEvent, Tiered, Tiers};
/// use retrograde::{Game, Solver, Value};
///
/// /// Two players move one marker on a ring of six rooms, one or two rooms on. One who enters room 0 takes a coin
/// /// there, and wins with the last one. The coins that are left divide the game into parts.
/// struct Coins;
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Marker { coins: u64, room: u64 }
///
/// impl Game for Coins {
///     type Position = Marker;
///     fn successors(&self, at: &Marker, visit: &mut impl FnMut(Marker)) {
///         let rooms = [1, 2].map(|steps| (at.room + steps) % 6);
///         rooms.into_iter().map(|room| Marker { coins: at.coins - u64::from(room == 0), room }).for_each(visit)
///     }
///     fn known_value(&self, at: &Marker) -> Option<Value> {
///         (at.coins == 0).then_some(Value::Loss(0)) // the other player took the last one
///     }
/// }
///
/// impl Tiered for Coins {
///     type Part = u64; // the number of coins
///     fn name(&self) -> String { "coins on a ring of 6, steps of 1 and 2".into() }
///     fn part_name(&self, coins: &u64) -> String { coins.to_string() }
///     fn part(&self, at: &Marker) -> u64 { at.coins }
///     fn next_parts(&self, coins: &u64) -> Vec<u64> { if *coins > 1 { vec![coins - 1] } else { vec![] } }
///     fn ranks_in(&self, _: &u64) -> u64 { 6 }
///     fn rank_in(&self, _: &u64, at: &Marker) -> Option<u64> { Some(at.room) }
///     fn unrank_in(&self, coins: &u64, rank: u64) -> Option<Marker> { Some(Marker { coins: *coins, room: rank }) }
/// }
///
/// # let temporary = tempfile::tempdir().unwrap();
/// # let folder = temporary.path();
/// let tiers = Tiers::new(Coins, folder).memory(100_000_000);
/// let solver = Solver::new();
/// for part in tiers.plan([5])? {
///     println!("{}: {} ranks, {} bytes of memory", part.part, part.ranks, part.least_memory);
///     tiers.audit(&part.part, |game| solver.audit(game))?;
/// }
/// tiers.solve(&solver, [5], |event| {
///     if let TierEvent::Solved { part, header } = event {
///         println!("{part}: {}", header.summary);
///     }
/// })?;
/// let at = Marker { coins: 5, room: 5 };
/// assert_eq!(tiers.value(&at)?, Value::Win(17));
/// assert_eq!(tiers.best_moves(&at)?, [Marker { coins: 4, room: 0 }]);
/// tiers.verify_all(&solver, [5])?;
/// # Ok::<(), retrograde::tiers::TierError>(())
/// ```
///
/// # Errors
///
/// What reads files of parts fails by [`TierError::NotSolved`] or [`TierError::Load`]: of the part itself, or of those
/// that moves lead to.
///
/// # Costs
///
/// A part is solved in the memory of [`Solver::solve`](crate::Solver::solve), and its file takes as many bits a rank as
/// tell its different values apart. Each move into another part costs a look-up there, which reads a page of 16 KiB
/// unless it is in memory. Only headers of files are read to find out which parts are solved; what they hold is checked
/// when it is read, all of it by [`verify`](Self::verify).
pub struct Tiers<T: Tiered> {
    pub(crate) game: Arc<T>,
    pub(crate) folder: PathBuf,
    pub(crate) memory: Option<u64>,
    /// The parts that positions were looked up in, at most [`MOST_OPEN`](Self::MOST_OPEN).
    open: Mutex<BTreeMap<T::Part, Arc<SolvedPart<T>>>>,
}

impl<T: Tiered> Tiers<T> {
    /// The number of files that stay open. Systems allow 256 and more.
    const MOST_OPEN: usize = 64;

    /// The game, in this folder. Without a folder no part is solved; solving makes it.
    pub fn new(game: T, folder: impl AsRef<Path>) -> Self {
        Self { game: Arc::new(game), folder: folder.as_ref().to_owned(), memory: None, open: Mutex::default() }
    }

    /// Takes at most `bytes` of memory for the tables of a part and for what is read of others, when parts are solved
    /// or verified, besides the game's own tables. Without a limit, files of other parts stay in memory once they are
    /// read, until the part is solved.
    #[must_use]
    pub fn memory(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The game.
    pub fn game(&self) -> &T {
        &self.game
    }

    /// Where the file of a part is, or will be. [`Solution::load`] and [`Stored`] read it.
    pub fn path(&self, part: &T::Part) -> PathBuf {
        self.folder.join(format!("{}.solution", self.game.part_name(part)))
    }

    /// The name that a part has in the header of its file.
    pub fn name(&self, part: &T::Part) -> String {
        format!("{}: {}", self.game.name(), self.game.part_name(part))
    }

    /// Checks that a part may take `needed` bytes.
    pub(crate) fn allow(&self, part: &T::Part, needed: u64) -> Result<(), TierError> {
        let too_little = self.memory.filter(|allowed| needed > *allowed);
        too_little.map_or(Ok(()), |allowed| Err(TierError::Memory { part: self.game.part_name(part), needed, allowed }))
    }

    /// Opens the file of a part, and reads what is needed to know that the part is solved. Other parts have no known
    /// values in it.
    pub(crate) fn open(&self, part: &T::Part) -> Result<SolvedPart<T>, TierError> {
        let (part_name, path) = (self.game.part_name(part), self.path(part));
        let game = PartGame::new(Arc::clone(&self.game), part.clone(), Vec::new());
        Stored::open(&path, game, &self.name(part)).map_err(|error| match error.kind() {
            LoadErrorKind::Io(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                match self.folder.ancestors().find(|path| path.is_file()) {
                    Some(file) => {
                        let error = io::Error::new(error.kind(), "a file and not a folder; name a folder");
                        TierError::Io { path: file.to_owned(), error }
                    }
                    None => TierError::NotSolved { part: part_name, path },
                }
            }
            _ => TierError::Load { part: part_name, error },
        })
    }

    /// A part as a game of its own, with the values of those that moves lead to. They are read through all the memory
    /// that is allowed beside the part's own table.
    pub fn part(&self, part: &T::Part) -> Result<PartGame<T>, TierError> {
        let cache = self.memory.map(|bytes| bytes.saturating_sub(table_bytes(self.game.ranks_in(part))));
        self.part_with_cache(part, cache.unwrap_or(u64::MAX))
    }

    /// A part as a game of its own that reads others through `bytes` of memory.
    pub(crate) fn part_with_cache(&self, part: &T::Part, bytes: u64) -> Result<PartGame<T>, TierError> {
        let next_parts = next_parts(&*self.game, part).into_iter();
        let solved = next_parts.map(|part| self.open(&part).map(|values| (part, Some(values))));
        let mut solved = solved.collect::<Result<Vec<_>, _>>()?;
        let files = solved.iter_mut().flat_map(|(_, values)| values).map(|values| &mut values.file);
        OneFile::cache(bytes, files);
        Ok(PartGame::new(Arc::clone(&self.game), part.clone(), solved))
    }

    /// Loads the solution of a part into memory, two bytes per rank: to count its positions by any key, for instance.
    /// [`TierError::Memory`] if the [memory](Self::memory) is not enough.
    pub fn load(&self, part: &T::Part) -> Result<Solution<PartGame<T>>, TierError> {
        Ok(Solution::new(self.part(part)?, self.load_cells(part)?))
    }

    pub(crate) fn load_cells(&self, part: &T::Part) -> Result<Vec<Cell>, TierError> {
        self.allow(part, self.game.ranks_in(part).saturating_mul(2).saturating_add(Cache::MIN))?;
        self.open(part)?.load_cells().map_err(|error| TierError::Load { part: self.game.part_name(part), error })
    }

    /// The value of a position of any part that is solved, for the player to move, read as by [`Stored`].
    /// [`TierError::NoPosition`] if the part has no such position.
    pub fn value(&self, position: &T::Position) -> Result<Value, TierError> {
        if let Some(value) = self.game.known_value(position) {
            return Ok(value);
        }
        let part = self.game.part(position);
        let value = self.open_once(&part)?.value(position);
        value.map_err(|error| TierError::of_file(self.game.part_name(&part), error))
    }

    fn open_once(&self, part: &T::Part) -> Result<Arc<SolvedPart<T>>, TierError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stored) = open.get(part) {
            return Ok(Arc::clone(stored));
        }
        let stored = Arc::new(self.open(part)?);
        if open.len() == Self::MOST_OPEN {
            open.clear();
        }
        open.insert(part.clone(), Arc::clone(&stored));
        Ok(stored)
    }

    /// All best moves, as from [`Solution::best_moves`].
    pub fn best_moves(&self, position: &T::Position) -> Result<Vec<T::Position>, TierError> {
        answers::best_moves(&*self.game, position, |position| self.value(position))
    }

    /// All moves, each with what it is worth to the player who makes it, as from [`Solution::moves`].
    pub fn moves(&self, position: &T::Position) -> Result<Vec<(T::Position, Value)>, TierError> {
        answers::moves(&*self.game, position, |position| self.value(position))
    }

    /// The positions from this one to the end of the game through all parts, as from [`Solution::principal_line`].
    pub fn principal_line(&self, position: &T::Position) -> Result<Vec<T::Position>, TierError> {
        answers::principal_line(&*self.game, position, |position| self.value(position))
    }
}

impl<T: Tiered> fmt::Debug for Tiers<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (folder, memory) = (&self.folder, &self.memory);
        f.debug_struct("Tiers").field("folder", folder).field("memory", memory).finish_non_exhaustive()
    }
}

/// The size of the tables while a part is solved with predecessors.
pub(crate) fn table_bytes(ranks: u64) -> u64 {
    // Two bytes for the state, two bits in sets with a flag for each 64 of them, two bytes for 256 ranks in which a
    // value may be decided ahead, and what does not depend on the size.
    let sets = ranks.div_ceil(4) + ranks.div_ceil(256) + ranks.div_ceil(128);
    ranks.saturating_mul(2).saturating_add(sets + (1 << 20))
}
