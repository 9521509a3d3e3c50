//! The moves of a game backwards: asked of the game, or gathered once where the game cannot tell.

use crate::game::Game;
use crate::solve::SolveError;

/// Where positions come from. Only canonical positions occur.
///
/// Each edge has a weight, and the edges into `position` with their weights sum up, over all positions, to what
/// [`weight_of_all_moves`](Self::weight_of_all_moves) says of a position that they come from.
pub(crate) trait Reverse<G: Game> {
    /// Visits the canonical position of each move that leads to the canonical `position` or one alike, with its weight.
    fn predecessors(
        &self,
        game: &G,
        position: &G::Position,
        visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>;

    /// The weight of all moves of a canonical position together.
    fn weight_of_all_moves(&self, game: &G, position: &G::Position) -> u64;
}

/// Asks the game.
///
/// Of a position's moves, so many lead into another position's orbit; and of the positions that lead to that other one,
/// so many lie in the orbit of the first. Counted over both orbits these are the same moves, so the two numbers are equal
/// if each is multiplied by the size of the orbit that it was counted for. Those are the weights.
pub(crate) struct Asked;

impl<G: Game> Reverse<G> for Asked {
    #[inline]
    fn predecessors(
        &self,
        game: &G,
        position: &G::Position,
        mut visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let weight = game.orbit(position);
        let mut visited = Ok(());
        game.predecessors(position, |predecessor| {
            if visited.is_ok() {
                visited = visit(game.rank(&game.canonical(&predecessor)), weight);
            }
        });
        visited
    }

    fn weight_of_all_moves(&self, game: &G, position: &G::Position) -> u64 {
        u64::from(game.move_count(position)) * u64::from(game.orbit(position))
    }
}

/// The graph with its edges turned round. Takes four bytes for each rank and each move of a canonical position.
pub(crate) struct Gathered {
    /// The edges into rank `r` are `sources[ends[r - 1]..ends[r]]`.
    ends: Vec<u32>,
    sources: Vec<u32>,
}

impl Gathered {
    pub(crate) fn new<G: Game>(game: &G) -> Result<Self, SolveError> {
        let ranks = game.ranks() as usize;
        let mut ends = vec![0_u32; ranks];
        let mut edges = 0_u32;
        for_each_edge(game, |_, to| {
            edges = edges.checked_add(1).ok_or(SolveError::TooManyMovesInAll)?;
            ends[to as usize] += 1;
            Ok(())
        })?;
        let mut end = 0;
        for count in &mut ends {
            // For now the beginning; filling moves it to the end.
            (*count, end) = (end, end + *count);
        }
        let mut sources = vec![0; edges as usize];
        for_each_edge(game, |from, to| {
            let place = &mut ends[to as usize];
            sources[*place as usize] = from;
            *place += 1;
            Ok(())
        })?;
        Ok(Self { ends, sources })
    }
}

impl<G: Game> Reverse<G> for Gathered {
    fn predecessors(
        &self,
        game: &G,
        position: &G::Position,
        mut visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let rank = game.rank(position) as usize;
        let begin = rank.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.sources[begin as usize..self.ends[rank] as usize].iter().try_for_each(|&source| visit(source, 1))
    }

    fn weight_of_all_moves(&self, game: &G, position: &G::Position) -> u64 {
        u64::from(game.move_count(position))
    }
}

/// Visits each move of each canonical position, as the ranks of canonical positions.
fn for_each_edge<G: Game>(
    game: &G,
    mut visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    for from in 0..game.ranks() {
        let Some(position) = game.unrank(from).filter(|position| game.canonical(position) == *position) else {
            continue;
        };
        let mut visited = Ok(());
        game.successors(&position, |successor| {
            if visited.is_ok() {
                let to = game.rank(&game.canonical(&successor));
                visited =
                    if to < game.ranks() { visit(from, to) } else { Err(SolveError::NoSuchRank { rank: to, from }) };
            }
        });
        visited?;
    }
    Ok(())
}
