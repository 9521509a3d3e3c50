//! The moves that lead to a position, as the solver sees them.

use crate::game::{Game, Predecessors, until_error};
use crate::solve::SolveError;

/// A move, or several symmetric ones, seen from the canonical position that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IncomingMove {
    /// The rank of the canonical position of where the move starts.
    pub(crate) from: u32,
    /// How much the move counts among all moves of that position.
    pub(crate) weight: u32,
    /// Whether the player who makes the move keeps the turn.
    pub(crate) moves_again: bool,
}

/// Finds the moves that lead to a position. Only canonical positions occur.
pub(crate) trait IncomingMoves<G: Game>: Sync {
    /// Visits each move that leads to the canonical position of this rank or to a symmetric one.
    fn visit(
        &self,
        game: &G,
        rank: u32,
        visit: impl FnMut(IncomingMove) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>;
}

/// Asks the game for the predecessors of a position whenever they are needed.
///
/// With symmetries, a canonical position stands for its whole orbit. Let `a` have `out` moves into the orbit of `b`, and `b`
/// have `back` predecessors in the orbit of `a`. Symmetric positions have symmetric moves, so
/// `orbit(a) * out == orbit(b) * back`: both count the moves from one orbit into the other. Therefore a position starts with
/// the weight `orbit(a)` for each of its moves, and loses the weight `orbit(b)` for each predecessor that `b` visits.
pub(crate) struct OnDemand;

impl OnDemand {
    /// The weight of all moves of a canonical position together.
    pub(crate) fn weight_of_all_moves<G: Game>(game: &G, position: &G::Position) -> u64 {
        u64::from(game.move_count(position)) * u64::from(game.orbit(position))
    }
}

impl<G: Predecessors> IncomingMoves<G> for OnDemand {
    #[inline]
    fn visit(
        &self,
        game: &G,
        rank: u32,
        mut visit: impl FnMut(IncomingMove) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let position = game.unrank(rank).ok_or(SolveError::NoPosition { rank })?;
        let weight = game.orbit(&position);
        let mut result = Ok(());
        let visitor = until_error(&mut result, |predecessor| {
            let moves_again = game.moves_again(&predecessor, &position);
            visit(IncomingMove { from: game.rank(&game.canonical(&predecessor)), weight, moves_again })
        });
        let _ = game.predecessors(&position, visitor);
        result
    }
}

/// The position of a rank, if it is canonical.
pub(crate) fn canonical_position<G: Game>(game: &G, rank: u32) -> Option<G::Position> {
    game.unrank(rank).filter(|position| game.canonical(position) == *position)
}
