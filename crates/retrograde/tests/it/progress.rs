//! What is reported of the progress.

use std::ops::ControlFlow;

use retrograde::solver::{Progress, Sample, Stage};
use retrograde::{Error, ErrorKind, Solver, Value};

use crate::worlds::{heap, many_kinds, random_world, solve};

/// Enough ranks that progress is reported more than once.
const RANKS: u64 = 300_000;

/// The reports of one verb, on one thread or several.
fn reports_of<R>(on_one: bool, work: impl FnOnce(&Solver<'_>) -> R) -> (R, Vec<Progress>) {
    let mut reports = Vec::new();
    let solver = Solver::new().on_progress(|progress| {
        reports.push(progress);
        ControlFlow::Continue(())
    });
    let solver = solver.threads(if on_one { 1 } else { 2 });
    let result = work(&solver);
    drop(solver);
    (result, reports)
}

/// Stages come one after another, in each of which progress grows to its end.
#[test]
fn progress_grows_to_its_end() {
    for on_one in [true, false] {
        let world = random_world(RANKS);
        let (solution, reports) =
            reports_of(on_one, |solver| solver.solve(world.forward()).expect("a consistent game"));
        let stages = [Stage::Enumerating, Stage::StoringMoves { pass: 1 }, Stage::StoringMoves { pass: 2 }];
        let is_backwards = |progress: &Progress| matches!(progress.stage, Stage::WorkingBackwards { .. });
        let first_backwards = reports.iter().position(is_backwards).expect("the last stage");
        let (before, backwards) = reports.split_at(first_backwards);
        let mut stages_before: Vec<Stage> = before.iter().map(|progress| progress.stage).collect();
        stages_before.dedup();
        assert_eq!(stages_before, stages);
        for stage in stages {
            let of_stage: Vec<_> = before.iter().filter(|progress| progress.stage == stage).collect();
            assert!(of_stage.len() > 1 && of_stage.is_sorted_by_key(|progress| progress.done), "{of_stage:?}");
            assert!(of_stage.last().is_some_and(|last| (last.done, last.total) == (RANKS, RANKS)), "{of_stage:?}");
        }
        let plies = |progress: &Progress| match progress.stage {
            Stage::WorkingBackwards { plies } => plies,
            stage => panic!("{stage} comes before"),
        };
        assert!(backwards.is_sorted_by_key(|progress| progress.done) && backwards.is_sorted_by_key(plies));
        let counts = solution.counts();
        // A drawn position with moves is never decided.
        let drawn_at_the_end = (0..RANKS).filter(|at| at % 5 == 0 && (world.moves)(*at).is_empty()).count() as u64;
        let decided = RANKS - counts[&Value::Draw] + drawn_at_the_end;
        let last = backwards.last().expect("a game with an end");
        assert_eq!((last.done, last.total), (decided, RANKS));
        let longest = counts.keys().filter_map(|value| value.plies()).max().expect("a game with an end");
        // In the last ply nothing is decided.
        assert_eq!(plies(last), longest + 1);
    }
}

/// The stage of a verb, how much there is to do, and the verb.
type Verb<'a> = (Stage, u64, &'a dyn Fn(&Solver<'_>) -> Result<(), Error>);

/// Each verb reports its stage, and when it is stopped says so, and reports nothing more.
#[test]
fn every_verb_reports_its_stage_and_can_be_stopped() {
    let world = &many_kinds();
    let (solution, sample) = (&solve(world.clone()).expect("a consistent game"), Sample { size: 10, seed: 1 });
    let verbs: [Verb<'_>; 8] = [
        (Stage::Exploring, 15, &|solver| solver.explore(heap(0), [28]).map(drop)),
        (Stage::Exploring, 15, &|solver| solver.reachable(heap(30), [28]).map(drop)),
        (Stage::Auditing, 15, &|solver| solver.audit(world)),
        (Stage::Auditing, 10, &|solver| solver.audit_some(world, sample)),
        (Stage::Verifying, 15, &|solver| solver.verify(solution)),
        (Stage::Verifying, 15, &|solver| solver.verify_every_position(solution)),
        (Stage::Verifying, 10, &|solver| solver.verify_some(solution, sample)),
        (Stage::Counting, 15, &|solver| solver.counts_by(solution, 0..15, |_, value| value).map(drop)),
    ];
    for (stage, all, verb) in verbs {
        let (result, reports) = reports_of(true, verb);
        assert_eq!(result, Ok(()));
        assert!(reports.iter().all(|progress| progress.stage == stage && progress.done <= progress.total));
        assert!(reports.is_sorted_by_key(|progress| progress.done), "{reports:?}");
        let last = reports.last().expect("a report");
        assert_eq!((last.done, last.total), (all, all), "{stage}");
        check_stopped(&verb, stage);
    }
    let first = reports_of(true, |solver| drop(solver.solve(heap(30)))).1[0];
    assert_eq!(first.to_string(), "enumerating positions: 31 of 31");
    check_stopped(&|solver| solver.solve(world.clone()).map(drop), Stage::Enumerating);
}

fn check_stopped(verb: &dyn Fn(&Solver<'_>) -> Result<(), Error>, stage: Stage) {
    let mut reports = 0;
    let solver = Solver::new().on_progress(|_| {
        reports += 1;
        ControlFlow::Break(())
    });
    let error = verb(&solver).expect_err("stopped");
    drop(solver);
    assert_eq!((error.kind(), error.to_string(), reports), (ErrorKind::Stopped, format!("stopped while {stage}"), 1));
}
