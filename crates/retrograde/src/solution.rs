//! A solved game, and what can be read off it.

use std::collections::BTreeMap;

use crate::game::{Game, Outcome, Value};

/// What is known of a rank, in two bytes: while a game is being solved how many moves are not known to lose, and when it is
/// decided the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell(u16);

impl Cell {
    const DECIDED: u16 = 1 << 15;
    const WON: u16 = 1 << 14;
    /// The largest distance that fits.
    pub(crate) const FARTHEST: u16 = Self::WON - 1;
    /// The largest number of moves that fits.
    pub(crate) const MOST_MOVES: u16 = Self::DECIDED - 2;
    /// For a rank without a position, or whose position another one stands for.
    pub(crate) const NO_POSITION: Self = Self(Self::DECIDED - 1);
    /// For a drawn position.
    const DRAWN: Self = Self(0);

    pub(crate) fn undecided(moves: u16) -> Self {
        debug_assert!(moves <= Self::MOST_MOVES);
        Self(moves)
    }

    /// `None` if the distance does not fit.
    pub(crate) fn decided(value: Value) -> Option<Self> {
        match value {
            Value::Draw => Some(Self::DRAWN),
            Value::Win(plies) if plies <= Self::FARTHEST => Some(Self(Self::DECIDED | Self::WON | plies)),
            Value::Loss(plies) if plies <= Self::FARTHEST => Some(Self(Self::DECIDED | plies)),
            Value::Win(_) | Value::Loss(_) => None,
        }
    }

    pub(crate) fn undecided_moves(self) -> Option<u16> {
        (self.0 & Self::DECIDED == 0).then_some(self.0)
    }

    /// What is undecided when all is done is drawn.
    pub(crate) fn value(self) -> Value {
        match (self.0 & Self::DECIDED != 0, self.0 & Self::WON != 0) {
            (false, _) => Value::Draw,
            (true, true) => Value::Win(self.0 & Self::FARTHEST),
            (true, false) => Value::Loss(self.0 & Self::FARTHEST),
        }
    }
}

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
    /// What a solver has found out. How many moves of a drawn position were left is forgotten, so that equal solutions
    /// are equal.
    pub(crate) fn new(mut cells: Vec<Cell>) -> Self {
        for cell in cells.iter_mut().filter(|cell| cell.undecided_moves().is_some() && **cell != Cell::NO_POSITION) {
            *cell = Cell::DRAWN;
        }
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

    /// The value of a position, unless the game's code is wrong and the position is none of the game that was solved.
    pub(crate) fn get<G: Game>(&self, game: &G, position: &G::Position) -> Option<Value> {
        let canonical = game.canonical(position);
        let cell = self.cells.get(game.rank(&canonical) as usize).filter(|cell| **cell != Cell::NO_POSITION)?;
        (game.unrank(game.rank(&canonical)) == Some(canonical)).then(|| cell.value())
    }

    pub(crate) fn ranks(&self) -> usize {
        self.cells.len()
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
        let best = match self.value(game, position) {
            Value::Win(0) | Value::Loss(0) => return Vec::new(),
            Value::Win(plies) => Value::Loss(plies - 1),
            Value::Loss(plies) => Value::Win(plies - 1),
            Value::Draw => Value::Draw,
        };
        self.moves(game, position, |value| value == best)
    }

    /// All moves that win, however slowly. In the order in which the game gives them.
    pub fn winning_moves<G: Game>(&self, game: &G, position: &G::Position) -> Vec<G::Position> {
        self.moves(game, position, |value| value.outcome() == Outcome::Loss)
    }

    fn moves<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        mut wanted: impl FnMut(Value) -> bool,
    ) -> Vec<G::Position> {
        let mut found = Vec::new();
        game.successors(position, |successor| {
            if wanted(self.value(game, &successor)) {
                found.push(successor);
            }
        });
        found
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
        let mut counts = BTreeMap::new();
        for position in (0..game.ranks()).filter_map(|rank| game.unrank(rank)) {
            *counts.entry(self.value(game, &position)).or_default() += 1;
        }
        counts
    }
}
