//! Games that are solved part by part, in a folder.

mod cache;
mod checks;
mod database;
mod elsewhere;
mod error;
mod folder;
mod order;
mod part_game;
mod plan;
mod solve;
mod tiered;

pub use database::Tiers;
pub use elsewhere::PartToSolve;
pub use error::TierError;
pub use part_game::PartGame;
pub use plan::{PartPlan, PartState};
pub use solve::TierEvent;
pub use tiered::Tiered;
