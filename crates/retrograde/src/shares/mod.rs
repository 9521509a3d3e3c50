//! Solving a game together with other workers, each of which keeps a share of the ranks in its own memory. Needs the
//! feature `files`.
//!
//! A [`Share`] is the ordinary solver cut into steps; some transport carries the moves that it names. [`Partition`] says
//! which worker keeps which rank. Each worker saves its [`SolvedShare`] as a [`ShareFile`], and
//! [`Stored`](crate::files::Stored) reads the files of all workers as one solution.

mod solved;
mod worker;

pub use self::solved::SolvedShare;
pub use self::worker::{Share, ShareMove};
pub use crate::files::ShareFile;
pub use crate::partition::Partition;
pub use crate::verify::Batch;
