//! Solutions in files: what is saved is what is loaded, or there is an error that says why not.

mod bytes;
mod disk;

use retrograde::{Bytes, Game, LoadError, Outcome, Refusal, Solution, Stored, solve};

use crate::graph::Graph;

/// A game in which each position leads to the one before it, and which ends in a draw or not.
fn chain(positions: u32, end: Outcome) -> Graph<false> {
    let moves = (0..positions).map(|position| position.checked_sub(1).into_iter().collect()).collect();
    Graph::new(moves, vec![end; positions as usize])
}

/// Chains of so many positions one after the other.
fn comb(positions: u32, length: u32) -> Graph<false> {
    let mut graph = chain(positions.max(length), Outcome::Loss);
    graph.moves.iter_mut().step_by(length as usize).for_each(|moves| *moves = Some(vec![]));
    graph
}

/// A chain with a rank that has no position, drawn positions, and a win at once.
fn mixed(positions: u32) -> Graph<false> {
    let mut graph = chain(positions, Outcome::Loss);
    graph.moves[3] = Some(vec![3]);
    graph.moves[5] = Some(vec![]);
    graph.endings[5] = Outcome::Win;
    graph.moves[7] = Some(vec![]);
    graph.moves[6] = None;
    graph
}

fn saved(game: &Graph<false>, name: &str) -> (Solution, Vec<u8>) {
    let solution = solve(game).expect("a sound game");
    let mut bytes = Vec::new();
    solution.write(name, &mut bytes).expect("memory takes everything");
    (solution, bytes)
}

fn open<'a>(bytes: &'a [u8], game: &Graph<false>) -> Result<Stored<Bytes<&'a [u8]>>, LoadError> {
    Stored::new(Bytes(bytes), game, "a chain")
}

fn positions(game: &Graph<false>) -> impl Iterator<Item = u32> {
    (0..game.ranks()).filter_map(|rank| game.unrank(rank))
}

fn is_damaged<T>(result: &Result<T, LoadError>) -> bool {
    matches!(result, Err(LoadError { reason: Refusal::Damaged { .. }, .. }))
}

fn is_unreadable<T>(result: &Result<T, LoadError>) -> bool {
    matches!(result, Err(LoadError { reason: Refusal::Unreadable(_), .. }))
}
