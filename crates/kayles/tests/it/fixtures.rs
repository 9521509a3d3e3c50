//! Tests of every fixture: its answer is the oracle's, the program gives that answer, and snapshots show all messages.

use kayles::Kayles;
use problem::Rng;
use testkit::{agree_with_recipe, random_boards};

use crate::cli::subject;
use crate::oracle;

testkit::fixture_tests!(Kayles, subject(), oracle::answer);

#[test]
fn stress_inputs_match_their_recipe() {
    let row = |rng: &mut Rng, pins| (0..pins).map(|_| if rng.one_in(9) { b'.' } else { b'I' }).collect();
    agree_with_recipe("kayles", "club/stress/01-as-many-rows-as-the-judge-gives", &random_boards(1, 100, 1..=300, row));
}
