//! Shared by the tests of all programs: their fixtures, the contract of their command line, running a built program and
//! showing its output.
//!
//! Nothing here knows a game or a solver. No program that people use depends on this crate: only tests, the bench, and
//! what looks for errors, `properties` and `crash-test`.

#![allow(clippy::must_use_candidate, reason = "the crate is for this workspace alone, which ignores no result")]
#![expect(clippy::missing_panics_doc, reason = "a helper that panics is a test that fails")]

mod anagrams;
mod candidates;
mod contract;
mod documents;
mod fixtures;
mod generated;
mod junit;
mod language;
mod page;
mod picture;
mod program;
mod session;
mod skip;
mod snapshots;
pub mod subprocess;
mod temporary;

use std::ops::RangeInclusive;

use problem::Rng;

pub use anagrams::{Anagram, Anagrams};
pub use documents::{Session, agree_with_sessions, agree_with_tutorial, sessions};
pub use fixtures::{
    Fixture, agree_with_file, agree_with_picture, agree_with_recipe, agree_with_recipes, fixtures, programs,
};
pub use junit::assert_valid_junit;
pub use language::Language;
pub use page::{assert_page_fits, page_lines};
pub use program::{Program, Run, Subject, workspace};
pub use session::{Setting, agree_with_sections};
pub use skip::skip;
pub use snapshots::{Snapshot, assert_snapshots};
pub use subprocess::{PATIENCE, peak_memory, run_in_subprocess, subprocess_argument, wait_until};
pub use temporary::TemporaryFolder;

/// The input that most judges give: the number of boards, then the boards, one per line.
pub fn counted(boards: &[Vec<u8>]) -> Vec<u8> {
    let mut input = format!("{}\n", boards.len()).into_bytes();
    for board in boards {
        input.extend_from_slice(board);
        input.push(b'\n');
    }
    input
}

/// An input of `count` random boards as [`counted`] writes it. `board` makes one board of a random size within `cells`.
pub fn random_boards(
    seed: u64,
    count: usize,
    cells: RangeInclusive<usize>,
    mut board: impl FnMut(&mut Rng, usize) -> Vec<u8>,
) -> Vec<u8> {
    let mut rng = Rng::new(seed);
    let boards: Vec<Vec<u8>> = (0..count)
        .map(|_| {
            let cells = rng.between(*cells.start(), *cells.end());
            board(&mut rng, cells)
        })
        .collect();
    counted(&boards)
}
