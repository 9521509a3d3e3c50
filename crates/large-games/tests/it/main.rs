//! The programs, as people use them.

mod cluster;
#[path = "../../../retrograde-cluster/tests/it/ports.rs"]
mod ports;
mod tiers;
