//! What the program promises its users, whatever the game.

use kayles::Kayles;

testkit::contract_tests!(Kayles, env!("CARGO_BIN_EXE_kayles"));
