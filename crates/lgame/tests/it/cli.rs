//! The contract that every program keeps.

use lgame::LGame;

testkit::contract_tests!(LGame, env!("CARGO_BIN_EXE_lgame"));
