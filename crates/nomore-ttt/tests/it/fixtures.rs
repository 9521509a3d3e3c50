//! Tests of every fixture: its answer is the oracle's, the program gives that answer, and its snapshot shows the run.

use testkit::{agree_with_recipe, random_boards};

use crate::cli::subject;
use crate::oracle;
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
    let make = |place, seed, count| {
        agree_with_recipe("nomore-ttt", place, &random_boards(seed, count, 1..=100, random_board));
    };
    make("lightoj/stress/01-as-many-boards-as-the-judge-gives", 11, 10000);
    make("uva/stress/01-a-thousand-boards", 12, 1000);
}
