//! Tests of the public API, one module per topic.

#![cfg_attr(
    not(feature = "files"),
    allow(dead_code, reason = "only in files are there parts, which each game may have")
)]

mod audit;
mod by_definition;
mod counts;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
mod folder;
mod limits;
mod map;
#[cfg(target_os = "linux")]
mod memory;
#[cfg(feature = "parallel")]
mod parallel;
mod parts;
#[cfg(feature = "files")]
mod parts_of_world;
mod progress;
mod random;
#[cfg(feature = "files")]
mod shares;
#[cfg(any(target_os = "linux", all(unix, feature = "files")))]
#[allow(dead_code, unreachable_pub, reason = "tests of other crates use more of it")]
mod subprocess;
#[cfg(feature = "files")]
mod tiers;
mod verify;
mod world;
mod worlds;
