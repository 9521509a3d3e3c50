//! A solved game, and what can be read off it.

use std::collections::BTreeMap;
use std::convert::Infallible;

use crate::cell::Cell;
use crate::checksum;
use crate::game::{Game, Outcome, Value};

/// The values of all positions of a game, two bytes for each rank.
///
/// It does not hold the game: each question names it, and must name the one that was solved.
///
/// ```
/// use retrograde::{Game, Value, solve};
///
/// /// A heap from which one, two or three are taken.
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type Position = u32;
///     fn ranks(&self) -> u32 { self.0 + 1 }
///     fn rank(&self, heap: &u32) -> u32 { *heap }
///     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
///     fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
///         (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit);
///     }
/// }
///
/// let game = Heap(10);
/// let mut solution = solve(&game)?;
/// assert_eq!(solution.value(&game, &10), Value::Win(5));
/// assert_eq!(solution.winning_moves(&game, &10), [8]);
/// assert_eq!(solution.best_moves(&game, &8), [7, 6, 5]); // each loses in four
/// assert_eq!(solution.principal_line(&game, &10), [10, 8, 7, 4, 3, 0]);
/// assert_eq!(solution.counts(&game)[&Value::Win(3)], 3); // heaps of 5, 6 and 7
///
/// solution.set(&game, &10, Value::Draw);
/// assert_eq!(solution.value(&game, &10), Value::Draw);
/// # Ok::<(), retrograde::SolveError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Holds for canonical positions; other ranks mean nothing.
    cells: Vec<Cell>,
}

impl Solution {
    pub(crate) fn new(cells: Vec<Cell>) -> Self {
        Self { cells }
    }

    /// What a position is worth to the player to move. Costs its rank and one look-up.
    ///
    /// # Panics
    ///
    /// If the position's rank is not below the ranks of the game that was solved.
    pub fn value<G: Game>(&self, game: &G, position: &G::Position) -> Value {
        self.cells[game.rank(&game.canonical(position)) as usize].value()
    }

    /// The value of a position, or `None` if it is none of the game that was solved. Costs a little more than
    /// [`value`](Self::value), which does not ask.
    pub fn get<G: Game>(&self, game: &G, position: &G::Position) -> Option<Value> {
        let canonical = game.canonical(position);
        let cell = self.cells.get(game.rank(&canonical) as usize).filter(|cell| **cell != Cell::NO_POSITION)?;
        (game.unrank(game.rank(&canonical)) == Some(canonical)).then(|| cell.value())
    }

    pub(crate) fn ranks(&self) -> u32 {
        u32::try_from(self.cells.len()).expect("ranks have 32 bits")
    }

    #[cfg(feature = "files")]
    pub(crate) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// A number for the whole solution: of two that differ in one position it differs, of other two that do it is equal by
    /// chance once in 2^64. The same on every machine and with any number of threads.
    #[must_use]
    pub fn checksum(&self) -> u64 {
        let number = |cells: &[Cell]| cells.iter().fold(0, |number, cell| number << 16 | u64::from(cell.to_bits()));
        checksum::sum(self.cells.chunks(4).map(number).chain([self.cells.len() as u64]))
    }

    /// Overwrites the value of a position, and of those alike. [`verify`](crate::verify()) tells whether it was right to.
    ///
    /// # Panics
    ///
    /// If the distance is above 16,383, or the rank as for [`value`](Self::value).
    pub fn set<G: Game>(&mut self, game: &G, position: &G::Position, value: Value) {
        let cell = Cell::decided(value).expect("a distance of at most 14 bits");
        self.cells[game.rank(&game.canonical(position)) as usize] = cell;
    }

    /// The moves that are best: in a won position those that win fastest, in a lost one those that lose slowest, in a drawn
    /// one those that keep the draw. In the order in which the game gives them; none where there is no move.
    pub fn best_moves<G: Game>(&self, game: &G, position: &G::Position) -> Vec<G::Position> {
        let Ok(best) = best_moves(game, position, |position| Ok::<_, Infallible>(self.value(game, position)));
        best
    }

    /// All moves that win, however slowly. In the order in which the game gives them.
    pub fn winning_moves<G: Game>(&self, game: &G, position: &G::Position) -> Vec<G::Position> {
        let value = |position: &G::Position| Ok::<_, Infallible>(self.value(game, position));
        let Ok(winning) = moves(game, position, value, |value| value.outcome() == Outcome::Win);
        winning
    }

    /// The positions from this one to the end if both play perfectly, this one included; of several best moves the first.
    /// A drawn game has no end, so of it there is this position alone.
    pub fn principal_line<G: Game>(&self, game: &G, position: &G::Position) -> Vec<G::Position> {
        let mut line = vec![position.clone()];
        if self.value(game, position) != Value::Draw {
            while let Some(next) = line.last().and_then(|last| self.best_moves(game, last).into_iter().next()) {
                line.push(next);
            }
        }
        line
    }

    /// How many positions there are of each value, wins first, then losses, then draws, each by distance.
    pub fn counts<G: Game>(&self, game: &G) -> BTreeMap<Value, u64> {
        self.counts_of(game, |_| true)
    }

    /// Likewise of the positions that are wanted: of those with White to move, or of canonical ones.
    pub fn counts_of<G: Game>(&self, game: &G, wanted: impl Fn(&G::Position) -> bool) -> BTreeMap<Value, u64> {
        let mut counts = BTreeMap::new();
        for position in (0..game.ranks()).filter_map(|rank| game.unrank(rank)).filter(wanted) {
            *counts.entry(self.value(game, &position)).or_default() += 1;
        }
        counts
    }
}

/// The best moves, as [`Solution::best_moves`] has them, if `value` says what positions are worth.
pub(crate) fn best_moves<G: Game, E>(
    game: &G,
    position: &G::Position,
    value: impl Fn(&G::Position) -> Result<Value, E>,
) -> Result<Vec<G::Position>, E> {
    let best = match value(position)? {
        Value::Win(0) | Value::Loss(0) => return Ok(Vec::new()),
        Value::Win(plies) => Value::Win(plies - 1),
        Value::Loss(plies) => Value::Loss(plies - 1),
        Value::Draw => Value::Draw,
    };
    moves(game, position, value, |value| value == best)
}

/// The moves after which the position is worth what is wanted to the player who has moved.
fn moves<G: Game, E>(
    game: &G,
    position: &G::Position,
    value: impl Fn(&G::Position) -> Result<Value, E>,
    wanted: impl Fn(Value) -> bool,
) -> Result<Vec<G::Position>, E> {
    let mut found = Ok(Vec::new());
    game.successors(position, |successor| {
        if let Ok(good) = &mut found {
            match value(&successor) {
                Ok(value)
                    if wanted(if game.moves_again(position, &successor) { value } else { value.for_the_other() }) =>
                {
                    good.push(successor);
                }
                Ok(_) => {}
                Err(error) => found = Err(error),
            }
        }
    });
    found
}
