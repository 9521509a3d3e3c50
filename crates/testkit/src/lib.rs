//! What the programs' tests share: their fixtures, running a built program, and showing its output.
//!
//! Nothing here knows a game or a solver. Only tests and the bench depend on it.

#![expect(clippy::missing_panics_doc, reason = "a helper that panics is a test that fails")]

mod alone;
mod anagrams;
mod contract;
mod fixtures;
mod generated;
mod picture;
mod program;
mod temporary;

use std::ops::RangeInclusive;

use problem::Rng;

pub use alone::{alone, peak_memory, run_alone};
pub use anagrams::{Anagram, Anagrams};
pub use contract::Subject;
pub use fixtures::{
    Fixture, agree_with_oracle, agree_with_picture, agree_with_recipe, answers_come_out, fixtures, judges, name,
    programs, workspace,
};
pub use generated::cases_are_legal;
pub use program::{Program, Run, transcript};
pub use temporary::TemporaryFolder;

/// Boards as most judges give them: their number, then each on a line.
#[must_use]
pub fn counted(boards: &[Vec<u8>]) -> Vec<u8> {
    let mut input = format!("{}\n", boards.len()).into_bytes();
    for board in boards {
        input.extend_from_slice(board);
        input.push(b'\n');
    }
    input
}

/// Random boards with a number of cells within `cells`, as most judges give them, fixed by a seed.
#[must_use]
pub fn random_boards(
    seed: u64,
    count: usize,
    cells: RangeInclusive<usize>,
    mut board: impl FnMut(&mut Rng, usize) -> Vec<u8>,
) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let boards: Vec<Vec<u8>> = (0..count)
        .map(|_| {
            let cells = cells.start() + rng.below(cells.end() - cells.start() + 1);
            board(&mut rng, cells)
        })
        .collect();
    counted(&boards)
}

/// The README's examples are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
