//! Games whose positions fall into parts that play never re-enters, solved part by part in a folder. Needs the feature
//! `files`.
//!
//! A game implements [`Tiered`] instead of [`Ranked`](crate::Ranked). [`Tiers`] solves it in a folder, continues after
//! it was stopped, verifies it, and looks up positions of all parts. The game may be far larger than memory: the parts
//! that moves lead to are read through memory that is bounded.
//!
//! `part_game.rs` makes a part a game of its own, in which the positions of other parts have known values. `solve.rs`
//! runs the ordinary solver on it, which knows nothing of parts, and saves the solution. A file under its final name is
//! whole, so the folder needs no list of what is in it.

mod database;
mod error;
mod folder;
mod order;
mod part_game;
mod plan;
mod solve;
mod tiered;

pub use database::Tiers;
pub use error::TierError;
pub use part_game::PartGame;
pub use plan::PartPlan;
pub use solve::TierEvent;
pub use tiered::Tiered;
