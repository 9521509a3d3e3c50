//! Cases for the tests of the comparison.

use super::{Case, Comparison, Difference, compare_cases};

/// A case by its right answers, the expected one first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Example(pub(super) &'static [&'static str]);

pub(super) const VERDICT: Example = Example(&["Case 1: No\n"]);
pub(super) const NUMBERS: Example = Example(&["WINNING\n2 3 5\n"]);
pub(super) const LOSING: Example = Example(&["LOSING\n\n"]);
pub(super) const WORD: Example = Example(&["YES\nab\n", "YES\nba\n"]);
pub(super) const GRID: Example = Example(&["#*\nx.\n", "#*\n.x\n", ".*\nx#\n"]);
/// A case whose right answers differ in the number of their words.
pub(super) const PATH: Example = Example(&["2 steps\n1 3\n", "3 steps\n1 2 3\n", "1 step\n3\n"]);

impl Case for Example {
    fn expected(&self) -> &[u8] {
        self.0[0].as_bytes()
    }

    fn accepts(&self, lines: &[u8]) -> Result<(), String> {
        if self.0.iter().any(|right| right.as_bytes() == lines) { Ok(()) } else { Err("not right".to_owned()) }
    }
}

pub(super) fn compare_examples(
    cases: &[Example],
    output: &[u8],
    comparison: Comparison,
) -> Result<(), Box<Difference>> {
    compare_cases(|| cases.iter().copied(), cases.len(), output, comparison)
}
