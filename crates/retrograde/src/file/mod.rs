//! Solutions in files. [`Solution::write`](crate::Solution::write) describes the format.

mod error;
mod layout;
mod save;
mod stored;

pub use error::{LoadError, LoadErrorKind};
pub use layout::Header;
pub use stored::{Bytes, Source, Stored};
