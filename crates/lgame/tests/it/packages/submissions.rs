//! The right submissions answer every position, and each other one fails as it should.

use std::process::Stdio;
use std::time::{Duration, Instant};

use lgame::{LGame, Position, Solver};
use problem::{Comparison, Layout, Submission, Verdict, compare, solve};
use retrograde::{Game, Outcome, Value};
use testkit::TemporaryFolder;

use super::{Built, accepts, dialect, input, package, positions, rows, solution};

fn submissions(verdict: Verdict) -> impl Iterator<Item = &'static Submission> {
    package().submissions.iter().filter(move |submission| submission.verdict == verdict)
}

fn build(folder: &TemporaryFolder, submission: &Submission) -> Option<Built> {
    Built::new(folder, submission.source.file, &submission.text())
}

#[test]
fn accepted_submissions_answer_all_positions() {
    let input: Vec<u8> = positions().flat_map(rows).collect();
    let solution = solve(dialect(), Layout::Free, &input[..]).unwrap();
    assert_eq!(solution.len(), 18_368);
    let folder = TemporaryFolder::default();
    assert_eq!(submissions(Verdict::Accepted).count(), 3);
    for submission in submissions(Verdict::Accepted) {
        let Some(program) = build(&folder, submission) else { continue };
        let run = program.run(&[], &input);
        let file = submission.source.file;
        assert_eq!((run.code, String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""), "{file}");
        if let Err(difference) = compare(&solution, &run.stdout, Comparison::Lines) {
            panic!("{file}: {difference}");
        }
    }
}

#[test]
fn wrong_submissions_are_wrong_on_their_case() {
    let folder = TemporaryFolder::default();
    assert_eq!(submissions(Verdict::WrongAnswer).count(), 8);
    for submission in submissions(Verdict::WrongAnswer) {
        let Some(program) = build(&folder, submission) else { continue };
        let input = input(submission.fails_on);
        let run = program.run(&[], &input);
        let file = submission.source.file;
        assert_eq!((run.code, String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""), "{file}");
        // What is wrong is the answer, not its form.
        let lines: Vec<&[u8]> = run.stdout.split_inclusive(|&byte| byte == b'\n').collect();
        let is_grid = lines.len() == 4 && lines.iter().all(|line| line.len() == 5);
        assert!(is_grid || lines.len() == 2 && lines[0] == b"No winning move\n", "{file}: {lines:?}");
        assert!(!accepts(&solution(&input), &run.stdout), "{file}");
    }
}

#[test]
fn the_slow_submission_is_right_where_it_ends() {
    let [submission] = submissions(Verdict::TimeLimitExceeded).collect::<Vec<_>>()[..] else { panic!("there is one") };
    let folder = TemporaryFolder::default();
    let Some(program) = build(&folder, submission) else { return };
    let of_value = |value| positions().filter(move |&position| Solver::shared().value(position) == value);
    for position in of_value(Value::Loss(0)).chain(of_value(Value::Win(1)).step_by(40)).map(rows) {
        assert!(accepts(&solution(&position), &program.run(&[], &position).stdout));
    }

    let mut command = program.command();
    let input = std::fs::File::open(folder.write("slow.in", &input(submission.fails_on))).unwrap();
    let mut running = command.stdin(input).stdout(Stdio::null()).spawn().unwrap();
    let start = Instant::now();
    let mut ended = None;
    while ended.is_none() && start.elapsed() < Duration::from_millis(1100) {
        std::thread::sleep(Duration::from_millis(20));
        ended = running.try_wait().unwrap();
    }
    running.kill().unwrap();
    running.wait().unwrap();
    assert_eq!(ended, None, "it ends within a second");
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
        let mut ranks: Vec<u32> =
            positions.into_iter().map(|position| LGame.rank(&LGame.canonical(&position))).collect();
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
