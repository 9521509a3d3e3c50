//! Tests of the public API, one module per topic.

#[cfg(target_os = "linux")]
mod cable;
mod checkpoints;
// Only on Unix a socket can be passed to another process.
#[cfg(unix)]
mod endings;
mod heaps;
mod local;
#[allow(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/map.rs"]
mod map;
mod parts;
#[path = "../../../../crates/retrograde/tests/it/parts_of_world.rs"]
mod parts_of_world;
#[cfg(unix)]
mod processes;
mod program;
mod random;
#[cfg_attr(not(unix), expect(dead_code, reason = "only tests of processes hold one"))]
mod row;
mod same;
mod together;
mod verify;
#[expect(dead_code, reason = "the tests of `retrograde` use more of it")]
#[path = "../../../../crates/retrograde/tests/it/world.rs"]
mod world;
