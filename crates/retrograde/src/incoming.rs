//! The moves that lead to a position, as the solver sees them.

use crate::error::SolveError;
use crate::game::{Ranked, until_error};

/// A move, or several symmetric ones, seen from the canonical position that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IncomingMove {
    /// The rank of the canonical position of where the move starts.
    pub(crate) from: u64,
    /// How much the move counts among all moves of that position.
    pub(crate) weight: u32,
    /// Whether the player who makes the move keeps the turn.
    pub(crate) moves_again: bool,
}

/// Finds the moves that lead to a position. Only canonical positions occur, and no moves from or to positions of known
/// value.
pub(crate) trait IncomingMoves<G: Ranked>: Sync {
    /// Visits each move that leads to the canonical position of this rank or to a symmetric one. An error is in a box,
    /// so that a result fits into a register.
    fn visit(
        &self,
        game: &G,
        rank: u64,
        visit: impl FnMut(IncomingMove) -> Result<(), Box<SolveError>>,
    ) -> Result<(), Box<SolveError>>;
}

/// Asks the game for the predecessors of a position whenever they are needed.
///
/// With symmetries, a canonical position stands for its whole orbit. Let `a` have `out` moves into the orbit of `b`,
/// and `b` have `back` predecessors in the orbit of `a`. Symmetric positions have symmetric moves, so
/// `orbit(a) * out == orbit(b) * back`: both count the moves from one orbit into the other. Therefore a position starts
/// with the weight `orbit(a)` for each of its moves, and loses the weight `orbit(b)` for each predecessor that `b`
/// visits.
pub(crate) struct OnDemand;

impl<G: Ranked> IncomingMoves<G> for OnDemand {
    #[inline]
    fn visit(
        &self,
        game: &G,
        rank: u64,
        mut visit: impl FnMut(IncomingMove) -> Result<(), Box<SolveError>>,
    ) -> Result<(), Box<SolveError>> {
        let position = game.unrank(rank).ok_or(SolveError::NoPosition { rank: Some(rank), from: Some(rank) })?;
        if game.known_value(&position).is_some() {
            // Moves to it were looked at from where they start.
            return Ok(());
        }
        let weight = game.orbit(&position);
        let mut result = Ok(());
        let visit = |predecessor| {
            let Some(from) = rank_of_predecessor(game, &predecessor) else { return Ok(()) };
            visit(IncomingMove { from, weight, moves_again: game.moves_again(&predecessor, &position) })
        };
        game.predecessors(&position, &mut until_error(&mut result, visit));
        result
    }
}

/// The rank of a predecessor's canonical position; `None` if the predecessor is to be ignored.
#[allow(
    clippy::inline_always,
    reason = "a call for each predecessor would take a quarter of the time that the L game takes"
)]
#[inline(always)]
pub(crate) fn rank_of_predecessor<G: Ranked>(game: &G, predecessor: &G::Position) -> Option<u64> {
    if game.known_value(predecessor).is_some() { None } else { game.rank(&game.canonical(predecessor)) }
}
