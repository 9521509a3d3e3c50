//! Saved solutions, and games that are solved part by part in a folder. Needs the feature `files`.
//!
//! [`Solution::save`](crate::Solution::save) writes a file, and [`Solution::load`](crate::Solution::load) reads all of
//! it. [`Stored`] looks up single positions in a file, or in a folder with a file for each [`Part`](crate::Part) of a
//! game. A file that is damaged, cut off or of another game is an [`Error`].
//!
//! ```
//! use retrograde::files::Stored;
//! use retrograde::{Solution, Solver, Value, Values};
//! # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
//! # use heap::Heap;
//! # let folder = tempfile::tempdir()?;
//! let (name, path) = ("heap of 1000, take 1 to 3", folder.path().join("heap.solution"));
//! Solver::new().solve(Heap(1_000))?.save(name, &path)?;
//!
//! assert_eq!(Solution::load(&path, Heap(1_000), name)?.value(&20)?, Value::Loss(10));
//! assert!(Solution::load(&path, Heap(1_000), "another game").is_err());
//!
//! let stored = Stored::open(&path, Heap(1_000), name)?;
//! assert_eq!(stored.value(&20)?, Value::Loss(10));
//! assert_eq!(stored.header(0)?.canonical.lost, 251);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkpoint;
mod direct;
mod layout;
mod lock;
mod one;
mod parts;
mod pieces;
mod save;
mod stored;

use crate::error::{Error, ErrorKind};

pub use layout::Header;
pub use stored::Stored;

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::new(ErrorKind::Io, error.to_string())
    }
}
