//! The solved game, and the choice of a move.

use std::alloc::{Layout, handle_alloc_error};
use std::sync::LazyLock;

use retrograde::{Ranked, Solution, SolveError, Value};

use crate::game::LGame;
use crate::rules::Position;

/// A solver of all positions, which chooses the same move in a position on every machine.
#[derive(Debug)]
pub struct Solver {
    solution: Solution<LGame>,
}

/// Ends the process with the message of the standard library.
fn out_of_memory(bytes: u64) -> ! {
    let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
    handle_alloc_error(Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u8>()))
}

impl Solver {
    /// The solver, which is created by the first call: that solves the game, which takes less than a millisecond and some
    /// hundred KiB. Without that memory the process ends, as it does wherever the standard library finds none.
    ///
    /// # Panics
    ///
    /// Never: the game is consistent, as an audit in the tests shows.
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Solver> = LazyLock::new(|| {
            let solution = retrograde::Solver::new().solve(LGame).unwrap_or_else(|error| match error {
                SolveError::OutOfMemory { bytes } => out_of_memory(bytes),
                inconsistent => panic!("{inconsistent}"),
            });
            Solver { solution }
        });
        &SHARED
    }

    /// The solution of the game.
    pub fn solution(&self) -> &Solution<LGame> {
        &self.solution
    }

    /// The value of a position for the player to move. Takes one look-up.
    ///
    /// ```
    /// use lgame::{Position, Solver};
    /// use retrograde::Value;
    ///
    /// let position = Position::parse([*b"...x", *b"###.", *b"#***", *b"x..*"]).expect("a legal position");
    /// assert_eq!(Solver::shared().value(position), Value::Draw);
    /// ```
    pub fn value(&self, position: Position) -> Value {
        self.solution.value(&position)
    }

    /// Chooses a move: the position after it, still seen by the player who makes it, or `None` if there is no move.
    ///
    /// Of the best moves, those that leave the neutral pieces where they are take precedence, and of those the one
    /// whose grid comes first in lexicographic order.
    ///
    /// ```
    /// use lgame::{Position, Solver};
    ///
    /// let position = Position::parse([*b".***", *b"#*.x", *b"###.", *b"x..."]).expect("a legal position");
    /// let after = Solver::shared().choose(position).map(Position::grid);
    /// assert_eq!(after, Some([*b".***", *b"x*#x", *b"###.", *b"...."]));
    /// ```
    pub fn choose(&self, position: Position) -> Option<Position> {
        let best = self.solution.best_moves(&position).into_iter().map(Position::swapped);
        best.min_by_key(|after| (after.neutrals() != position.neutrals(), after.grid()))
    }

    /// The positions from this one to the end of the game if both players make the [chosen](Self::choose) moves, each
    /// seen by the player to move. A drawn game has no end, so its line is the position alone.
    ///
    /// ```
    /// # use lgame::{Position, Solver};
    /// let position = Position::parse([*b".***", *b"#*.x", *b"###.", *b"x..."]).expect("a legal position");
    /// assert_eq!(Solver::shared().line(position).len(), 1 + 5); // won with the fifth move
    /// ```
    pub fn line(&self, position: Position) -> Vec<Position> {
        let mut line = vec![position];
        if self.value(position) != Value::Draw {
            while let Some(after) = line.last().and_then(|&last| self.choose(last)) {
                line.push(after.swapped());
            }
        }
        line
    }

    /// All positions, ordered by rank.
    pub(crate) fn positions() -> impl Iterator<Item = Position> {
        (0..LGame.ranks()).filter_map(|rank| LGame.unrank(rank))
    }
}
