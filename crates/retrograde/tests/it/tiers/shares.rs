//! Parts that several workers have solved together.

use std::path::Path;
use std::sync::{Arc, Barrier};

use retrograde::files::LoadErrorKind;
use retrograde::shares::{Partition, ShareFile};
use retrograde::tiers::{PartGame, TierError, TierEvent, Tiers};
use retrograde::{Ranked, Solver};

use super::{damage, file_of, ladder, parts_begun, solve_in, solved, tiers};
use crate::by_definition::Oracle;
use crate::files::prepare;
use crate::folder::{Folder, check_error, check_start, shown};
use crate::world::World;

/// Solves a part, and saves it as the shares of `workers` workers.
fn solve_in_shares(tiers: &Tiers<World>, part: u64, workers: u64) -> Result<(), TierError> {
    tiers.with_part(&part, 0, |game| {
        let solution = Solver::new().solve(game).expect("a consistent game");
        assert!(game.error().is_none());
        let (partition, name, path) =
            (Partition::of_ranks(game.ranks()).among(workers), tiers.name(&part), tiers.path(&part));
        let prepare = |worker| prepare(&solution.share(partition, worker), &name, solution.checksum(), &path);
        let prepared: Vec<_> = (0..workers).map(|worker| prepare(worker).expect("there is room")).collect();
        for share in prepared {
            share.commit().expect("there is room");
        }
    })
}

fn share_of(part: u64, number: u64, workers: u64) -> String {
    format!("{}.{number}-of-{workers}", file_of(part))
}

#[test]
fn parts_in_shares_are_as_good_as_files() {
    // A hundred shares have more pages than the smallest cache, and some of them no rank.
    for (length, workers) in [(40, [3, 1]), (20_000, [2, 100])] {
        let game = ladder(4, length);
        let (expected, oracle) = (solved(&game, 4), Oracle::new(&game));
        let folder = solved(&game, 1);
        let tiers = tiers(&folder, &game);
        for (part, workers) in (1..).zip(workers) {
            solve_in_shares(&tiers, part, workers).expect("part before it are solved");
            assert!(!folder.has(&file_of(part)));
        }
        let plan = tiers.plan([3]).expect("no cycle");
        let bounded = super::tiers(&folder, &game).memory(plan[3].least_memory);
        assert_eq!(parts_begun(&bounded, 3).expect("enough memory"), [3], "the others are solved");
        assert!(folder.read(&file_of(3)) == expected.read(&file_of(3)));

        let last = 4 * length - 1;
        for at in (0..=last).step_by(usize::try_from(1 + length / 1_000).expect("small")).chain([last]) {
            assert_eq!(tiers.value(&at).expect("all are solved"), oracle.value(at));
            assert_eq!(tiers.best_moves(&at).expect("all are solved"), oracle.best_moves(at));
        }
        let expected_plan = super::tiers(&expected, &game).plan([3]).expect("no cycle");
        for (planned, expected) in tiers.plan([3]).expect("no cycle").iter().zip(expected_plan) {
            assert_eq!(planned.header.as_ref().ok(), expected.header.as_ref().ok());
            let files = folder.files().into_iter();
            let of_part = files.filter(|(name, _)| name.starts_with(&file_of(planned.part)));
            assert_eq!(planned.most_disk, of_part.map(|(_, bytes)| bytes.len() as u64).sum::<u64>());
        }
        tiers.verify_all(&Solver::new(), [3]).expect("right values");
        for part in 0..4 {
            let mut bytes = Vec::new();
            tiers.load(&part).expect("solved").write(&format!("a ladder: {part}"), &mut bytes).expect("a vector");
            assert!(bytes == expected.read(&file_of(part)));
        }
    }
}

/// A run that was killed between the names of two shares.
#[test]
fn a_part_of_which_a_share_is_missing_is_not_solved() {
    let game = ladder(3, 600);
    let expected = solved(&game, 3);
    for missing in [1, 2, 3] {
        let folder = Folder::new();
        let tiers = || tiers(&folder, &game);
        solve_in_shares(&tiers(), 0, 3).expect("there is room");
        assert!(tiers().value(&0).is_ok());
        let path = folder.file(&share_of(0, missing, 3));
        folder.remove(&share_of(0, missing, 3));
        let not_solved = format!(
            "part 0 is not solved: of its 3 shares one is missing, {path}; copy it there, or solve the part again"
        );
        check_error(tiers().value(&0), &not_solved);
        check_error(solve_in_shares(&tiers(), 1, 2), &not_solved);
        let plan = tiers().plan([2]).expect("no cycle");
        let header = &plan[0].header;
        assert!(
            matches!(header, Err(TierError::MissingShare { path: file, shares: 3, .. }) if *file == Path::new(&path))
        );
        assert!(plan[1..].iter().all(|part| matches!(part.header, Err(TierError::NotSolved { .. }))));
        // It can be solved again in shares, or as a whole.
        if missing == 2 {
            solve_in_shares(&tiers(), 0, 3).expect("there is room");
            assert!(Path::new(&path).exists());
        }
        solve_in(folder.path(), &game, 2).expect("there is room");
        assert!(folder.read(&file_of(2)) == expected.read(&file_of(2)));
        assert_eq!(folder.has(&file_of(0)), missing != 2);
    }
}

#[test]
fn a_share_that_cannot_be_used_is_named() {
    let (folder, game) = (Folder::new(), ladder(2, 600));
    let tiers = || tiers(&folder, &game);
    solve_in_shares(&tiers(), 0, 3).expect("there is room");
    let bytes = folder.read(&share_of(0, 2, 3));
    let two = folder.write(&share_of(0, 2, 3), &folder.read(&share_of(0, 1, 3)));
    let expected = format!(
        "part 0: {two}: by what it says, a share whose name ends in 1-of-3; rename it, or name the path without that ending, \
         or remove the file and solve the part again"
    );
    check_error(tiers().value(&0), &expected);
    check_error(solve_in_shares(&tiers(), 1, 2), &expected);
    check_error(solve_in(folder.path(), &game, 1), &expected);
    let plan = tiers().plan([1]).expect("no cycle");
    let Err(TierError::Load { error, .. }) = &plan[0].header else { panic!("{plan:?}") };
    assert!(matches!(error.kind(), LoadErrorKind::OtherShare { .. }));
    folder.write(&share_of(0, 2, 3), &bytes);
    damage(&folder, &share_of(0, 2, 3));
    assert!(tiers().value(&0).is_ok(), "in the first share");
    let expected = format!("part 0: {two}: the solution is damaged at or after byte ");
    check_start(tiers().value(&4), &expected);
    check_start(solve_in(folder.path(), &game, 1), &expected);
    check_start(tiers().verify(&Solver::new(), &0), &expected);
}

#[test]
fn several_solve_in_a_folder_and_exclude_a_single_run() {
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
                let solution = Solver::new().solve(part).expect("a consistent game");
                let share = solution.share(Partition::of_ranks(600).among(3), worker);
                let prepared = prepare(&share, &name, solution.checksum(), &path);
                all_are_there.wait();
                prepared.and_then(ShareFile::commit).expect("there is room");
            };
            scope.spawn(move || tiers.with_part(&0, 0, work).expect("there is room"));
        }
    });
    assert!(tiers().value(&599).is_ok());
    (1..=3).for_each(|number| folder.remove(&share_of(0, number, 3)));
    // What a process left behind that was killed is removed by a run that is alone.
    let left = format!("{}.4711-0.part", share_of(0, 2, 3));
    folder.write(&left, b"half");
    solve_in_shares(&tiers(), 0, 1).expect("there is room");
    assert!(folder.has(&left));
    folder.remove(&share_of(0, 1, 1));
    let mut events = 0;
    let on_event = |event: TierEvent<'_, u64>| {
        if let TierEvent::Writing { .. } = event {
            events += 1;
            let error = solve_in_shares(&tiers(), 0, 3).expect_err("a run is at work");
            assert!(matches!(error, TierError::Locked { .. }), "{error}");
            assert_eq!(tiers().with_part_to_read(&0, 0, |part| *part.part()).expect("it is only read"), 0);
        }
    };
    tiers().solve(&Solver::new(), [0], on_event).expect("there is room");
    assert_eq!(events, 1);
    assert!(!folder.has(&left));
}

/// The solver may look for an error from any thread, and the error is returned in the end, whatever it says.
#[test]
fn an_error_in_looking_up_other_parts_is_returned() {
    let (folder, mut game) = (Folder::new(), ladder(2, 600));
    let healthy = tiers(&folder, &game);
    solve_in_shares(&healthy, 0, 2).expect("there is room");
    let found = healthy.with_part(&1, 0, |part| *part.part());
    assert_eq!((found.expect("nothing is looked up"), healthy.name(&1)), (1, "a ladder: 1".to_owned()));
    let two = damage(&folder, &share_of(0, 2, 2));
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
    check_start(result, &format!("part 0: {two}: the solution is damaged at or after byte "));

    game.parts.next = Arc::new(|_| vec![]);
    let error = tiers(&folder, &game).with_part(&1, 0, |part| drop(Solver::new().solve(part)));
    assert!(matches!(error, Err(TierError::MoveLeaves { from, to, .. }) if from == "1" && to == "0"));
}

/// There are more parts, or shares of parts, than files may be open at the same time.
#[cfg(unix)]
#[test]
fn looking_up_leaves_few_files_open() {
    use crate::subprocess::{run_in_subprocess, subprocess_argument};

    let name = "tiers::shares::looking_up_leaves_few_files_open";
    if subprocess_argument(name).is_none() {
        return run_in_subprocess(name, "", "ulimit -n 128");
    }
    for (parts, workers) in [(200, None), (12, Some(15))] {
        let (folder, game) = (Folder::new(), ladder(parts, 5));
        let (tiers, oracle) = (tiers(&folder, &game), Oracle::new(&game));
        match workers {
            Some(workers) => (0..parts).for_each(|part| solve_in_shares(&tiers, part, workers).expect("there is room")),
            None => solve_in(folder.path(), &game, parts - 1).expect("there is room"),
        }
        for at in (0..5 * parts).chain([0, 5 * parts - 1, 30]) {
            assert_eq!(tiers.value(&at).ok(), Some(oracle.value(at)));
        }
    }
}
