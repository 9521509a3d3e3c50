//! Saved solutions: loaded as a whole, or looked up where they are stored. Needs the feature `files`.
//!
//! [`Solution::save`](crate::Solution::save) writes a file, and [`Solution::load`](crate::Solution::load) reads all of
//! it. [`Stored`] looks up single positions in a file. A file that is damaged, cut off or of another game is a
//! [`LoadError`].
//!
//! ```
//! use retrograde::files::Stored;
//! use retrograde::{Solution, Solver, Value};
//! # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
//! # use heap::Heap;
//! # let folder = tempfile::tempdir()?;
//! let (name, path) = ("heap of 1000, take 1 to 3", folder.path().join("heap.solution"));
//! Solver::new().solve(Heap(1_000))?.save(name, &path)?;
//!
//! assert_eq!(Solution::load(&path, Heap(1_000), name)?.value(&20), Value::Loss(10));
//! assert!(Solution::load(&path, Heap(1_000), "another game").is_err());
//!
//! let stored = Stored::open(&path, Heap(1_000), name)?;
//! assert_eq!(stored.value(&20)?, Value::Loss(10));
//! assert_eq!(stored.header().summary.lost, 251);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `layout.rs` has the format, `one.rs` reads a file, `stored.rs` looks positions up in it, and `cache.rs` keeps its
//! blocks in bounded memory. `checkpoint.rs` saves what a worker knows before the end.

mod cache;
mod checkpoint;
mod error;
mod layout;
mod one;
mod save;
mod stored;

pub(crate) use cache::Cache;
pub use error::{LoadError, LoadErrorKind};
pub use layout::Header;
pub(crate) use layout::{Counted, MAX_NAME};
pub(crate) use one::OneFile;
pub(crate) use save::{CellWriter, NewFile, folder_of, remove_incomplete_files, with_path};
pub use stored::Stored;
