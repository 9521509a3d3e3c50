//! Parts that are lent: several processes may work on parts in one folder.

use std::sync::{Arc, Barrier};

use retrograde::Solver;
use retrograde::tiers::{PartGame, TierError, TierEvent};

use super::{damage, solve_in, tiers};
use crate::folder::{Folder, check_start, shown};
use crate::parts_of_world::ladder;
use crate::world::World;

#[test]
fn several_work_in_a_folder_and_exclude_a_single_run() {
    let (folder, game) = (Folder::new(), ladder(1, 600));
    let tiers = || tiers(&folder, &game);
    let all_are_there = Barrier::new(3);
    std::thread::scope(|scope| {
        for worker in 0..3 {
            let (tiers, folder, game, all_are_there) = (tiers(), &folder, &game, &all_are_there);
            let (name, path) = (tiers.name(&0), tiers.path(&0));
            let work = move |part: &PartGame<World>| {
                all_are_there.wait();
                let error = solve_in(folder.path(), game, 0).expect_err("others are at work");
                assert!(matches!(&error, TierError::Locked { folder: place } if place == folder.path()), "{error}");
                // A run that finds the part solved need not write.
                all_are_there.wait();
                if worker == 0 {
                    Solver::new().solve(part).expect("a consistent game").save(&name, path).expect("there is room");
                }
                all_are_there.wait();
            };
            scope.spawn(move || tiers.with_part(&0, 0, work).expect("there is room"));
        }
    });
    assert!(tiers().value(&599).is_ok());
    folder.remove("0.solution");
    // What a process left behind that was killed is removed by a run that is alone.
    folder.write("0.solution.4711-0.part", b"half");
    let mut events = 0;
    let on_event = |event: TierEvent<'_, u64>| {
        if let TierEvent::Writing { .. } = event {
            events += 1;
            let error = tiers().with_part(&0, 0, |_| ()).expect_err("a run is at work");
            assert!(matches!(error, TierError::Locked { .. }), "{error}");
            assert_eq!(tiers().with_part_to_read(&0, 0, |part| *part.part()).expect("it is only read"), 0);
        }
    };
    tiers().solve(&Solver::new(), [0], on_event).expect("there is room");
    assert_eq!(events, 1);
    assert!(!folder.has("0.solution.4711-0.part"));
}

/// The solver may look for an error from any thread, and the error is returned in the end, whatever it says.
#[test]
fn an_error_in_looking_up_other_parts_is_returned() {
    let (folder, mut game) = (Folder::new(), ladder(2, 600));
    let healthy = tiers(&folder, &game);
    solve_in(folder.path(), &game, 0).expect("there is room");
    let found = healthy.with_part(&1, 0, |part| *part.part());
    assert_eq!((found.expect("nothing is looked up"), healthy.name(&1)), (1, "a ladder: 1".to_owned()));
    let damaged = damage(&folder, "0.solution");
    let result = tiers(&folder, &game).with_part(&1, u64::MAX, |part| {
        assert!(part.error().is_none());
        drop(Solver::new().solve(part));
        std::thread::scope(|scope| {
            let seen = scope.spawn(|| part.error().map(|error| shown(error)));
            assert_eq!(seen.join().expect("no panic"), part.error().map(|error| shown(error)));
        });
        assert!(matches!(part.error(), Some(TierError::Load { part, .. }) if part == "0"));
        "whatever it says"
    });
    check_start(result, &format!("part 0: {damaged}: the solution is damaged at or after byte "));

    game.parts.next = Arc::new(|_| vec![]);
    let error = tiers(&folder, &game).with_part(&1, 0, |part| drop(Solver::new().solve(part)));
    assert!(matches!(error, Err(TierError::MoveLeaves { from, to, .. }) if from == "1" && to == "0"));
}

/// There are more parts than files may be open at the same time.
#[cfg(unix)]
#[test]
fn looking_up_leaves_few_files_open() {
    use crate::subprocess::{run_in_subprocess, subprocess_argument};

    let name = "tiers::together::looking_up_leaves_few_files_open";
    if subprocess_argument(name).is_none() {
        return run_in_subprocess(name, "", "ulimit -n 128");
    }
    let (folder, game) = (Folder::new(), ladder(200, 5));
    let (tiers, oracle) = (tiers(&folder, &game), crate::by_definition::Oracle::new(&game));
    solve_in(folder.path(), &game, 199).expect("there is room");
    for at in (0..1_000).chain([0, 999, 30]) {
        assert_eq!(tiers.value(&at).ok(), Some(oracle.value(at)));
    }
}
