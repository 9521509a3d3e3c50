//! Solutions in files. [`Solution::write`](crate::Solution::write) has the format.

mod error;
mod layout;
mod save;
mod stored;

pub use error::{LoadError, Refusal};
pub use layout::Header;
pub use stored::{Bytes, Source, Stored};
