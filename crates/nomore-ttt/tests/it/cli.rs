//! What the program promises its users, whatever the game.

use nomore_ttt::NoMore;

testkit::contract_tests!(NoMore, env!("CARGO_BIN_EXE_nomore-ttt"));
