//! Solving a game together with other workers, each of which keeps a share of the ranks.
//!
//! A share is the ordinary solver cut into steps. It knows nothing of messages: it names the worker and the move, and
//! takes moves in. The crate `cluster` of the same repository carries them.

mod deal;
mod solved;
mod worker;

pub use deal::Deal;
pub use solved::SolvedShare;
pub use worker::{Share, ShareMove};
