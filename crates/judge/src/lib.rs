//! What the programs of this workspace share that is not their game.
//!
//! A program is a [`Problem`]: the dialects of the judges that set it, how an input is solved and how an answer is
//! written. From that, [`run`] makes the whole command line; [`solve`] is the same without a process around it:
//!
//! ```
//! use judge::cases::{self, Form};
//! use judge::{Dialect, InputError, Layout, Page, Problem, Scanner, Shape, rows, shorter_or_clearer, solve};
//!
//! /// Says of each word whether it reads the same backwards.
//! struct Palindromes;
//!
//! #[derive(Clone, Copy, Debug, PartialEq)]
//! struct Plain;
//!
//! impl Dialect for Plain {
//!     const ALL: &'static [Self] = &[Plain];
//!     fn name(self) -> &'static str { "plain" }
//!     fn title(self) -> &'static str { "a count, then that many words" }
//!     fn form(self) -> Form { Form { noun: "words", counted: true, words: 1, cases: 1..=9, cells: 1..=9 } }
//! }
//!
//! impl Problem for Palindromes {
//!     type Dialect = Plain;
//!     type Answer = bool;
//!     const NAME: &'static str = "palindromes";
//!     const ABOUT: &'static str = "Finds palindromes";
//!     const EXAMPLES: &'static str = "";
//!     const POSITION: &'static str = "a word";
//!     const SAMPLE_POSITION: &'static str = "level";
//!     const SHAPES: &'static [Shape<Plain>] = &[Shape {
//!         name: "any",
//!         about: "letters as they come",
//!         make: |_, size, dice| (0..size).map(|_| b"ab"[dice.below(2)]).collect(),
//!     }];
//!
//!     fn solve(dialect: Plain, input: &mut Scanner<'_>) -> Result<Vec<bool>, InputError> {
//!         cases::read(input, &dialect.form(), |word| Ok(word.text().iter().eq(word.text().iter().rev())))
//!     }
//!
//!     fn write(_: Plain, number: usize, answer: &bool, out: &mut Vec<u8>) {
//!         out.extend_from_slice(format!("{number} {answer}\n").as_bytes());
//!     }
//!
//!     fn explain(_: &mut Scanner<'_>, _: &mut Page) -> Result<(), InputError> { Ok(()) }
//!     fn every(_: Plain, size: usize) -> impl Iterator<Item = Vec<u8>> + Send { rows(b"ab", size) }
//!     fn simpler(_: Plain, word: &[u8]) -> Vec<Vec<u8>> { shorter_or_clearer(word, b'a') }
//! }
//!
//! let solution = solve::<Palindromes>(Plain, Layout::Free, &b"2 level\nlever"[..])?;
//! assert_eq!(solution.to_bytes(), b"1 true\n2 false\n");
//! # Ok::<(), InputError>(())
//! ```
//!
//! From the same trait come [`review`], which says where an output goes wrong, [`check()`], which judges programs on
//! folders of cases, and [`stress()`], which looks for the smallest input on which one is wrong.
//!
//! The crate knows no game. Only [`run`] touches the process: its arguments, its streams, its exit code.

pub mod cases;
mod check;
mod cli;
mod clock;
mod contestant;
mod dice;
mod fault;
mod generate;
mod in_order;
mod output;
mod page;
mod problem;
mod review;
mod scan;
mod solution;
mod source;
mod stress;
mod verdict;
mod visible;

pub use check::{Case, Finding, Format, Report, Verbosity, check, find};
pub use cli::run;
pub use clock::{Clock, SystemClock};
pub use contestant::Contestant;
pub use dice::Dice;
pub use fault::{Fault, InputError, Place, count_of, quote};
pub use generate::{rows, shorter_or_clearer};
pub use output::{push_case, push_number};
pub use page::{Cell, Page, Table, cell_range, styles};
pub use problem::{Dialect, Problem, Shape};
pub use review::{Difference, Reason, review};
pub use scan::{Layout, Scanner, Word};
pub use solution::{Solution, solve};
pub use stress::{Counterexample, Outcome, Plan, stress};
pub use verdict::Verdict;
