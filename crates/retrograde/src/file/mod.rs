//! Solutions in files. [`Solution::write`](crate::Solution::write) describes the format.

mod error;
mod layout;
mod save;
mod stored;

pub use error::{LoadError, LoadErrorKind};
pub(crate) use layout::Blocks;
pub use layout::Header;
pub(crate) use layout::MAX_NAME;
pub use stored::{Bytes, Source, Stored};
