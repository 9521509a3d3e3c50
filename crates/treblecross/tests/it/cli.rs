//! What the program promises its users, whatever the game.

use treblecross::Treblecross;

testkit::contract_tests!(Treblecross, env!("CARGO_BIN_EXE_treblecross"));
