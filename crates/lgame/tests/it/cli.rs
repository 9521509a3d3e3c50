//! The contract that every program keeps, where it depends on the game.

use lgame::LGame;

testkit::contract_tests!(LGame, env!("CARGO_BIN_EXE_lgame"));
testkit::promises! { subject();
    a_right_and_a_wrong_program_in_c_are_told_apart,
    submissions_get_their_verdicts(
        "boi",
        "crates/harness/tests/packages/2025-09/submissions",
        "crates/harness/tests/packages/2025-09/data"
    )
}

#[test]
fn the_tutorial_shows_the_example_and_what_its_commands_print() {
    testkit::agree_with_tutorial("lgame", "pong");
}
