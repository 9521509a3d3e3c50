//! What must hold for all bytes: the checks that the fuzz targets in `fuzz/` and the tests of this crate share.
//!
//! Each module is one property, or a few that need the same preparation. Its `check` makes a case of any bytes and
//! panics if a property does not hold for it. The tests call it with the inputs that are kept in `tools/fuzz/seeds/`,
//! with edits of them and with random bytes. Each module has a test that shows that a property can fail: with a planted
//! violation, its check panics.

#![expect(clippy::must_use_candidate, reason = "a check is called for its panics; few callers count the real cases")]

mod bytes;
mod dialects;
mod lines;
#[cfg(unix)]
mod paths;
#[cfg(test)]
mod planted;

pub mod explanations;
// Only on Unix can a name be made of any bytes.
#[cfg(unix)]
pub mod folders;
pub mod input;
pub mod outputs;
#[cfg(unix)]
pub mod reports;
pub mod saved;

pub use dialects::dialects;

/// How a property held for some bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// They are a case that the property says something about.
    Real,
    /// Hardly one: nothing was solved, explained or found, so that little can be wrong.
    Vacuous,
}
