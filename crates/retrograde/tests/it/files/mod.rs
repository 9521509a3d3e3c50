//! Saving and loading solutions.

mod bytes;
mod disk;
mod shares;

use std::io;
use std::path::Path;

use retrograde::{
    Bytes, LoadError, LoadErrorKind, NewShare, Outcome, PreparedShare, Ranked, Solution, SolvedShare, Stored, solve,
};

use crate::graph::{Graph, chain, index};

/// A game of several chains, all of this length.
fn comb(positions: u64, length: u64) -> Graph {
    let mut graph = chain(positions.max(length), Outcome::Loss);
    graph.moves.iter_mut().step_by(index(length)).for_each(|moves| *moves = Some(vec![]));
    graph
}

/// A chain with a rank without a position, with drawn positions, and a win without moves.
fn mixed(positions: u64) -> Graph {
    let mut graph = chain(positions, Outcome::Loss);
    graph.moves[3] = Some(vec![3]);
    graph.moves[5] = Some(vec![]);
    graph.endings[5] = Outcome::Win;
    graph.moves[7] = Some(vec![]);
    graph.moves[6] = None;
    graph
}

fn saved<'g>(game: &'g Graph, name: &str) -> (Solution<&'g Graph>, Vec<u8>) {
    let solution = solve(game).expect("a consistent game");
    let mut bytes = Vec::new();
    solution.write(name, &mut bytes).expect("a vector takes everything");
    (solution, bytes)
}

/// Creates the file of a share and writes it.
pub(crate) fn prepare(share: &SolvedShare, name: &str, checksum: u64, path: &Path) -> io::Result<PreparedShare> {
    share.prepare(name, checksum, NewShare::create(path, share.deal(), share.worker())?)
}

fn open<'a>(bytes: &'a [u8], game: &'a Graph) -> Result<Stored<&'a Graph, Bytes<&'a [u8]>>, LoadError> {
    Stored::new(Bytes(bytes), game, "a chain")
}

fn positions(game: &Graph) -> impl Iterator<Item = u64> {
    (0..game.ranks()).filter_map(|rank| game.unrank(rank))
}

/// The checksum of bytes, from the description of the format.
fn checksum_of_bytes(bytes: &[u8]) -> u64 {
    let mix = |number: u64| {
        let mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    };
    let words = bytes.chunks(8).map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    words.chain([bytes.len() as u64]).fold(0, |sum, word| mix(sum ^ word))
}

fn is_damaged<T>(result: &Result<T, LoadError>) -> bool {
    result.as_ref().is_err_and(|error| matches!(error.kind(), LoadErrorKind::Damaged { .. }))
}

fn is_unreadable<T>(result: &Result<T, LoadError>) -> bool {
    result.as_ref().is_err_and(|error| matches!(error.kind(), LoadErrorKind::Io(_)))
}
