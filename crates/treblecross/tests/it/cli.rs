//! The tests that all games share.

use treblecross::Treblecross;

use crate::oracle;

testkit::tests_of_a_game!(
    Treblecross,
    env!("CARGO_BIN_EXE_treblecross"),
    oracle::answer,
    ".....X.......X.........X...."
);

/// All programs share their command line, so this one stands for all.
#[test]
fn every_promise_of_the_command_line_is_kept() {
    for file in ["command_line", "check", "checkers", "stress"] {
        subject().keep(file);
    }
}

#[test]
fn the_tutorial_is_up_to_date() {
    testkit::agree_with_tutorial("treblecross", "kayles");
}
