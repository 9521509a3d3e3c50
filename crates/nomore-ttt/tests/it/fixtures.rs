//! Every fixture: its answer against the oracle, the program against its answer, and what the program says.

use nomore_ttt::NoMore;
use testkit::{Dice, counted};

use crate::cli::subject;
use crate::exhaustive::random_board;
use crate::oracle;

testkit::fixture_tests!(NoMore, subject(), oracle::answer);

#[test]
fn stress_inputs_are_made_by_their_recipe() {
    let recipe = |seed, count| {
        let mut dice = Dice::new(seed);
        let boards: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let cells = 1 + dice.below(100);
                random_board(&mut dice, cells)
            })
            .collect();
        counted(&boards)
    };
    testkit::agree_with_recipe(
        "nomore-ttt",
        "lightoj/stress/01-as-many-boards-as-the-judge-gives",
        &recipe(11, 10_000),
    );
    testkit::agree_with_recipe("nomore-ttt", "uva/stress/01-a-thousand-boards", &recipe(12, 1_000));
}
