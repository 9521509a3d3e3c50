//! The command-line contract that all programs share.

use nomore_ttt::NoMore;

testkit::contract_tests!(NoMore, env!("CARGO_BIN_EXE_nomore-ttt"));
