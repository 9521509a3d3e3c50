//! Every fixture: its answer against the oracle, the program against its answer, and what the program says.

use testkit::{Dice, counted};
use treblecross::Treblecross;

use crate::cli::subject;
use crate::exhaustive::random_board;
use crate::oracle;

testkit::fixture_tests!(Treblecross, subject(), oracle::answer);

#[test]
fn stress_inputs_are_made_by_their_recipe() {
    let recipe = |seed, count| {
        let mut dice = Dice::new(seed);
        let boards: Vec<Vec<u8>> = (0..count)
            .map(|_| {
                let cells = 3 + dice.below(198);
                random_board(&mut dice, cells)
            })
            .collect();
        counted(&boards)
    };
    testkit::agree_with_recipe("treblecross", "uva/stress/01-as-many-boards-as-the-judge-gives", &recipe(21, 99));
    testkit::agree_with_recipe("treblecross", "lightoj/stress/01-as-many-boards-as-the-judge-gives", &recipe(22, 200));
}
