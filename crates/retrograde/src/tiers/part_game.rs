//! A part as a game of its own.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::cache::CachedFile;
use super::error::TierError;
use super::tiered::Tiered;
use crate::files::{LoadError, LoadErrorKind, Stored};
use crate::game::{Game, Ranked};
use crate::value::{Outcome, Value};

/// A part of a [`Tiered`] game as a game of its own: positions of other parts have no rank, and those of the parts that
/// moves lead to have [known values](Game::known_value), which are read from their files.
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
    others: OtherParts<T>,
    /// The first error in looking up a position of another part; without it, an error is a panic. The library's
    /// algorithms know of no such errors, so they continue, with few positions left, and what they return is dropped.
    first_error: Option<FirstError>,
}

pub(crate) type FirstError = Arc<OnceLock<TierError>>;

/// Those that moves lead to.
enum OtherParts<T: Tiered> {
    Solved(Vec<SolvedPart<T>>),
    /// All of their positions count as drawn.
    Drawn(Vec<T::Part>),
}

/// A part whose values are read from its file.
pub(crate) struct SolvedPart<T: Tiered> {
    pub(crate) part: T::Part,
    pub(crate) values: Stored<PartGame<T>, CachedFile>,
}

impl<T: Tiered> PartGame<T> {
    pub(crate) fn new(game: Arc<T>, part: T::Part, solved: Vec<SolvedPart<T>>) -> Self {
        Self { game, part, others: OtherParts::Solved(solved), first_error: None }
    }

    /// A part for which all positions of these others count as drawn.
    pub(crate) fn with_draws(game: Arc<T>, part: T::Part, others: Vec<T::Part>) -> Self {
        Self { game, part, others: OtherParts::Drawn(others), first_error: None }
    }

    /// The part.
    pub fn part(&self) -> &T::Part {
        &self.part
    }

    /// The whole game.
    pub fn game(&self) -> &T {
        &self.game
    }

    /// Keeps the first error in looking up a position of another part, instead of a panic.
    pub(crate) fn keep_errors(&mut self) -> FirstError {
        Arc::clone(self.first_error.get_or_insert_default())
    }

    /// The value of a position of another part.
    fn value_elsewhere(&self, part: &T::Part, position: &T::Position) -> Value {
        let looked_up = match &self.others {
            OtherParts::Solved(others) => others.iter().find(|other| other.part == *part).map(|other| {
                let value = other.values.value_of_canonical(&self.game.canonical(position));
                value.unwrap_or_else(|error| self.fail(self.load_error(part, position, error)))
            }),
            OtherParts::Drawn(others) => others.contains(part).then_some(Value::Draw),
        };
        looked_up.unwrap_or_else(|| {
            self.fail(TierError::MoveLeaves {
                from: self.game.part_name(&self.part),
                to: self.game.part_name(part),
                position: format!("{position:?}"),
            })
        })
    }

    #[cold]
    fn load_error(&self, part: &T::Part, position: &T::Position, error: LoadError) -> TierError {
        match error.kind() {
            LoadErrorKind::NoPosition { .. } => TierError::NoPosition {
                part: self.game.part_name(part),
                position: format!(
                    "{position:?}, which a move from part {} leads to; audit both",
                    self.game.part_name(&self.part)
                ),
            },
            _ => TierError::Load { part: self.game.part_name(part), error },
        }
    }

    /// Keeps an error, and returns a value that nobody will use.
    #[cold]
    fn fail(&self, error: TierError) -> Value {
        let Some(first_error) = &self.first_error else { panic!("{error}") };
        let _ = first_error.set(error);
        Value::Draw
    }

    fn has_failed(&self) -> bool {
        self.first_error.as_ref().is_some_and(|error| error.get().is_some())
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

    #[inline]
    fn successors(&self, position: &T::Position, visit: &mut impl FnMut(T::Position)) {
        self.game.successors(position, visit);
    }

    #[inline]
    fn predecessors(&self, position: &T::Position, visit: &mut impl FnMut(T::Position)) {
        if self.has_failed() {
            return;
        }
        // Parts that come later are not solved, so their positions have no value to be looked up.
        self.game.predecessors(position, &mut |predecessor| {
            if self.is_here(&predecessor) {
                visit(predecessor);
            }
        });
    }

    #[inline]
    fn move_count(&self, position: &T::Position) -> Option<u32> {
        self.game.move_count_within_part(position)
    }

    #[inline]
    fn moves_again(&self, from: &T::Position, to: &T::Position) -> bool {
        self.game.moves_again(from, to)
    }

    #[inline]
    fn ending(&self, position: &T::Position) -> Outcome {
        self.game.ending(position)
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

    #[inline]
    fn canonical(&self, position: &T::Position) -> T::Position {
        self.game.canonical(position)
    }

    #[inline]
    fn orbit(&self, position: &T::Position) -> u32 {
        self.game.orbit(position)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Tiered> Ranked for PartGame<T> {
    #[inline]
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
        if self.has_failed() {
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
