//! The contract that every program keeps, where it depends on the game.

use lgame::LGame;

testkit::contract_tests!(LGame, env!("CARGO_BIN_EXE_lgame"));
