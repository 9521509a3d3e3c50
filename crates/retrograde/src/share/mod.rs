//! Solving a game together with other workers, each of which keeps a share of the ranks.

mod deal;
mod solved;
mod worker;

pub use deal::Deal;
pub use solved::SolvedShare;
pub use worker::{Share, ShareMove};
