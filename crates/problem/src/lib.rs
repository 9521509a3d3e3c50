//! A problem as judges pose it: dialects, cases whose words know their places, answers, and comparing outputs.
//!
//! A [`Problem`] has a name and the [`Dialect`]s of the judges that pose it. A dialect says what an input is made of,
//! solves one case and writes the answer; that is all that is needed to solve inputs, to check their layout and to
//! judge outputs:
//!
//! ```
//! use problem::{
//!     Case, Comparison, Count, Diagnostic, Dialect, Field, Format, InputError, Layout, OutputRule, Problem, compare, solve,
//! };
//!
//! /// Tells for each word whether it reads the same backwards.
//! struct Palindromes;
//!
//! impl Problem for Palindromes {
//!     type Solver = (); // nothing is kept from one case to the next
//!     type Answer = bool;
//!
//!     const NAME: &'static str = "palindromes";
//!     const ABOUT: &'static str = "Finds palindromes";
//!     const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
//!         name: "plain",
//!         title: "a count, then the words",
//!         aliases: &[],
//!         format: Format {
//!             noun: "word",
//!             unit: "letter",
//!             count: Count::Announced(1..=9),
//!             case: &[&[Field::Word { name: "a word", length: 1..=9, check: None }]],
//!         },
//!         solve: is_palindrome,
//!         write: |number, answer, out| out.extend_from_slice(format!("{number} {answer}\n").as_bytes()),
//!         output: OutputRule::LINES,
//!         generator: None,
//!     }];
//! }
//!
//! fn is_palindrome(_: &mut (), case: Case<'_>) -> Result<bool, Diagnostic> {
//!     let word = case.word(0);
//!     if let Some(index) = word.text().iter().position(|letter| !letter.is_ascii_lowercase()) {
//!         return Err(word.invalid_character(index, "a lower-case letter", &[]));
//!     }
//!     Ok(word.text().iter().eq(word.text().iter().rev()))
//! }
//!
//! let plain = &Palindromes::DIALECTS[0];
//! let solution = solve(plain, Layout::Free, &b"2 level\nlever"[..])?;
//! assert_eq!(solution.to_bytes(), b"1 true\n2 false\n");
//! assert!(compare(&solution, b"1 true\r\n2 false", Comparison::Lines).is_ok());
//! assert!(compare(&solution, b"1 true\r\n2 false", Comparison::Exact).is_err());
//! assert_eq!(
//!     solve(plain, Layout::Exact, &b"1\nLevel\n"[..]).unwrap_err().to_string(),
//!     "2:1: invalid character 'L': expected a lower-case letter"
//! );
//! # Ok::<(), InputError>(())
//! ```
//!
//! A [`Generator`] makes cases, and an [`Explainer`] explains positions to people; both are optional.
//!
//! This crate knows no game, and opens no file or stream. The crate `harness`, which builds on it, turns a [`Problem`]
//! into a program with a command line.

#![allow(clippy::must_use_candidate, reason = "the crate is for this workspace alone, which ignores no result")]

mod case;
mod compare;
mod conformance;
mod diagnostic;
mod dialect;
mod explain;
mod format;
mod generate;
mod hint;
mod package;
mod page;
mod problem;
mod read;
mod rng;
mod scan;
mod solution;
mod text;
mod verdict;
mod visible;

pub use case::{Case, Word};
pub use compare::{Comparison, Difference, compare};
pub use conformance::{Conformance, conformance, could_be_given};
pub use diagnostic::{Diagnostic, InputError, Place};
pub use dialect::{Dialect, OutputRule};
pub use explain::{Explainer, no_position, read_position};
pub use format::{Count, Field, Format, Line};
pub use generate::{Generator, Shape, rows, shrink_number, shrink_row};
pub use hint::{hint_about_input, hint_about_output, other_judge};
pub use package::{Package, Source, Submission};
pub use page::{Cell, Page, cell_range, styles};
pub use problem::Problem;
pub use rng::Rng;
pub use scan::{BitRow, Layout, Scanner, equal_bits, without_byte_order_mark};
pub use solution::{Solution, solve};
pub use text::{count_of, push_case, push_number};
pub use verdict::Verdict;
pub use visible::{block, quote, visible_line};
