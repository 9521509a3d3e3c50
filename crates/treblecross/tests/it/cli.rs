//! The contract that every program keeps, in full.

use treblecross::Treblecross;

testkit::contract_tests!(Treblecross, env!("CARGO_BIN_EXE_treblecross"), in full);
