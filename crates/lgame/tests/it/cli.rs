//! The tests that all games share.

use lgame::LGame;

use crate::oracle;

testkit::tests_of_a_game!(LGame, env!("CARGO_BIN_EXE_lgame"), oracle::answer, ".***/#*.x/###./x...");

#[test]
fn the_tutorial_is_up_to_date() {
    testkit::agree_with_tutorial("lgame", "pong");
}

#[test]
fn submissions_get_their_verdicts() {
    let package = "crates/harness/tests/packages/2025-09";
    subject().submissions_get_their_verdicts("boi", &format!("{package}/submissions"), &format!("{package}/data"));
}
