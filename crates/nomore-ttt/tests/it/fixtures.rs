//! How the inputs of stress fixtures were made.

use testkit::{agree_with_recipe, random_boards};

use crate::solver::random_board;

#[test]
fn stress_inputs_match_their_recipe() {
    let make = |place, seed, count| {
        agree_with_recipe("nomore-ttt", place, &random_boards(seed, count, 1..=100, random_board));
    };
    make("lightoj/stress/01-as-many-boards-as-the-judge-gives", 11, 10000);
    make("uva/stress/01-a-thousand-boards", 12, 1000);
}
