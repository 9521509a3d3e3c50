//! What the program promises its users, whatever the game.

use lgame::LGame;

testkit::contract_tests!(LGame, env!("CARGO_BIN_EXE_lgame"));
