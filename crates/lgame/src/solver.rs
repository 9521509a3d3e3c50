//! Which move to make.

use std::sync::LazyLock;

use retrograde::{Game, Solution, Value, solve};

use crate::game::LGame;
use crate::rules::Position;

/// The whole game, solved.
pub struct Solver {
    solution: Solution,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Solves the game.
    ///
    /// # Panics
    ///
    /// Never: the game is small and its code has been audited.
    #[must_use]
    pub fn new() -> Self {
        Self { solution: solve(&LGame).expect("a small game without flaws") }
    }

    /// The solver that everybody shares: solved when it is first asked for, and never again.
    #[must_use]
    pub fn shared() -> &'static Self {
        static SHARED: LazyLock<Solver> = LazyLock::new(Solver::new);
        &SHARED
    }

    /// All values.
    #[must_use]
    pub fn solution(&self) -> &Solution {
        &self.solution
    }

    /// What a position is worth to the player to move. Costs a look-up.
    ///
    /// ```
    /// use lgame::{Position, Solver};
    /// use retrograde::Value;
    ///
    /// let position = Position::parse([*b"...x", *b"###.", *b"#***", *b"x..*"]).expect("a legal position");
    /// assert_eq!(Solver::new().value(position), Value::Draw);
    /// ```
    #[must_use]
    pub fn value(&self, position: Position) -> Value {
        self.solution.value(&LGame, &position)
    }

    /// The move to make, as the position after it, still seen by the player who makes it. `None` if there is no move.
    ///
    /// Of the best moves it is one without a neutral piece moved if there is one, and of those the one whose grid comes
    /// first, read as a text: the same on every machine.
    ///
    /// ```
    /// use lgame::{Position, Solver};
    ///
    /// let position = Position::parse([*b".***", *b"#*.x", *b"###.", *b"x..."]).expect("a legal position");
    /// let after = Solver::new().choose(position).map(Position::grid);
    /// assert_eq!(after, Some([*b".***", *b"x*#x", *b"###.", *b"...."]));
    /// ```
    #[must_use]
    pub fn choose(&self, position: Position) -> Option<Position> {
        let best = self.solution.best_moves(&LGame, &position).into_iter().map(Position::swapped);
        best.min_by_key(|after| (after.neutrals() != position.neutrals(), after.grid()))
    }

    /// The positions from this one to the end, each as its mover sees it, if both make the move to make. A drawn game has
    /// no end, so of it there is this position alone.
    ///
    /// ```
    /// # use lgame::{Position, Solver};
    /// let position = Position::parse([*b".***", *b"#*.x", *b"###.", *b"x..."]).expect("a legal position");
    /// assert_eq!(Solver::new().line(position).len(), 1 + 5); // won with the fifth move
    /// ```
    #[must_use]
    pub fn line(&self, position: Position) -> Vec<Position> {
        let mut line = vec![position];
        if self.value(position) != Value::Draw {
            while let Some(after) = line.last().and_then(|&last| self.choose(last)) {
                line.push(after.swapped());
            }
        }
        line
    }

    /// Every position, by rank.
    pub(crate) fn positions() -> impl Iterator<Item = Position> {
        (0..LGame.ranks()).filter_map(|rank| LGame.unrank(rank))
    }
}
