//! The right submissions answer every position, and the others are right as far as they should be.

use lgame::{LGame, Position, Solver};
use problem::{Comparison, Layout, Submission, Verdict, compare, solve};
use retrograde::{Game, Outcome, Ranked, Value};

use super::{accepts, dialect, input, package, positions, rows, solution};

fn submissions(verdict: Verdict) -> impl Iterator<Item = Submission> {
    package().submissions().into_iter().filter(move |submission| submission.verdict == verdict)
}

#[test]
fn accepted_submissions_answer_all_positions() {
    let input: Vec<u8> = positions().flat_map(rows).collect();
    let solution = solve(dialect(), Layout::Free, &input[..]).unwrap();
    assert_eq!(solution.len(), 18_368);
    assert_eq!(submissions(Verdict::Accepted).count(), 3);
    for submission in submissions(Verdict::Accepted) {
        let Some(program) = testkit::submission(&submission) else { continue };
        let run = program.run(&[], &input);
        let file = submission.source.file;
        assert_eq!((run.code, String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""), "{file}");
        if let Err(difference) = compare(&solution, &run.stdout, Comparison::Lines) {
            panic!("{file}: {difference}");
        }
    }
}

#[test]
fn wrong_submissions_answer_in_the_right_form() {
    assert_eq!(submissions(Verdict::WrongAnswer).count(), 9);
    for submission in submissions(Verdict::WrongAnswer) {
        let Some(program) = testkit::submission(&submission) else { continue };
        let run = program.run(&[], &input(submission.fails_on));
        let file = submission.source.file;
        assert_eq!((run.code, String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""), "{file}");
        let lines: Vec<&[u8]> = run.stdout.split_inclusive(|&byte| byte == b'\n').collect();
        let is_grid = lines.len() == 4 && lines.iter().all(|line| line.len() == 5);
        assert!(is_grid || lines.len() == 2 && lines[0] == b"No winning move\n", "{file}: {lines:?}");
    }
}

#[test]
fn the_slow_submission_is_right_where_it_ends() {
    let [submission] = submissions(Verdict::TimeLimitExceeded).collect::<Vec<_>>()[..] else { panic!("there is one") };
    let Some(program) = testkit::submission(&submission) else { return };
    let of_value = |value| positions().filter(move |&position| Solver::shared().value(position) == value);
    for position in of_value(Value::Loss(0)).chain(of_value(Value::Win(1)).step_by(40)).map(rows) {
        assert!(accepts(&solution(&position), &program.run(&[], &position).stdout));
    }
}

/// The positions that a source lists, in its order.
fn listed(source: &str) -> Vec<Position> {
    let parse = |word: &str| {
        let rows: Vec<[u8; 4]> = word.split('/').filter_map(|row| row.as_bytes().try_into().ok()).collect();
        Position::parse(rows.try_into().ok()?).ok()
    };
    source.split_whitespace().filter_map(parse).collect()
}

#[test]
fn the_sources_list_all_lost_positions() {
    let output_validator = package().output_validator.unwrap();
    let knows =
        submissions(Verdict::Accepted).find(|submission| submission.source.file == "lost_positions.py").unwrap();
    let solver = Solver::shared();
    let canonical = |positions: Vec<Position>| {
        let mut ranks: Vec<_> = positions.into_iter().map(|position| LGame.rank(&LGame.canonical(&position))).collect();
        ranks.sort_unstable();
        ranks
    };
    let is_lost = |position: &Position| solver.value(*position).outcome() == Outcome::Loss;
    let mut lost = canonical(positions().filter(is_lost).collect());
    lost.dedup();
    assert_eq!(lost.len(), 29);
    for source in [output_validator.text(), knows.text()] {
        let listed = listed(&source);
        let without_a_move = |position: &Position| solver.value(*position) == Value::Loss(0);
        assert!(listed[..15].iter().all(without_a_move) && !listed[15..].iter().any(without_a_move));
        assert_eq!(canonical(listed), lost);
    }
}
