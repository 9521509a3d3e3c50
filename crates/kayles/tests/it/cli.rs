//! The contract that every program keeps.

use kayles::Kayles;

testkit::contract_tests!(Kayles, env!("CARGO_BIN_EXE_kayles"));
