//! What happens while parts are solved: parts in order, runs that are stopped and continue, and several at once.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use retrograde::solver::Stage;
use retrograde::{Part, Solver, Values};

use super::{file_of, first, ladder, solve_in, solved, stored};
use crate::by_definition::Oracle;
use crate::folder::{Folder, check_error, check_start};
use crate::world::World;
use crate::worlds::{rows, solve};

/// A part has the stages of the solver, and then the stage of writing.
#[test]
fn stages_come_in_order() {
    let (folder, game) = (Folder::new(), ladder(2, 50));
    let mut stages = Vec::new();
    let solver = Solver::new().on_progress(|progress| {
        assert!(progress.done <= progress.total);
        stages.push(progress.stage);
        ControlFlow::Continue(())
    });
    solver.solve_parts(&stored(folder.path(), &game), [0]).expect("there is room");
    solver.solve_parts(&stored(folder.path(), &game.forward()), [1]).expect("there is room");
    drop(solver);
    stages.retain(|stage| !matches!(stage, Stage::WorkingBackwards { .. }));
    let moves = [1, 2].map(|pass| Stage::StoringMoves { pass });
    assert_eq!(stages, [Stage::Enumerating, Stage::Writing, Stage::Enumerating, moves[0], moves[1], Stage::Writing]);
    let silent = Solver::new().on_progress(|progress| panic!("nothing is left to do: {progress}"));
    silent.solve_parts(&stored(folder.path(), &game), [1]).expect("both are solved");
}

/// A row of many positions of one part takes many plies, each of which is reported.
fn row_of_one_part(positions: u64) -> World {
    World {
        parts: vec![Part { name: "0".to_owned(), ranks: 0..positions, next: vec![0] }],
        ..rows(positions, |_| false)
    }
}

/// Wherever a run is stopped, the next one continues within the part, and the file is the same in the end.
#[test]
fn a_run_that_is_stopped_continues_within_the_part() {
    let game = row_of_one_part(500);
    let expected = solved(&game).files();
    for is_forward in [false, true] {
        let folder = Folder::new();
        let mut plies = Vec::new();
        loop {
            let mut reports = 0;
            let solver = Solver::new().on_progress(|progress| {
                if let Stage::WorkingBackwards { plies: ply } = progress.stage {
                    reports += 1;
                    plies.push(ply);
                }
                if reports > 100 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            let result = if is_forward {
                solver.solve_parts(&stored(folder.path(), &game.forward()), [0])
            } else {
                solver.solve_parts(&stored(folder.path(), &game), [0])
            };
            drop(solver);
            let Err(error) = result else { break };
            let last = plies[plies.len() - 1];
            let expected = format!("part 0: stopped while working backwards, {last} plies from the end");
            assert_eq!(error.to_string(), expected);
            assert_eq!(folder.names(), ["0.checkpoint"]);
        }
        assert!((500..520).contains(&plies.len()), "no ply is worked at again: {plies:?}");
        assert_eq!(folder.files(), expected);
    }
}

/// A checkpoint is worth nothing if it is of another game, or damaged.
#[test]
fn a_checkpoint_that_cannot_be_used_is_ignored() {
    let game = row_of_one_part(500);
    let expected = solved(&game).files();
    let folder = Folder::new();
    let solver = Solver::new().on_progress(|progress| match progress.stage {
        Stage::WorkingBackwards { plies: 200.. } => ControlFlow::Break(()),
        _ => ControlFlow::Continue(()),
    });
    let stop = || solver.solve_parts(&stored(folder.path(), &game), [0]).expect_err("stopped");
    stop();
    let whole = folder.read("0.checkpoint");
    // As it is left by a process that is killed while it writes it.
    folder.write("0.checkpoint.part", &whole[..100]);
    for bytes in [&b""[..], b"retrograde checkpoint 9\n", &whole[..1_000], &[&*whole, b"more"].concat()] {
        folder.write("0.checkpoint", bytes);
        solve_in(folder.path(), &game, 0).expect("there is room");
        assert_eq!(folder.files(), expected);
        folder.remove(&file_of(0));
    }
}

/// Whatever ends a run, it leaves neither a lock nor anything incomplete, nor begins what depends on the part.
#[test]
fn an_error_or_a_panic_ends_the_run() {
    let (game, folder) = (ladder(4, 60), Folder::new());
    let expected = solved(&game).files();
    let mut bad = game.clone();
    let unrank = Arc::clone(&game.unrank);
    bad.unrank = Arc::new(move |rank| {
        assert!(rank < 150, "a game that panics");
        unrank(rank)
    });
    let run = || solve_in(folder.path(), &bad, 3);
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a game that panics");
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"a game that panics"));
    assert_eq!(folder.names(), [file_of(0), file_of(1)]);

    // Where the file of part 2 would be is a folder, by the time that it gets its name.
    let file = folder.file(&file_of(2));
    let solver = Solver::new().on_progress(|progress| {
        if progress.stage == Stage::Writing {
            std::fs::create_dir(&file).expect("it is ours");
        }
        ControlFlow::Continue(())
    });
    let bytes = expected[2].1.len();
    let message = format!("part 2: {file}: solved, but its file of {bytes} bytes cannot be written; make room: ");
    check_start(solver.solve_parts(&stored(folder.path(), &game), 0..4), &message);
    std::fs::remove_dir(&file).expect("it is ours");
    assert_eq!(folder.names(), [file_of(0), file_of(1)]);
    solve_in(folder.path(), &game, 3).expect("there is room");
    assert_eq!(folder.files(), expected);
}

#[test]
fn a_second_run_in_the_same_folder_is_refused() {
    let (folder, game) = (Folder::new(), ladder(3, 50));
    let expected = format!("{}: another run is solving parts here; wait until it has ended", folder.path().display());
    let (first_run, second) = (stored(folder.path(), &game), stored(folder.path(), &game));
    // What a run that was killed has left is replaced by the next run.
    let left = "2.solution.part";
    folder.write(left, b"incomplete");
    folder.write("notes.part", b"of someone else");
    let mut refused = 0;
    let solver = Solver::new().on_progress(|progress| {
        if progress.stage == Stage::Writing {
            check_error(Solver::new().solve_parts(&second, [2]), &expected);
            check_error(second.lock(), &expected);
            refused += 1;
            // To look is no run.
            assert!(!folder.has(&file_of(0)) || second.value(&first(0, 50)).is_ok());
        }
        ControlFlow::Continue(())
    });
    solver.solve_parts(&first_run, [2]).expect("there is room");
    drop(solver);
    assert_eq!(refused, 3);
    let others = [second.lock().expect("no run"), second.lock().expect("they may be several")];
    folder.remove(&file_of(2));
    check_error(Solver::new().solve_parts(&second, [2]), &expected);
    drop(others);
    Solver::new().solve_parts(&second, [2]).expect("the others have ended");
    assert!(folder.has("notes.part") && !folder.has(left));
    let oracle = Oracle::new(&game);
    assert!((0..150).all(|at| second.value(&at) == Ok(oracle.value(at))));
}

#[test]
fn a_part_is_audited_before_anything_is_solved() {
    let (solver, game) = (Solver::new(), ladder(3, 60));
    (0..3).for_each(|part| solver.audit_part(&game, part).expect("a consistent game"));
    let silent = World { origins: Arc::new(|_| vec![]), ..game };
    let error = solver.audit_part(&silent, 1).expect_err("no predecessors");
    assert!(error.rank() >= Some(60) && error.to_string().contains("predecessors disagree"), "{error}");
}

/// The solution of all parts at once is the same as that in the folder, and counts can be taken of a part.
#[test]
fn a_folder_answers_like_a_solution_in_memory() {
    let game = ladder(3, 40);
    let (folder, whole) = (solved(&game), solve(game.forward()).expect("a consistent game"));
    let stored = stored(folder.path(), &game);
    assert!((0..121).all(|rank| stored.value_at(rank) == whole.value_at(rank)));
    let solver = Solver::new();
    let counts = |ranks: std::ops::Range<u64>| {
        let in_memory = solver.counts_by(&whole, ranks.clone(), |_, value| value);
        assert_eq!(solver.counts_by(&stored, ranks, |_, value| value), in_memory);
        in_memory.expect("solved").into_values().sum::<u64>()
    };
    assert_eq!((counts(0..120), counts(stored.parts()[1].ranks.clone())), (120, 40));
    let canonical = stored.header(1).expect("solved").canonical;
    assert_eq!(canonical.won + canonical.lost + canonical.drawn, 40);
}
