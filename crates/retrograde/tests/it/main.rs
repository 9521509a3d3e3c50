//! Tests of the public API, one module per topic.

mod audit;
mod by_definition;
mod counts;
mod files;
mod folder;
#[expect(dead_code, reason = "its tests are run here, as they need an oracle")]
#[path = "../../examples/kono.rs"]
mod kono;
mod limits;
#[cfg(target_os = "linux")]
mod memory;
mod parallel;
mod parts;
mod progress;
mod random;
mod restricted;
mod shares;
mod verify;
mod worlds;

use oracles::{map, parts as parts_of_world, world};
#[cfg(unix)]
use testkit::subprocess;

#[test]
fn the_tutorial_is_up_to_date() {
    testkit::agree_with_tutorial("retrograde", "kono");
}
