//! Tests the page that builds this game.

#[test]
fn the_tutorial_shows_these_files_and_what_its_commands_print() {
    testkit::agree_with_tutorial("pong", env!("CARGO_BIN_EXE_pong"));
}
