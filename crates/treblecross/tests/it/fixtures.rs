//! Every fixture: its answer against the oracle, the program against its answer, and what the program says.

use judge::{Dialect, Layout, solve};
use testkit::{Dice, Fixture, counted, fixtures};
use treblecross::{Judge, Treblecross};

use crate::cli::subject;
use crate::exhaustive::random_board;
use crate::oracle;

fn dialect(fixture: &Fixture) -> Judge {
    *Judge::ALL.iter().find(|judge| judge.name() == fixture.judge).expect("a folder is named like its judge")
}

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

#[test]
fn answers_are_the_oracle_s() {
    testkit::agree_with_oracle("treblecross", oracle::answer);
}

#[test]
fn every_answer_comes_out_byte_for_byte() {
    for fixture in fixtures("treblecross").iter().filter(|fixture| fixture.has_answer()) {
        let solution = solve::<Treblecross>(dialect(fixture), Layout::Free, fixture.input().as_slice());
        let answer =
            solution.unwrap_or_else(|error| panic!("{}: {error}", fixture.relative_path().display())).to_bytes();
        assert!(answer == fixture.answer(), "{}", fixture.relative_path().display());
    }
}

#[test]
fn what_the_program_says() {
    for fixture in fixtures("treblecross") {
        let transcript = testkit::transcript(&subject().program, &fixture);
        insta::assert_snapshot!(fixture.snapshot_name(), transcript);
    }
}

#[test]
fn invalid_inputs_have_one_message_and_no_answer() {
    for fixture in fixtures("treblecross").iter().filter(|fixture| !fixture.has_answer()) {
        subject().assert_refuses(fixture);
    }
}
