//! The moves of a game backwards, and how they are asked of the game itself.

use crate::game::Game;
use crate::solve::SolveError;

/// A move, or several alike, seen from the canonical position that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Edge {
    /// The rank of the canonical position of where it begins.
    pub(crate) from: u32,
    /// How much it counts among all moves of where it begins. The largest number stands for all that is too large.
    pub(crate) weight: u16,
    /// Whether who has moved moves again.
    pub(crate) again: bool,
}

/// Where positions come from. Only canonical positions occur.
pub(crate) trait Reverse<G: Game>: Sync {
    /// Visits each move that leads to the canonical position of this rank or one alike.
    fn edges(&self, game: &G, rank: u32, visit: impl FnMut(Edge) -> Result<(), SolveError>) -> Result<(), SolveError>;
}

/// Asks the game.
///
/// Let `a` have `forth` moves into the orbit of `b`, and `b` be reached by `back` moves from the orbit of `a`. Alike positions
/// have alike moves, so `orbit(a) · forth = orbit(b) · back`: both count all moves from one orbit into the other. So a
/// position begins with its orbit for each of its moves, and loses the orbit of `b` for each move back from `b`.
pub(crate) struct Asked;

impl<G: Game> Reverse<G> for Asked {
    #[inline]
    fn edges(
        &self,
        game: &G,
        rank: u32,
        mut visit: impl FnMut(Edge) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let position = game.unrank(rank).ok_or(SolveError::NoPosition { rank })?;
        let weight = u16::try_from(game.orbit(&position)).unwrap_or(u16::MAX);
        let mut visited = Ok(());
        game.predecessors(&position, |predecessor| {
            if visited.is_ok() {
                let again = game.moves_again(&predecessor, &position);
                visited = visit(Edge { from: game.rank(&game.canonical(&predecessor)), weight, again });
            }
        });
        visited
    }
}

/// The weight of all moves of a canonical position together, if the game is [asked](Asked).
pub(crate) fn weight_of_all_moves<G: Game>(game: &G, position: &G::Position) -> u64 {
    u64::from(game.move_count(position)) * u64::from(game.orbit(position))
}

/// The position of a rank, if it is one that stands for those alike.
pub(crate) fn canonical_position<G: Game>(game: &G, rank: u32) -> Option<G::Position> {
    game.unrank(rank).filter(|position| game.canonical(position) == *position)
}
