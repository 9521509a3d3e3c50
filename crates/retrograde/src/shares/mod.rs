//! Solving a game together with other workers, each of which keeps a share of the ranks in its own memory. Needs the
//! feature `files`.
//!
//! A [`Share`] is the ordinary solver cut into steps; some transport carries the moves that it names. [`Partition`] says
//! which worker keeps which rank. One worker writes the [`SolvedShare`]s of all as an ordinary file, by a
//! [`SolutionWriter`], and reads it for all by a [`SolutionReader`].

mod solved;
mod whole;
mod worker;

pub use self::solved::SolvedShare;
pub use self::whole::{SolutionReader, SolutionWriter};
pub use self::worker::{Share, ShareMove};
pub use crate::partition::Partition;
pub use crate::verify::Batch;
