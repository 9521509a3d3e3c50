//! The programs, as people use them.

mod cluster;
mod tiers;
