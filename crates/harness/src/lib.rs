//! The command line of every [`Problem`](problem::Problem): solving, judging other programs, and reports.
//!
//! A program calls [`run`], and nothing else:
//!
//! ```no_run
//! # use testkit::Anagrams;
//! fn main() -> std::process::ExitCode {
//!     harness::run::<Anagrams>()
//! }
//! ```
//!
//! [`check()`] judges the problem's own solver or a [`Candidate`] program on folders of fixtures, and a [`Search`]
//! looks for the smallest input on which a candidate is wrong. Below both are two interfaces: [`Answers`] know what is
//! right, and [`problem::Inputs`] which inputs there are. A [`Dialect`](problem::Dialect) and its
//! [`CaseInputs`](problem::CaseInputs) are one implementation of them.
//!
//! The crate knows no game. Only [`run`] touches the process: its arguments, its streams, its exit code.

#![allow(clippy::must_use_candidate, reason = "the crate is for this workspace alone, which ignores no result")]

mod answers;
mod candidate;
mod cases;
mod check;
mod cli;
mod in_order;
mod interrupt;
mod output;
mod proc;
mod report;
mod source;
mod stress;

pub use answers::{Answers, Checker, CheckerStyle, Fault, Helper, Programs};
pub use candidate::{Candidate, Ending, RunResult, Supervisor, Usage};
pub use cases::{AnswerSource, Fixture, Found, NamePattern, choose_judge, find_fixtures};
pub use check::{CaseOutcome, CheckPlan, Judgement, check};
pub use cli::{AnswerOptions, CheckOptions, Running, StressOptions, run};
pub use interrupt::Interrupt;
pub use output::{print, print_message};
pub use report::{Omitted, Report, ReportFormat, Verbosity};
pub use source::read;
pub use stress::{Counterexample, Limits, Search, SearchOutcome, Tried};
