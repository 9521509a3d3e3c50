//! Parts that several workers have solved together.

use std::fs;
use std::path::Path;
use std::sync::Barrier;

use retrograde::{
    Deal, LoadErrorKind, PartState, PartToSolve, PreparedShare, Ranked, Runner, Solution, TierError, TierEvent, Tiers,
    solve_with_predecessors,
};

use super::ladder::{Bug, Ladder};
use super::{Folder, check_error, shown};
use crate::files::prepare;

/// Solves a part, and saves it as the shares of so many workers.
fn solve_in_shares(tiers: &Tiers<Ladder>, part: u64, workers: u64) -> Result<(), TierError> {
    tiers.solve_elsewhere(&part, 0, |part| save_shares(part, workers))
}

fn save_shares(part: &PartToSolve<Ladder>, workers: u64) {
    let solution = solve_with_predecessors(part.game()).expect("a consistent game");
    assert!(part.error().is_none());
    for share in prepare_all(&solution, part.name(), part.path(), workers) {
        share.commit().expect("there is room");
    }
}

fn prepare_all<G: Ranked>(solution: &Solution<G>, name: &str, path: &Path, workers: u64) -> Vec<PreparedShare> {
    let deal = Deal::new(solution.game().ranks(), workers);
    let prepare =
        |worker| prepare(&solution.share(deal, worker), name, solution.checksum(), path).expect("there is room");
    (0..workers).map(prepare).collect()
}

fn solve_all(game: &Ladder) -> Folder {
    let folder = Folder::new();
    Tiers::new(game.clone(), folder.path()).solve_with_predecessors(&Runner::new(), [game.parts - 1], |_| {}).unwrap();
    folder
}

fn path_of(folder: &Folder, part: u64, number: u64, workers: u64) -> String {
    format!("{}.{number}-of-{workers}", folder.part(part))
}

#[test]
fn parts_in_shares_are_as_good_as_files() {
    // A hundred shares have more pages than the smallest cache, and some of them no rank.
    for (length, workers) in [(40, [3, 1]), (20_000, [2, 100])] {
        let game = Ladder::new(4, length);
        let (expected, solution) = (solve_all(&game), game.solution());
        let folder = Folder::new();
        let tiers = Tiers::new(game.clone(), folder.path());
        tiers.solve_with_predecessors(&Runner::new(), [0], |_| {}).expect("there is room");
        for (part, workers) in (1..).zip(workers) {
            solve_in_shares(&tiers, part, workers).expect("part before it are solved");
            assert!(!Path::new(&folder.part(part)).exists());
        }
        let plan = tiers.plan([3]).expect("no cycle");
        let mut begun = Vec::new();
        let on_event = |event: TierEvent<'_, u64>| {
            if let TierEvent::Starting { plan, .. } = event {
                begun.push(plan.part);
            }
        };
        let bounded = Tiers::new(game.clone(), folder.path()).memory(plan[3].least_memory);
        bounded.solve_with_predecessors(&Runner::new(), [3], on_event).expect("enough memory");
        assert_eq!(begun, [3], "the others are solved");
        assert!(folder.read(3) == expected.read(3));

        let last = 4 * length - 1;
        for position in (0..=last).step_by(usize::try_from(1 + length / 1_000).expect("small")).chain([last]) {
            assert_eq!(tiers.value(&position).expect("all are solved"), solution.value(&position));
            assert_eq!(tiers.best_moves(&position).expect("all are solved"), solution.best_moves(&position));
        }
        let expected_plan = Tiers::new(game.clone(), expected.path()).plan([3]).expect("no cycle");
        for (planned, expected) in tiers.plan([3]).expect("no cycle").iter().zip(expected_plan) {
            assert_eq!(planned.header(), expected.header());
            let files = folder.files().into_iter();
            let of_part = files.filter(|(name, _)| name.starts_with(&format!("{}.solution", planned.part)));
            assert_eq!(planned.most_disk, of_part.map(|(_, bytes)| bytes.len() as u64).sum::<u64>());
        }
        for part in 0..4 {
            tiers.verify(&mut Runner::new(), &part).expect("right values");
            let mut bytes = Vec::new();
            tiers.load(&part).expect("solved").write(&format!("a ladder: {part}"), &mut bytes).expect("a vector");
            assert!(bytes == expected.read(part));
        }
    }
}

/// A run that was killed between the names of two shares.
#[test]
fn a_part_of_which_a_share_is_missing_is_not_solved() {
    let game = Ladder::new(3, 600);
    let expected = solve_all(&game);
    for missing in [1, 2, 3] {
        let folder = Folder::new();
        let tiers = || Tiers::new(game.clone(), folder.path());
        solve_in_shares(&tiers(), 0, 3).expect("there is room");
        assert!(tiers().value(&0).is_ok());
        let path = path_of(&folder, 0, missing, 3);
        fs::remove_file(&path).expect("it is ours");
        let not_solved = format!(
            "part 0 is not solved: of its 3 shares one is missing, {path}; copy it there, or solve the part again"
        );
        check_error(tiers().value(&0), &not_solved);
        check_error(solve_in_shares(&tiers(), 1, 2), &not_solved);
        let plan = tiers().plan([2]).expect("no cycle");
        let is_missing = |state: &PartState| matches!(state, PartState::MissingShare { path: file, shares: 3 } if *file == Path::new(&path));
        assert!(is_missing(&plan[0].state));
        assert!(plan[1..].iter().all(|part| matches!(part.state, PartState::NotSolved)));
        // It can be solved again in shares, or as a whole.
        if missing == 2 {
            solve_in_shares(&tiers(), 0, 3).expect("there is room");
            assert!(Path::new(&path).exists());
        }
        tiers().solve_with_predecessors(&Runner::new(), [2], |_| {}).expect("there is room");
        assert!(folder.read(2) == expected.read(2));
        assert_eq!(Path::new(&folder.part(0)).exists(), missing != 2);
    }
}

#[test]
fn a_share_that_cannot_be_used_is_named() {
    let game = Ladder::new(2, 600);
    let folder = Folder::new();
    let tiers = || Tiers::new(game.clone(), folder.path());
    solve_in_shares(&tiers(), 0, 3).expect("there is room");
    let [one, two] = [1, 2].map(|number| path_of(&folder, 0, number, 3));
    let bytes = fs::read(&two).expect("just saved");
    fs::copy(&one, &two).expect("it is ours");
    let expected = format!(
        "part 0: {two}: share 1 of 3, by what it says; rename it, or save it again, or remove the file and solve the \
         part again"
    );
    check_error(tiers().value(&0), &expected);
    check_error(solve_in_shares(&tiers(), 1, 2), &expected);
    check_error(tiers().solve(&Runner::new(), [1], |_| {}), &expected);
    let plan = tiers().plan([1]).expect("no cycle");
    assert!(
        matches!(&plan[0].state, PartState::Unusable(error) if matches!(error.kind(), LoadErrorKind::OtherShare { .. }))
    );
    // A code in the second share.
    let mut damaged = bytes;
    let code = damaged.len() - 12;
    damaged[code] ^= 1;
    fs::write(&two, damaged).expect("it is ours");
    assert!(tiers().value(&0).is_ok(), "in the first share");
    for result in [
        tiers().value(&5).map(|_| ()),
        tiers().solve(&Runner::new(), [1], |_| {}),
        tiers().verify(&mut Runner::new(), &0),
    ] {
        let message = shown(&result.expect_err("damaged"));
        assert!(message.starts_with(&format!("part 0: {two}: the solution is damaged at or after byte ")), "{message}");
    }
}

#[test]
fn several_solve_in_a_folder_and_exclude_a_single_run() {
    let game = Ladder::new(1, 600);
    let folder = Folder::new();
    let tiers = || Tiers::new(game.clone(), folder.path());
    let single_run = || tiers().solve(&Runner::new(), [0], |_| {});
    let all_are_there = Barrier::new(3);
    std::thread::scope(|scope| {
        for worker in 0..3 {
            let (tiers, all_are_there) = (tiers(), &all_are_there);
            scope.spawn(move || {
                let work = |part: &PartToSolve<Ladder>| {
                    all_are_there.wait();
                    let error = single_run().expect_err("others are at work");
                    assert!(matches!(error, TierError::Locked { .. }), "{error}");
                    let solution = solve_with_predecessors(part.game()).expect("a consistent game");
                    let share = solution.share(Deal::new(600, 3), worker);
                    let prepared =
                        prepare(&share, part.name(), solution.checksum(), part.path()).expect("there is room");
                    all_are_there.wait();
                    prepared.commit().expect("there is room");
                };
                tiers.solve_elsewhere(&0, 0, work).expect("there is room");
            });
        }
    });
    assert!(tiers().value(&599).is_ok());
    let mut events = 0;
    for number in 1..=3 {
        fs::remove_file(path_of(&folder, 0, number, 3)).expect("it is ours");
    }
    // What a process left behind that was killed is removed by a run that is alone.
    let left = format!("{}.4711-0.part", path_of(&folder, 0, 2, 3));
    fs::write(&left, "half").expect("it is ours");
    solve_in_shares(&tiers(), 0, 1).expect("there is room");
    assert!(Path::new(&left).exists());
    fs::remove_file(path_of(&folder, 0, 1, 1)).expect("it is ours");
    let on_event = |event: TierEvent<'_, u64>| {
        if let TierEvent::Writing { .. } = event {
            events += 1;
            let error = solve_in_shares(&tiers(), 0, 3).expect_err("a run is at work");
            assert!(matches!(error, TierError::Locked { .. }), "{error}");
        }
    };
    tiers().solve(&Runner::new(), [0], on_event).expect("there is room");
    assert_eq!(events, 1);
    assert!(!Path::new(&left).exists());
}

/// The solver may look for an error from any thread, and the error is returned in the end, whatever it says.
#[test]
fn an_error_in_looking_up_other_parts_is_returned() {
    let mut game = Ladder::new(2, 600);
    let folder = Folder::new();
    let tiers = Tiers::new(game.clone(), folder.path());
    solve_in_shares(&tiers, 0, 2).expect("there is room");
    let two = path_of(&folder, 0, 2, 2);
    let mut bytes = fs::read(&two).expect("just saved");
    let code = bytes.len() - 12;
    bytes[code] ^= 1;
    fs::write(&two, bytes).expect("it is ours");
    let result = tiers.solve_elsewhere(&1, u64::MAX, |part| {
        assert!(part.error().is_none());
        drop(solve_with_predecessors(part.game()));
        std::thread::scope(|scope| {
            let seen = scope.spawn(|| part.error().map(|error| shown(error)));
            assert_eq!(seen.join().expect("no panic"), part.error().map(|error| shown(error)));
        });
        assert!(matches!(part.error(), Some(TierError::Load { part, .. }) if part == "0"));
        "whatever it says"
    });
    let message = shown(&result.expect_err("damaged"));
    assert!(message.starts_with(&format!("part 0: {two}: the solution is damaged at or after byte ")), "{message}");

    game.bug = Some(Bug::PartNotNamed);
    let tiers = Tiers::new(game, folder.path());
    let error = tiers.solve_elsewhere(&1, 0, |part| drop(solve_with_predecessors(part.game())));
    assert!(matches!(error, Err(TierError::MoveLeaves { from, to, .. }) if from == "1" && to == "0"));
    assert!(
        tiers
            .solve_elsewhere(&1, 0, |part| (part.name().to_owned(), part.path().to_owned()))
            .is_ok_and(|(name, path)| name == "a ladder: 1" && path == tiers.path(&1))
    );
}

#[cfg(unix)]
#[test]
fn looking_up_in_shares_leaves_few_files_open() {
    use crate::subprocess::{run_in_subprocess, subprocess_argument};

    let name = "tiers::shares::looking_up_in_shares_leaves_few_files_open";
    if subprocess_argument(name).is_none() {
        return run_in_subprocess(name, "", "ulimit -n 128");
    }
    let (folder, game) = (Folder::new(), Ladder::new(12, 5));
    let (tiers, solution) = (Tiers::new(game.clone(), folder.path()), game.solution());
    for part in 0..12 {
        solve_in_shares(&tiers, part, 15).expect("there is room");
    }
    for position in (0..60).chain([0, 59, 30]) {
        assert_eq!(tiers.value(&position).ok(), Some(solution.value(&position)));
    }
}
