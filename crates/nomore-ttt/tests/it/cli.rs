//! The contract that every program keeps, where it depends on the game.

use nomore_ttt::NoMore;

testkit::contract_tests!(NoMore, env!("CARGO_BIN_EXE_nomore-ttt"));
