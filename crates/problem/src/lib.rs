//! A problem as judges pose it: dialects, cases whose words know their places, answers, and comparing outputs.
//!
//! A [`Problem`] has a name and the [`Dialect`]s of the judges that pose it. A dialect says what an input is made of,
//! solves one case and writes the answer; that is all that is needed to solve inputs, to check their layout and to
//! judge outputs. `crates/harness/examples/palindromes.rs` is a whole problem. This one asks for anagrams of words:
//!
//! ```
//! use problem::{Comparison, Layout, Problem, compare, solve};
//! # use testkit::Anagrams;
//!
//! let dialect = &Anagrams::DIALECTS[0];
//! let solution = solve(dialect, Layout::Free, &b"2 ab\naa"[..])?;
//! assert_eq!(solution.to_bytes(), b"YES\nba\nNONE\n\n");
//! assert!(compare(&solution, b"YES\r\nba\nNONE", Comparison::Lines).is_ok());
//! assert!(compare(&solution, b"YES\r\nba\nNONE", Comparison::Exact).is_err());
//! let error = solve(dialect, Layout::Exact, &b"2\nab\n"[..]).unwrap_err();
//! assert_eq!(error.to_string(), "3:1: the input ends here; 2 words announced, but only 1 found");
//! # Ok::<(), problem::Diagnostic>(())
//! ```
//!
//! A [`Generator`] makes cases, and an [`Explainer`] explains positions to people; both are optional.
//!
//! This crate knows no game, and opens no file or stream. The crate `harness`, which builds on it, turns a [`Problem`]
//! into a program with a command line.

#![allow(clippy::must_use_candidate, reason = "the crate is for this workspace alone, which ignores no result")]

mod bits;
mod case;
mod compare;
mod conformance;
mod diagnostic;
mod expected;
mod explain;
mod format;
mod generate;
mod inputs;
mod page;
mod problem;
mod read;
mod rng;
mod solution;
mod text;
mod verdict;
mod visible;

pub use bits::{bits_where, blocks};
pub use case::{Case, Word};
pub use compare::{Comparison, Difference, PackageRules, compare, compare_text};
pub use conformance::{could_be_given, hint_about_input, hint_about_output, why_not_given};
pub use diagnostic::{Diagnostic, Place};
pub use expected::{Expected, Rejection, Solved, Text};
pub use explain::{Explainer, read_position};
pub use format::{Count, Field, Format, Line};
pub use generate::{Generator, Shape, rows, shrink_number, shrink_row};
pub use inputs::{Attempt, CaseInputs, Inputs, Listing, Unlisted, chunks};
pub use page::{Page, StyledChar, cell_range, styles};
pub use problem::{Dialect, OutputRule, Problem};
pub use read::{Layout, check_limits, is_blank, without_byte_order_mark};
pub use rng::Rng;
pub use solution::{CaseAnswers, solve};
pub use text::{count_of, push_case, push_number, push_number_and_space};
pub use verdict::Verdict;
pub use visible::{block, excerpt, plain_line, quote, visible_line, visible_lines};
