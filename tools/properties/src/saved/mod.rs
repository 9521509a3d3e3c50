//! Files that are damaged, or mixed with others: saved solutions, and the parts of a game in a folder.
//!
//! - What is loaded whole is right: it equals what was solved. Otherwise loading is an error that names a file of the
//!   folder.
//! - So is each position that is looked up, unless checksums were made to fit what was changed; then only panics
//!   and memory is at stake.
//! - A folder of parts can be solved again unless an error names what is wrong in it.
//!
//! Two solutions with the same name and number of ranks are taken for each other, as the documentation says. So where
//! files of another solution take part, what is read must be one or the other, never a mixture.

mod damage;
mod files;
mod parts;
mod solutions;

use oracles::{parts as parts_of_world, sums, world};

use crate::Held;
use crate::bytes::Bytes;

/// Damages files as the bytes say, and reads them.
///
/// # Panics
///
/// If a property does not hold, or a folder for the files cannot be made.
pub fn check(data: &[u8]) -> Held {
    let mut bytes = Bytes::new(data);
    if bytes.below(8) > 2 {
        return solutions::check(&mut bytes);
    }
    parts::check(&mut bytes);
    Held::Real
}
