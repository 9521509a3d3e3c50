//! The moves of a game backwards: asked of the game, or gathered once where the game cannot tell.

use crate::game::Game;
use crate::solve::SolveError;

/// Where positions come from. Only canonical positions occur.
///
/// Each edge has a weight, and the edges into `position` with their weights sum up, over all positions, to what
/// [`weight_of_all_moves`](Self::weight_of_all_moves) says of a position that they come from.
pub(crate) trait Reverse<G: Game> {
    /// Visits the rank of the canonical position of each move that leads to the canonical position of this rank or one
    /// alike, with its weight.
    fn predecessors(
        &self,
        game: &G,
        rank: u32,
        visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
    ) -> Result<(), SolveError>;

    /// The weight of all moves of a canonical position together.
    fn weight_of_all_moves(&self, game: &G, position: &G::Position) -> u64;
}

/// Asks the game.
///
/// Let `a` have `forth` moves into the orbit of `b`, and `b` be reached by `back` moves from the orbit of `a`. Alike positions
/// have alike moves, so `orbit(a) · forth = orbit(b) · back`: both count all moves from one orbit into the other. So a
/// position begins with its orbit for each of its moves, and loses the orbit of `b` for each move back from `b`.
pub(crate) struct Asked;

impl<G: Game> Reverse<G> for Asked {
    #[inline]
    fn predecessors(
        &self,
        game: &G,
        rank: u32,
        mut visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let position = game.unrank(rank).ok_or(SolveError::NoPosition { rank })?;
        let weight = game.orbit(&position);
        let mut visited = Ok(());
        game.predecessors(&position, |predecessor| {
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
        let canonical: Vec<bool> = (0..game.ranks()).map(|rank| canonical_position(game, rank).is_some()).collect();
        let mut ends = vec![0_u32; canonical.len()];
        let mut edges = 0_u32;
        for_each_edge(game, &canonical, |_, to| {
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
        for_each_edge(game, &canonical, |from, to| {
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
        _: &G,
        rank: u32,
        mut visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let rank = rank as usize;
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
    canonical: &[bool],
    mut visit: impl FnMut(u32, u32) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    for from in (0..game.ranks()).filter(|&from| canonical[from as usize]) {
        let position = game.unrank(from).ok_or(SolveError::NoPosition { rank: from })?;
        let mut visited = Ok(());
        game.successors(&position, |successor| {
            if visited.is_ok() {
                let to = game.rank(&game.canonical(&successor));
                visited = match canonical.get(to as usize) {
                    Some(true) => visit(from, to),
                    Some(false) => Err(SolveError::NoPosition { rank: to }),
                    None => Err(SolveError::NoSuchRank { rank: to, from }),
                };
            }
        });
        visited?;
    }
    Ok(())
}

/// The position of a rank, if it is one that stands for those alike.
pub(crate) fn canonical_position<G: Game>(game: &G, rank: u32) -> Option<G::Position> {
    game.unrank(rank).filter(|position| game.canonical(position) == *position)
}
