//! Tests of every fixture: its answer is the oracle's, the program gives that answer, and snapshots show all messages.

use testkit::{agree_with_recipe, random_boards};
use treblecross::Treblecross;

use crate::cli::subject;
use crate::exhaustive::random_board;
use crate::oracle;

testkit::fixture_tests!(Treblecross, subject(), oracle::answer);

#[test]
fn stress_inputs_match_their_recipe() {
    let check = |place, seed, count| {
        agree_with_recipe("treblecross", place, &random_boards(seed, count, 3..=200, random_board));
    };
    check("uva/stress/01-as-many-boards-as-the-judge-gives", 21, 99);
    check("lightoj/stress/01-as-many-boards-as-the-judge-gives", 22, 200);
}
