//! Tests of the public API, one module per topic.

mod endings;
mod heaps;
mod local;
mod parts;
mod processes;
#[cfg(feature = "cli")]
mod program;
mod row;
mod same;
#[expect(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/world.rs"]
mod world;
mod worlds;
