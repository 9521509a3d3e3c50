//! What the programs' tests share: their fixtures, running a built program, and showing what it did.
//!
//! Nothing here knows a game or a solver, and no program depends on it outside its tests; the bench does.

#![expect(clippy::missing_panics_doc, reason = "a helper that panics is a test that fails")]

mod alone;
mod contract;
mod fixtures;
mod picture;
mod program;
mod shapes;
mod temporary;

use std::ops::RangeInclusive;

use judge::Dice;

pub use alone::{alone, peak_memory, run_alone};
pub use contract::Subject;
pub use fixtures::{
    Fixture, agree_with_oracle, agree_with_picture, agree_with_recipe, answers_come_out, fixtures, workspace,
};
pub use program::{Program, Run, transcript};
pub use shapes::cases_are_legal;
pub use temporary::TemporaryFolder;

/// Boards as most judges give them: how many there are, then each on a line.
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
    mut board: impl FnMut(&mut Dice, usize) -> Vec<u8>,
) -> Vec<u8> {
    let mut dice = Dice::new(seed);
    let boards: Vec<Vec<u8>> = (0..count)
        .map(|_| {
            let cells = cells.start() + dice.below(cells.end() - cells.start() + 1);
            board(&mut dice, cells)
        })
        .collect();
    counted(&boards)
}

/// The README's examples are tested like those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
