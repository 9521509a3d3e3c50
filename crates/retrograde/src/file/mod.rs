//! Solutions in files. The first page of this module is the format.
//!
//! All numbers are little-endian. A file is a header and then blocks:
//!
//! | bytes | what |
//! |---|---|
//! | 20 | `retrograde solution` and a line feed |
//! | 4 | version of the format: 1 |
//! | 4 | how many ranks |
//! | 4 | length of the name |
//! | 4 | how many different cells there are |
//! | 8 × 4 | canonical positions won, lost, drawn; the checksum of all cells |
//! | … | the name, in UTF-8 |
//! | 2 each | the different cells, ascending |
//! | 8 | the checksum of all bytes before |
//!
//! A rank is coded by the number of its cell among the different ones, in as many bits as the largest such number takes, the
//! lowest bits first. A block holds as many ranks as fit into 4,088 bytes, and then the checksum of these bytes and the
//! number of the block. The last one is as short as it can be.

mod error;
mod layout;
mod save;
mod stored;

pub use error::LoadError;
pub use layout::Header;
pub use stored::{Bytes, Source, Stored};
