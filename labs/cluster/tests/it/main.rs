//! Tests of the public API, one module per topic.

// Only on Unix a socket can be passed to another process.
#[cfg(unix)]
mod endings;
mod heaps;
mod local;
mod parts;
#[cfg(unix)]
mod processes;
mod program;
#[cfg(unix)]
mod row;
mod same;
#[expect(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../tools/properties/src/games/world.rs"]
mod world;
mod worlds;
