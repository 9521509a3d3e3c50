//! Solutions in files. [`Solution::write`](crate::Solution::write) describes the format.

mod error;
mod layout;
mod one;
mod save;
mod share;
mod source;
mod stored;

pub use error::{LoadError, LoadErrorKind};
pub(crate) use layout::Blocks;
pub use layout::Header;
pub(crate) use layout::MAX_NAME;
pub(crate) use one::OneFile;
pub(crate) use save::{NewFile, with_path};
pub use share::{NewShare, PreparedShare};
pub use source::{Bytes, Source};
pub use stored::Stored;
