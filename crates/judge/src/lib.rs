//! What the programs of this workspace share that is not their game.
//!
//! A program is a [`Problem`]: the dialects of the judges that set it, how an input is solved and how an answer is
//! written. From that, [`run`] makes the whole command line; [`solve`] is the same without a process around it:
//!
//! ```
//! use judge::{Dialect, InputError, Layout, Page, Problem, Scanner, cases, solve};
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
//!
//!     fn solve(_: Plain, input: &mut Scanner<'_>) -> Result<Vec<bool>, InputError> {
//!         let limits = cases::Limits { noun: "words", cases: 1..=9, cells: 1..=9 };
//!         cases::read(input, &limits, |word| Ok(word.text().iter().eq(word.text().iter().rev())))
//!     }
//!
//!     fn write(_: Plain, number: usize, answer: &bool, out: &mut Vec<u8>) {
//!         out.extend_from_slice(format!("{number} {answer}\n").as_bytes());
//!     }
//!
//!     fn explain(_: &mut Scanner<'_>, _: &mut Page) -> Result<(), InputError> { Ok(()) }
//! }
//!
//! let solution = solve::<Palindromes>(Plain, Layout::Free, &b"2 level\nlever"[..])?;
//! assert_eq!(solution.to_bytes(), b"1 true\n2 false\n");
//! # Ok::<(), InputError>(())
//! ```
//!
//! The crate knows no game. Only [`run`] touches the process: its arguments, its streams, its exit code.

pub mod cases;
mod cli;
mod fault;
mod output;
mod page;
mod problem;
mod scan;
mod solution;
mod source;

pub use cli::run;
pub use fault::{Fault, InputError, Place, count_of, quote};
pub use output::{push_case, push_number};
pub use page::{Cell, Page, Table, cell_range, styles};
pub use problem::{Dialect, Problem};
pub use scan::{Layout, Scanner, Word};
pub use solution::{Solution, solve};
