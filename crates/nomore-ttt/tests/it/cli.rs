//! The tests that all games share.

use nomore_ttt::NoMore;

use crate::oracle;

testkit::tests_of_a_game!(NoMore, env!("CARGO_BIN_EXE_nomore-ttt"), oracle::answer, "..X.O...X..X");

#[test]
fn submissions_get_their_verdicts() {
    subject().submissions_get_their_verdicts("uva", "crates/nomore-ttt/tests/candidates", "fixtures/nomore-ttt/uva");
}
