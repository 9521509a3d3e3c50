//! How far the library is with its work: what [`Solver::on_progress`](crate::Solver::on_progress) reports, often
//! enough for a progress bar.

use std::fmt;

/// How far a [`Solver`](crate::Solver), or all workers of a game together, are with their work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The stage of the work.
    pub stage: Stage,
    /// How much of the stage is done: positions while [exploring](Stage::Exploring) and [working
    /// backwards](Stage::WorkingBackwards), and of a sample; ranks in all other cases.
    pub done: u64,
    /// How much there is to do: while exploring, the positions found so far. While working backwards, drawn positions
    /// are never done.
    pub total: u64,
}

/// A stage of a [`Solver`](crate::Solver)'s work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Finding the positions that can be reached, for [`Subset`](crate::Subset) and [`Explored`](crate::Explored).
    Exploring,
    /// Finding the ranks that have a canonical position. The first stage of solving.
    Enumerating,
    /// Storing the moves that lead to each position, in two passes, for a game that does not list predecessors.
    StoringMoves {
        /// 1 or 2.
        pass: u8,
    },
    /// Working backwards from the ends of the game. The last stage of solving.
    WorkingBackwards {
        /// The distance of the positions that are being decided. At first 0, for those where the game has ended.
        plies: u16,
    },
    /// Finding the values of a part without moves inside from the parts that its moves lead to.
    LookingAhead,
    /// Verifying a solution.
    Verifying,
    /// Auditing a game, in one pass; in some more if that has found that it is inconsistent.
    Auditing,
    /// Counting positions.
    Counting,
    /// Writing the solution of a part.
    Writing,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exploring => write!(f, "exploring"),
            Self::Enumerating => write!(f, "enumerating positions"),
            Self::StoringMoves { pass } => write!(f, "storing the moves, pass {pass} of 2"),
            Self::WorkingBackwards { plies } => write!(f, "working backwards, {plies} plies from the end"),
            Self::LookingAhead => write!(f, "looking at the next parts"),
            Self::Verifying => write!(f, "verifying"),
            Self::Auditing => write!(f, "auditing"),
            Self::Counting => write!(f, "counting positions"),
            Self::Writing => write!(f, "writing"),
        }
    }
}

impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stage, done, total } = self;
        write!(f, "{stage}: {done} of {total}")
    }
}
