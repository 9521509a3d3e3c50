//! A solved game, and the answers that it gives. It has its game, so that it cannot be used with another one.

use std::convert::Infallible;
use std::fmt;

use crate::answers;
use crate::cell::Cell;
use crate::checksum;
use crate::error::SolveError;
#[cfg(doc)]
use crate::game::Game;
use crate::game::{Ranked, canonical_position, checked_rank};
use crate::memory::filled;
#[cfg(doc)]
use crate::solver::Solver;
use crate::value::{Outcome, Value};

/// A solved game, which it owns or borrows: the values of all its positions, in two bytes per rank. Of symmetric
/// positions only the canonical one has a value of its own; the ranks of the others take memory all the same, unless
/// the game is a [`Subset`](crate::Subset).
///
/// Solutions are equal if they have the same number of ranks, the same canonical positions and the same values; the
/// games are not compared. Methods that look up the value of the position itself panic where [`value`](Self::value)
/// does; the others ask the game for its moves, and look up where these lead.
///
/// ```
/// use retrograde::{Outcome, Ranked, Solver, Value};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let solver = Solver::new();
/// let solution = solver.solve(Heap(10))?;
/// assert_eq!(solution.value(&10), Value::Win(5));
/// assert_eq!(solution.get(&11), None);
/// assert_eq!(solution.moves(&5), [(4, Value::Win(3)), (3, Value::Loss(2)), (2, Value::Loss(2))]);
/// assert_eq!((solution.best_move(&10), solution.winning_moves(&10)), (Some(8), vec![8]));
/// assert_eq!(solution.best_moves(&8), [7, 6, 5]); // each loses in four
/// assert_eq!(solution.principal_line(&10), [10, 8, 7, 4, 3, 0]);
/// assert_eq!(solution.summary().to_string(), "won 8 (in 5), lost 3 (in 4), drawn 0");
/// assert_eq!(solution.counts()[&Value::Win(3)], 3); // heaps of 5, 6 and 7
/// let even = solver.counts_by(&solution, |heap, value| (heap % 2 == 0, value.outcome()));
/// assert_eq!(even[&(true, Outcome::Loss)], 3); // heaps of 0, 4 and 8
/// assert!(solution.with_outcome(Outcome::Loss).map(|(heap, _)| heap).eq([0, 4, 8]));
/// assert_eq!(solution.game().ranks(), 11);
/// # Ok::<(), retrograde::SolveError>(())
/// ```
#[derive(Clone)]
pub struct Solution<G> {
    game: G,
    /// One for each rank of the game; those that are not canonical are [`Cell::NO_POSITION`].
    cells: Vec<Cell>,
}

impl<G: Ranked> Solution<G> {
    /// `cells` must have one entry for each rank of the game.
    pub(crate) fn new(game: G, cells: Vec<Cell>) -> Self {
        Self { game, cells }
    }

    /// A solution of values that were computed elsewhere, which [`Solver::verify`] checks. `value` is called once for
    /// each canonical position. Errors are [`SolveError::DistanceTooLong`] and [`SolveError::OutOfMemory`].
    pub fn from_values(game: G, mut value: impl FnMut(&G::Position) -> Value) -> Result<Self, SolveError> {
        let mut cells = filled(game.ranks(), || Cell::NO_POSITION)?;
        for (rank, cell) in (0..).zip(&mut cells) {
            if let Some(position) = canonical_position(&game, rank) {
                *cell = Cell::of_value(value(&position)).ok_or(SolveError::DistanceTooLong { rank })?;
            }
        }
        Ok(Self::new(game, cells))
    }

    /// The value of a position for the player to move. Costs one call each of [`Game::known_value`],
    /// [`Game::canonical`] and [`Ranked::rank`], and one look-up. Does not check that the position which has the rank is
    /// this one, as [`get`](Self::get) does.
    ///
    /// # Panics
    ///
    /// If no canonical position has the rank of this one, for instance because it is not a position of the game.
    #[track_caller]
    pub fn value(&self, position: &G::Position) -> Value {
        let value = self.value_unchecked(position);
        value.unwrap_or_else(|| panic!("{position:?} is not a position of the game; `get` returns None for it"))
    }

    /// The value of a position, or `None` if it is not a position of the game and its value is not known. Costs one
    /// call of [`Ranked::unrank`] more than [`value`](Self::value).
    pub fn get(&self, position: &G::Position) -> Option<Value> {
        self.game.known_value(position).or_else(|| self.value_of_rank(self.rank(position)?))
    }

    /// The rank of the canonical form of a position, unless it is not a position of the game, or has no rank because its
    /// value is [known](Game::known_value).
    pub fn rank(&self, position: &G::Position) -> Option<u64> {
        checked_rank(&self.game, position).filter(|rank| self.value_of_rank(*rank).is_some())
    }

    /// The canonical positions that have a rank, in the order of ranks, each with its value.
    pub fn iter(&self) -> impl Iterator<Item = (G::Position, Value)> {
        let valued = (0..self.ranks()).filter_map(|rank| Some((rank, self.value_of_rank(rank)?)));
        valued.filter_map(|(rank, value)| Some((self.game.unrank(rank)?, value)))
    }

    /// Those positions of [`iter`](Self::iter) that the player to move wins, loses or draws.
    pub fn with_outcome(&self, outcome: Outcome) -> impl Iterator<Item = (G::Position, Value)> {
        self.iter().filter(move |(_, value)| value.outcome() == outcome)
    }

    /// The value of what is a position of the game unless the game is inconsistent. `None` if its rank has no value.
    #[inline]
    pub(crate) fn value_unchecked(&self, position: &G::Position) -> Option<Value> {
        let known = self.game.known_value(position);
        known.or_else(|| self.value_of_rank(self.game.rank(&self.game.canonical(position))?))
    }

    /// All best moves, in the order of [`Game::successors`]: the fastest wins of a won position, the slowest losses of
    /// a lost one, the moves of a drawn one that keep the draw. Empty if there is none, or the value is
    /// [known](Game::known_value).
    pub fn best_moves(&self, position: &G::Position) -> Vec<G::Position> {
        let Ok(moves) = answers::best_moves(&self.game, position, |position| Ok::<_, Infallible>(self.value(position)));
        moves
    }

    /// The first of the [best moves](Self::best_moves).
    pub fn best_move(&self, position: &G::Position) -> Option<G::Position> {
        self.best_moves(position).into_iter().next()
    }

    /// All moves in the order of [`Game::successors`], each with the value that the position would have if there were
    /// no other move.
    pub fn moves(&self, position: &G::Position) -> Vec<(G::Position, Value)> {
        let Ok(moves) = answers::moves(&self.game, position, |position| Ok::<_, Infallible>(self.value(position)));
        moves
    }

    /// All moves that win, however slowly, in the order of [`Game::successors`].
    pub fn winning_moves(&self, position: &G::Position) -> Vec<G::Position> {
        let moves = self.moves(position).into_iter();
        moves.filter(|(_, value)| value.outcome() == Outcome::Win).map(|(successor, _)| successor).collect()
    }

    /// The positions from this one to the end of the game, or to one whose value is [known](Game::known_value), this one
    /// included, by the first of the best moves in each. A drawn game has no end, so its line is the position alone.
    pub fn principal_line(&self, position: &G::Position) -> Vec<G::Position> {
        let Ok(line) =
            answers::principal_line(&self.game, position, |position| Ok::<_, Infallible>(self.value(position)));
        line
    }
}

impl<G> Solution<G> {
    /// The game that is solved.
    pub fn game(&self) -> &G {
        &self.game
    }

    pub(crate) fn ranks(&self) -> u64 {
        self.cells.len() as u64
    }

    /// The value of the canonical position with this rank, if there is one.
    pub(crate) fn value_of_rank(&self, rank: u64) -> Option<Value> {
        self.cells.get(usize::try_from(rank).ok()?)?.value()
    }

    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A checksum of all values, the same on every machine. Two solutions of a game that differ in one position have
    /// different checksums; other different solutions have the same one with a probability of 2^-64.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        checksum_of_cells((0..).zip(&self.cells))
    }
}

/// The sum for these ranks and their cells.
pub(crate) fn checksum_of_cells<'a>(cells: impl Iterator<Item = (u64, &'a Cell)>) -> u64 {
    let with_value = cells.filter(|(_, cell)| **cell != Cell::NO_POSITION);
    with_value.fold(0, |sum, (rank, cell)| sum.wrapping_add(checksum::of_value(rank, cell.to_bits())))
}

impl<G, H> PartialEq<Solution<H>> for Solution<G> {
    fn eq(&self, other: &Solution<H>) -> bool {
        self.cells == other.cells
    }
}

impl<G> Eq for Solution<G> {}

impl<G> fmt::Debug for Solution<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("ranks", &self.ranks())
            .field("checksum", &format_args!("{:#018x}", self.checksum()))
            .finish_non_exhaustive()
    }
}
