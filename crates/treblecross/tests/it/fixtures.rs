//! Every fixture: its answer against the oracle, the program against its answer, and what the program says.

use testkit::{agree_with_recipe, random_boards};
use treblecross::Treblecross;

use crate::cli::subject;
use crate::exhaustive::random_board;
use crate::oracle;

testkit::fixture_tests!(Treblecross, subject(), oracle::answer);

#[test]
fn stress_inputs_are_made_by_their_recipe() {
    let make = |place, seed, count| {
        agree_with_recipe("treblecross", place, &random_boards(seed, count, 3..=200, random_board));
    };
    make("uva/stress/01-as-many-boards-as-the-judge-gives", 21, 99);
    make("lightoj/stress/01-as-many-boards-as-the-judge-gives", 22, 200);
}
