//! The right submissions answer every position, and the others are right as far as they should be.

use problem::{Comparison, Layout, Submission, Verdict, compare, solve};
use retrograde::Value;

use super::{accepts, dialect, package, positions, rows, solution};

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
fn the_slow_submission_is_right_where_it_ends() {
    let [submission] = submissions(Verdict::TimeLimitExceeded).collect::<Vec<_>>()[..] else { panic!("there is one") };
    let Some(program) = testkit::submission(&submission) else { return };
    let of_value = |value| positions().filter(move |&position| lgame::solution().value(&position) == value);
    for position in of_value(Value::Loss(0)).chain(of_value(Value::Win(1)).step_by(40)).map(rows) {
        assert!(accepts(&solution(&position), &program.run(&[], &position).stdout));
    }
}
