//! What is reported of the progress.

use std::cell::{Cell, OnceCell};
use std::ops::ControlFlow;
use std::rc::Rc;

use retrograde::progress::{Progress, Stage};
use retrograde::{ErrorKind, Sample, Solver, Value};

use crate::worlds::{failure, heap, many_kinds, random_world, solve};

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
    check_progress_of_solving(true);
    check_progress_of_solving(false);
}

fn check_progress_of_solving(on_one: bool) {
    let world = random_world(RANKS);
    let (solution, reports) = reports_of(on_one, |solver| solver.solve(world.forward()).expect("a consistent game"));
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

#[test]
fn every_verb_reports_its_stage() {
    let world = many_kinds(0);
    let solution = solve(world.clone()).expect("a consistent game");
    let sample = Sample { size: 10, seed: 1 };
    let reports: [(Stage, u64, Vec<Progress>); 8] = [
        (Stage::Exploring, 15, reports_of(true, |solver| drop(solver.explore(heap(0), [28]))).1),
        (Stage::Exploring, 15, reports_of(true, |solver| drop(solver.reachable(heap(30), [28]))).1),
        (Stage::Auditing, 15, reports_of(true, |solver| solver.audit(&world)).1),
        (Stage::Auditing, 10, reports_of(true, |solver| solver.audit_some(&world, sample)).1),
        (Stage::Verifying, 15, reports_of(true, |solver| solver.verify(&solution)).1),
        (Stage::Verifying, 15, reports_of(true, |solver| solver.verify_every_position(&solution)).1),
        (Stage::Verifying, 10, reports_of(true, |solver| solver.verify_some(&solution, sample)).1),
        (Stage::Counting, 15, reports_of(true, |solver| solver.counts_by(&solution, 0..15, |_, value| value)).1),
    ];
    let first = reports_of(true, |solver| drop(solver.solve(heap(30)))).1[0];
    assert_eq!(first.to_string(), "enumerating positions: 31 of 31");
    for (stage, all, reports) in reports {
        assert!(reports.iter().all(|progress| progress.stage == stage && progress.done <= progress.total));
        assert!(reports.is_sorted_by_key(|progress| progress.done), "{reports:?}");
        let last = reports.last().expect("a report");
        assert_eq!((last.done, last.total), (all, all), "{stage}");
    }
}

/// Such work is not reported itself.
#[test]
fn a_report_may_use_the_solver() {
    let solver = Rc::new(OnceCell::<Solver<'static>>::new());
    let reports = Rc::new(Cell::new(0));
    let (own, counted) = (Rc::clone(&solver), Rc::clone(&reports));
    let report = move |_| {
        let solver = own.get().expect("it is at work");
        assert!(solver.solve(many_kinds(0)).is_ok_and(|solution| solver.verify(&solution).is_ok()));
        counted.set(counted.get() + 1);
        ControlFlow::Continue(())
    };
    let solver = solver.get_or_init(|| Solver::new().on_progress(report));
    solver.audit(&many_kinds(0)).expect("a consistent game");
    assert_eq!(reports.get(), 1);
}

/// Whatever is stopped says so, and nothing more is reported.
#[test]
fn every_verb_can_be_stopped() {
    let world = many_kinds(0);
    let solution = solve(world.clone()).expect("a consistent game");
    let sample = Sample { size: 10, seed: 1 };
    let mut reports = 0;
    let solver = Solver::new().on_progress(|_| {
        reports += 1;
        ControlFlow::Break(())
    });
    let stopped = [
        failure(solver.explore(heap(0), [28])),
        failure(solver.reachable(heap(30), [28])),
        failure(solver.audit(&world)),
        failure(solver.audit_some(&world, sample)),
        failure(solver.solve(world.clone())),
        failure(solver.verify(&solution)),
        failure(solver.verify_every_position(&solution)),
        failure(solver.verify_some(&solution, sample)),
        failure(solver.counts_by(&solution, 0..15, |_, value| value)),
    ];
    drop(solver);
    assert_eq!((stopped, reports), ([(ErrorKind::Stopped, None); 9], 9));
    let error = Solver::new().on_progress(|_| ControlFlow::Break(())).audit(&world).expect_err("stopped");
    assert_eq!(error.to_string(), "stopped while auditing");
}
