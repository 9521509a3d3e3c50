//! Tests of every fixture: its answer is the oracle's, the program gives that answer, and its snapshot shows the run.

use problem::Rng;
use testkit::{agree_with_recipe, agree_with_recipes, random_boards};

use crate::cli::subject;
use crate::oracle::{self, LONGEST, NAIVE};
use crate::solver::random_board;

#[test]
fn answers_are_the_oracles_and_each_group_holds_what_it_promises() {
    subject().groups_hold_what_they_promise();
    subject().answers_agree_with_the_oracle(oracle::answer);
}

#[test]
fn the_program_answers_every_fixture_as_its_snapshot_shows() {
    subject().fixtures_are_answered();
}

#[test]
fn generated_cases_are_legal_and_the_same_everywhere() {
    subject().generated_cases_are_legal();
    subject().a_seed_generates_the_same_input_everywhere();
}

#[test]
fn stress_inputs_match_their_recipe() {
    let check = |place, seed, count| {
        agree_with_recipe("treblecross", place, &random_boards(seed, count, 3..=200, random_board));
    };
    check("uva/stress/01-as-many-boards-as-the-judge-gives", 21, 99);
    check("lightoj/stress/01-as-many-boards-as-the-judge-gives", 22, 200);
}

/// All lengths that are lost, and as many random ones that are won.
#[test]
fn stress_lengths_match_their_recipe() {
    let lost: Vec<usize> = (3..=LONGEST).filter(|&cells| NAIVE.strip(cells) == 0).collect();
    let mut rng = Rng::new(23);
    let lengths = std::iter::repeat_with(|| 3 + rng.below(LONGEST - 2));
    let mut won: Vec<usize> = lengths.filter(|&cells| NAIVE.strip(cells) != 0).take(lost.len()).collect();
    won.sort_unstable();
    let input = |name, cells: usize| (format!("{name}-{cells}-cells"), format!("{cells}\n").into_bytes());
    let lost = lost.into_iter().map(|cells| input("lost", cells));
    let inputs: Vec<(String, Vec<u8>)> = lost.chain(won.into_iter().map(|cells| input("won", cells))).collect();
    agree_with_recipes("treblecross", "poj/stress", &inputs);
}
