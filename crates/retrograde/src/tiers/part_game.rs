//! A part as a game of its own.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::error::TierError;
use super::tiered::Tiered;
use crate::files::{LoadError, Stored};
use crate::game::{Game, Ranked, forward};
use crate::value::{Outcome, Value};

/// A part of a [`Tiered`] game as a game of its own: positions of other parts have no rank, and positions of the parts
/// that moves lead to have [known values](Game::known_value), which are read from their files.
///
/// [`Tiers::part`](super::Tiers::part) opens one, to be audited, counted or made a [`Subset`](crate::Subset) of.
///
/// # Panics
///
/// [`known_value`](Game::known_value) panics if a value of another part cannot be read, or if the part is not among
/// those that moves lead to.
pub struct PartGame<T: Tiered> {
    game: Arc<T>,
    part: T::Part,
    /// Those that moves lead to. Without a file, all positions of a part count as drawn.
    others: Vec<(T::Part, Option<SolvedPart<T>>)>,
    /// The first error in looking up a position of another part; if it is not kept, an error is a panic. Algorithms
    /// know of no such errors, so they continue, with few positions left, and what they return is dropped.
    first_error: Option<OnceLock<TierError>>,
}

/// A part that is read from its file.
pub(crate) type SolvedPart<T> = Stored<PartGame<T>>;

impl<T: Tiered> PartGame<T> {
    pub(crate) fn new(game: Arc<T>, part: T::Part, others: Vec<(T::Part, Option<SolvedPart<T>>)>) -> Self {
        Self { game, part, others, first_error: None }
    }

    /// The part.
    pub fn part(&self) -> &T::Part {
        &self.part
    }

    /// The whole game.
    pub fn game(&self) -> &T {
        &self.game
    }

    /// The first error in looking up a position of another part, where [`Tiers`](super::Tiers::with_part) keeps
    /// it. After it you must not trust any value. Costs no more than to read a flag.
    pub fn error(&self) -> Option<&TierError> {
        self.first_error.as_ref()?.get()
    }

    /// Does `work` with this game, which does not panic meanwhile. The first error in looking up a position of another
    /// part takes the place of its result.
    pub(crate) fn lend<R>(mut self, work: impl FnOnce(&Self) -> Result<R, TierError>) -> Result<R, TierError> {
        self.first_error = Some(OnceLock::new());
        let result = work(&self);
        self.first_error.and_then(OnceLock::into_inner).map_or(result, Err)
    }

    /// The value of a position of another part.
    fn value_elsewhere(&self, part: &T::Part, position: &T::Position) -> Value {
        match self.others.iter().find(|(other, _)| other == part) {
            Some((_, Some(values))) => match values.value_of_canonical(&self.game.canonical(position)) {
                Ok(value) => value,
                Err(error) => self.fail(part, position, Some(error)),
            },
            Some((_, None)) => Value::Draw,
            None => self.fail(part, position, None),
        }
    }

    /// Keeps an error in reading the value, or without one that the part is not known, and returns a value that nobody
    /// will use.
    #[cold]
    fn fail(&self, part: &T::Part, position: &T::Position, error: Option<LoadError>) -> Value {
        let (from, to) = (self.game.part_name(&self.part), self.game.part_name(part));
        let error = match error.map(|error| TierError::of_file(to.clone(), error)) {
            None => TierError::MoveLeaves { from, to, position: format!("{position:?}") },
            Some(TierError::NoPosition { part, .. }) => {
                let position = format!("{position:?}, which a move from part {from} leads to; audit both");
                TierError::NoPosition { part, position }
            }
            Some(error) => error,
        };
        let Some(first_error) = &self.first_error else { panic!("{error}") };
        let _ = first_error.set(error);
        Value::Draw
    }

    /// Whether the position is one of this part, or its value is known to the game itself.
    #[inline]
    fn is_here(&self, position: &T::Position) -> bool {
        self.game.known_value(position).is_some() || self.game.part(position) == self.part
    }
}

impl<T: Tiered> Game for PartGame<T> {
    type Position = T::Position;
    const LISTS_PREDECESSORS: bool = T::LISTS_PREDECESSORS;

    forward! {
        self => self.game;
        successors(position: &T::Position, visit: &mut impl FnMut(T::Position));
        moves_again(from: &T::Position, to: &T::Position) -> bool;
        ending(position: &T::Position) -> Outcome;
        canonical(position: &T::Position) -> T::Position;
        orbit(position: &T::Position) -> u32;
    }

    #[inline]
    fn predecessors(&self, position: &T::Position, visit: &mut impl FnMut(T::Position)) {
        if self.error().is_some() {
            return;
        }
        // Parts that come later are not solved, so their positions have no value to be looked up.
        self.game.predecessors(position, &mut |predecessor| {
            if self.is_here(&predecessor) {
                visit(predecessor);
            }
        });
    }

    fn move_count(&self, position: &T::Position) -> Option<u32> {
        self.game.move_count_within_part(position)
    }

    #[inline]
    fn known_value(&self, position: &T::Position) -> Option<Value> {
        let known = self.game.known_value(position);
        if known.is_some() {
            return known;
        }
        let part = self.game.part(position);
        if part == self.part { None } else { Some(self.value_elsewhere(&part, position)) }
    }
}

#[diagnostic::do_not_recommend]
impl<T: Tiered> Ranked for PartGame<T> {
    fn ranks(&self) -> u64 {
        self.game.ranks_in(&self.part)
    }

    #[inline]
    fn rank(&self, position: &T::Position) -> Option<u64> {
        // A known value may belong to no part at all.
        if self.is_here(position) { self.game.rank_in(&self.part, position) } else { None }
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<T::Position> {
        if self.error().is_some() {
            return None;
        }
        self.game.unrank_in(&self.part, rank).filter(|position| self.is_here(position))
    }
}

impl<T: Tiered> fmt::Debug for PartGame<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PartGame").field("part", &self.part).finish_non_exhaustive()
    }
}
