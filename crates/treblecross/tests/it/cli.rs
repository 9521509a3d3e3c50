//! The contract that every program keeps, in full.

use treblecross::Treblecross;

testkit::contract_tests!(Treblecross, env!("CARGO_BIN_EXE_treblecross"), in full);

#[test]
fn the_tutorial_shows_the_example_and_what_its_commands_print() {
    testkit::agree_with_tutorial("treblecross", "kayles");
}
