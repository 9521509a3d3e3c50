//! A solved game, and the answers that it gives. It has its game, so that it cannot be used with another one.

use crate::cell::Cell;
use crate::checksum;
use crate::error::Error;
#[cfg(doc)]
use crate::error::ErrorKind;
#[cfg(doc)]
use crate::game::Game;
use crate::game::Ranked;
use crate::memory::filled;
use crate::region::Region;
use crate::short_debug::short_debug;
use crate::value::Value;
use crate::values::Values;

/// A solved game, which it owns or borrows: the values of all its positions, in two bytes per rank. Of symmetric
/// positions only the canonical one has a value of its own; the ranks of the others take memory all the same, unless
/// the game is a [`Subset`](crate::Subset).
///
/// What it knows is asked by the methods of [`Values`]. Solutions are equal if they have the same number of ranks, the
/// same canonical positions and the same values; the games are not compared.
///
/// ```
/// use retrograde::{Outcome, Ranked, Solver, Value, Values};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let solver = Solver::new();
/// let solution = solver.solve(Heap(10))?;
/// assert_eq!(solution.value(&10)?, Value::Win(5));
/// assert_eq!((solution.get(&10), solution.get(&11)), (Some(Value::Win(5)), None));
/// assert_eq!(solution.summary().to_string(), "won 8 (in 5), lost 3 (in 4), drawn 0");
/// assert_eq!(solution.counts()[&Value::Win(3)], 3); // heaps of 5, 6 and 7
/// let even = solver.counts_by(&solution, 0..11, |heap, value| (heap % 2 == 0, value.outcome()))?;
/// assert_eq!(even[&(true, Outcome::Loss)], 3); // heaps of 0, 4 and 8
/// assert_eq!(solution.game().ranks(), 11);
/// # Ok::<(), retrograde::Error>(())
/// ```
#[derive(Clone)]
pub struct Solution<G> {
    game: G,
    /// One for each rank of the game; those that are not canonical are [`Cell::NO_POSITION`].
    cells: Vec<Cell>,
}

impl<G: Ranked> Values for Solution<G> {
    type Game = G;

    fn game(&self) -> &G {
        &self.game
    }

    fn value_at(&self, rank: u64) -> Result<Option<Value>, Error> {
        Ok(value_in(&self.cells, rank))
    }
}

impl<G: Ranked> Solution<G> {
    /// `cells` must have one entry for each rank of the game.
    pub(crate) fn new(game: G, cells: Vec<Cell>) -> Self {
        Self { game, cells }
    }

    /// A solution of values that were computed elsewhere, which [`Solver::verify`](crate::Solver::verify) checks.
    /// `value` is called once for each canonical position. Errors are [`ErrorKind::TooLarge`] for a distance, and
    /// [`ErrorKind::Memory`].
    pub fn from_values(game: G, mut value: impl FnMut(&G::Position) -> Value) -> Result<Self, Error> {
        let mut cells = filled(game.ranks(), Cell::NO_POSITION)?;
        let region = Region::whole(&game);
        for (rank, cell) in (0..).zip(&mut cells) {
            if let Some(position) = region.canonical_position(rank) {
                *cell = Cell::of_value(value(&position)).ok_or_else(|| region.too_long(rank))?;
            }
        }
        Ok(Self::new(game, cells))
    }

    /// The value of a position, or `None` if it is not a position of the game.
    pub fn get(&self, position: &G::Position) -> Option<Value> {
        self.value(position).ok()
    }

    /// The canonical positions that have a rank, in the order of ranks, each with its value.
    pub fn iter(&self) -> impl Iterator<Item = (G::Position, Value)> {
        let valued = (0..).zip(&self.cells).filter_map(|(rank, cell)| Some((rank, cell.value()?)));
        valued.filter_map(|(rank, value)| Some((self.game.unrank(rank)?, value)))
    }
}

impl<G> Solution<G> {
    /// The game that is solved.
    pub fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A checksum of all values, the same on every machine. Two solutions of a game that differ in one position have
    /// different checksums; other different solutions have the same one with a probability of 2^-64.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let of_ranks = (0..).zip(&self.cells).map(|(rank, cell)| checksum::of_cell(rank, *cell));
        of_ranks.fold(0, u64::wrapping_add)
    }
}

/// The value of a rank, if it has one.
#[inline]
pub(crate) fn value_in(cells: &[Cell], rank: u64) -> Option<Value> {
    cells.get(usize::try_from(rank).ok()?)?.value()
}

impl<G, H> PartialEq<Solution<H>> for Solution<G> {
    fn eq(&self, other: &Solution<H>) -> bool {
        self.cells == other.cells
    }
}

impl<G> Eq for Solution<G> {}

short_debug!(Solution<G>, G);
