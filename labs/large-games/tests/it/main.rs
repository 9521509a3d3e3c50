//! The programs, as people use them.

mod tiers;
