//! Tests of the public API, one module per topic.

mod audit;
#[cfg(feature = "files")]
mod divided;
#[cfg(feature = "files")]
mod files;
mod graph;
mod known_values;
mod limits;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(feature = "parallel")]
mod parallel;
mod parts;
mod random;
mod shares;
#[cfg(any(target_os = "linux", all(unix, feature = "files")))]
mod subprocess;
#[cfg(feature = "files")]
mod tiers;
mod verify;
mod visitors;
mod world;
mod worlds;
