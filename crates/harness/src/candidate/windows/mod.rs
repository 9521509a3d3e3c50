//! Programs on Windows: each is a process and its job.
//!
//! `job.rs` starts it in its job, notices its end, and stops all that is in there; `streams.rs` feeds it, and reads what
//! it writes.

mod job;
mod streams;

pub(super) use job::Program;
pub use job::Supervisor;

/// What a single process has taken would be known, but it may be one that has only started another: `py` does, and so
/// does the `python` of a virtual environment.
pub(super) const IS_MEASURED: bool = false;

/// The system needs no second process to stop programs.
pub(crate) fn guard(_: &str) {}
