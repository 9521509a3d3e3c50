//! Solving a game together with other workers, each of which keeps a share of the ranks in its own memory. Needs the
//! feature `files`.
//!
//! A [`Share`] is the ordinary solver cut into steps; some transport carries the moves that it names. [`Partition`] says
//! which worker keeps which rank of a [`Region`]: a whole game, or a part of one, as [`Stored::region`] opens it. One
//! worker writes the [`SolvedShare`]s of all as an ordinary file, by a [`SolutionWriter`], from which each reads its own
//! by [`Stored::share`].
//!
//! [`Stored::region`]: crate::files::Stored::region
//! [`Stored::share`]: crate::files::Stored::share

mod solved;
mod whole;
mod worker;

pub use self::solved::SolvedShare;
pub use self::whole::SolutionWriter;
pub use self::worker::ShareMove;
pub use crate::partition::Partition;
pub use crate::region::Region;
pub use crate::share::Share;
