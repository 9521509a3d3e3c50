//! The contract that every program keeps, where it depends on the game.

use nomore_ttt::NoMore;

testkit::contract_tests!(NoMore, env!("CARGO_BIN_EXE_nomore-ttt"));
testkit::promises! { subject(); a_right_and_a_wrong_program_in_c_are_told_apart }
testkit::package_tests!(subject(), |_| 8);
