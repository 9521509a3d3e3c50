//! The contract that every program keeps, where it depends on the game.

use nomore_ttt::NoMore;

testkit::contract_tests!(NoMore, env!("CARGO_BIN_EXE_nomore-ttt"));
testkit::promises! { subject();
    a_right_and_a_wrong_program_in_c_are_told_apart,
    submissions_get_their_verdicts("uva", "crates/nomore-ttt/tests/candidates", "fixtures/nomore-ttt/uva")
}
