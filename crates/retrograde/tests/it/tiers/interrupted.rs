//! Runs that end too early: killed, on a full disk, or in a folder that cannot be written.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use retrograde::{Runner, TierError, TierEvent, Tiers};

use super::ladder::Ladder;
use super::{Folder, check_error, shown};
use crate::subprocess::{run_in_subprocess, start_in_subprocess, subprocess_argument};

fn wait_until(mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < Duration::from_secs(120), "it takes too long");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn chain() -> Ladder {
    Ladder::new(12, 4_000)
}

fn solve(game: &Ladder, folder: &Path) -> Result<(), TierError> {
    Tiers::new(game.clone(), folder).solve_with_predecessors(&Runner::new(), [game.parts - 1], |_| {})
}

fn is_incomplete(file: &std::io::Result<fs::DirEntry>) -> bool {
    file.as_ref().is_ok_and(|file| file.path().extension().is_some_and(|last| last == "part"))
}

/// Kills run after run, each of which goes on with what the others have left.
fn check_killed_runs(name: &str, kills: u32) {
    if let Some(folder) = subprocess_argument(name) {
        return solve(&chain(), Path::new(&folder)).expect("there is room");
    }
    let expected = Folder::new();
    solve(&chain(), expected.path()).expect("there is room");
    let expected = expected.files();
    let folder = Folder::new();
    let argument = folder.path().to_str().expect("text");
    let mut random = 1_u64;
    for kills in 0..kills {
        let _ = fs::remove_file(folder.path().join("lock"));
        let child = start_in_subprocess(name, argument);
        wait_until(|| folder.path().join("lock").exists());
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        // Either at any moment, or while a file is being written.
        let end = Instant::now() + Duration::from_micros((random >> 33) % 30_000);
        let is_written = || fs::read_dir(folder.path()).is_ok_and(|mut files| files.any(|file| is_incomplete(&file)));
        while Instant::now() < end && (kills.is_multiple_of(2) || !is_written()) {}
        drop(child);
        // What is there is whole.
        for (name, bytes) in folder.files() {
            let whole = expected.iter().find(|(expected, _)| *expected == name);
            assert!(whole.is_none_or(|(_, whole)| *whole == bytes), "{name} is not whole");
            assert!(whole.is_some() || Path::new(&name).extension().is_some_and(|last| last == "part"), "{name}");
        }
        if folder.files().len() >= expected.len() {
            // The next run begins again, beside what may be left.
            for part in 0..chain().parts {
                let _ = fs::remove_file(folder.part(part));
            }
        }
    }
    solve(&chain(), folder.path()).expect("there is room");
    assert!(folder.files() == expected, "nothing else is left, and nothing is different");
}

#[test]
fn runs_that_are_killed_leave_whole_parts() {
    check_killed_runs("tiers::interrupted::runs_that_are_killed_leave_whole_parts", 100);
}

#[test]
#[ignore = "takes half a minute"]
fn hundreds_of_runs_that_are_killed_leave_whole_parts() {
    check_killed_runs("tiers::interrupted::hundreds_of_runs_that_are_killed_leave_whole_parts", 400);
}

/// The last part of a run that is killed while it writes.
#[test]
fn an_incomplete_file_is_removed_by_the_next_run() {
    let folder = Folder::new();
    let game = Ladder::new(3, 100);
    solve(&game, folder.path()).expect("there is room");
    let expected = folder.files();
    fs::rename(folder.part(2), format!("{}.4711-0.part", folder.part(2))).expect("it is ours");
    fs::write(format!("{}.4711-1.part", folder.part(1)), "").expect("it is ours");
    solve(&game, folder.path()).expect("there is room");
    assert_eq!(folder.files(), expected);
}

#[test]
fn the_lock_of_a_run_that_is_killed_is_gone() {
    let name = "tiers::interrupted::the_lock_of_a_run_that_is_killed_is_gone";
    let game = Ladder::new(2, 100);
    if let Some(folder) = subprocess_argument(name) {
        let mut slow = game;
        slow.on_unrank = Arc::new(|part, _| {
            if part == 1 {
                std::thread::sleep(Duration::from_secs(1_000));
            }
        });
        return solve(&slow, Path::new(&folder)).expect("it is killed before");
    }
    let folder = Folder::new();
    let child = start_in_subprocess(name, folder.path().to_str().expect("text"));
    wait_until(|| Path::new(&folder.part(0)).exists());
    let error = solve(&game, folder.path()).expect_err("another run is under way");
    assert!(matches!(&error, TierError::Locked { folder: locked } if locked == folder.path()), "{error}");
    drop(child);
    solve(&game, folder.path()).expect("there is room");
    assert_eq!(folder.files().len(), 2);
}

/// A process that is being started has the open files of this one for a moment, also the lock.
#[test]
fn the_lock_of_a_run_that_has_ended_is_gone_while_processes_are_started() {
    let (folder, game) = (Folder::new(), Ladder::new(1, 10));
    let has_ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !has_ended.load(Ordering::Relaxed) {
                assert!(Command::new("true").status().is_ok_and(|status| status.success()));
            }
        });
        let results: Vec<_> = (0..3_000).map(|_| solve(&game, folder.path())).collect();
        has_ended.store(true, Ordering::Relaxed);
        results.into_iter().collect::<Result<(), _>>().expect("no other run is under way");
    });
}

#[test]
fn a_full_disk_is_an_error_and_the_next_run_goes_on() {
    let name = "tiers::interrupted::a_full_disk_is_an_error_and_the_next_run_goes_on";
    let game = Large;
    let run = |folder: &Path| Tiers::new(game, folder).solve_with_predecessors(&Runner::new(), [2], |_| {});
    if let Some(argument) = subprocess_argument(name) {
        let (folder, bytes) = argument.split_once('?').expect("two arguments");
        let error = run(Path::new(folder)).expect_err("no room");
        let expected = format!(
            "part 2 is solved, but its file of {bytes} bytes cannot be written; make room and solve it again: \
             {folder}/2.solution: "
        );
        assert!(shown(&error).starts_with(&expected), "{}", shown(&error));
        assert!(!shown(&error).contains('\n'));
        return;
    }
    let expected = Folder::new();
    run(expected.path()).expect("there is room");
    let folder = Folder::new();
    let argument = format!("{}?{}", folder.path().display(), expected.read(2).len());
    // Files cannot be larger than a few kilobytes there.
    run_in_subprocess(name, &argument, "ulimit -f 16; trap '' XFSZ");
    let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["0.solution", "1.solution"], "nothing incomplete is left");
    run(folder.path()).expect("there is room");
    assert!(folder.files() == expected.files());
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let (folder, game) = (Folder::new(), Ladder::new(2, 50));
    let file = folder.path().join("file");
    let inside = file.join("inside");
    fs::write(&file, "").expect("it is ours");
    for place in [inside.as_path(), file.as_path()] {
        let tiers = Tiers::new(game.clone(), place);
        let expected = format!("cannot use {}: a file and not a folder; name a folder", file.display());
        check_error(tiers.plan([1]), &expected);
        check_error(tiers.value(&0), &expected);
        check_error(solve(&game, place), &expected);
    }

    let closed = folder.path().join("closed");
    fs::create_dir(&closed)
        .and_then(|()| fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)))
        .expect("it is ours");
    if fs::write(closed.join("open"), "").is_ok() {
        return; // The superuser may write everywhere.
    }
    let error = solve(&game, &closed).expect_err("it cannot be written");
    assert!(shown(&error).starts_with(&format!("cannot use {}: ", closed.join("lock").display())), "{}", shown(&error));
}

/// Whatever stands in the way of the lock or of a part.
#[test]
fn a_folder_in_the_place_of_a_file_is_an_error() {
    let (folder, game) = (Folder::new(), Ladder::new(2, 50));
    fs::create_dir(folder.part(0)).expect("it is ours");
    let expected = format!("part 0: {}: cannot read the solution: not a file", folder.part(0));
    check_error(solve(&game, folder.path()), &expected);
    let second = Folder::new();
    fs::create_dir(second.path().join("lock")).expect("it is ours");
    let error = solve(&game, second.path()).expect_err("no lock can be taken");
    assert!(
        shown(&error).starts_with(&format!("cannot use {}: ", second.path().join("lock").display())),
        "{}",
        shown(&error)
    );
}

/// What the file of a part would be written to is known before the part is solved.
#[test]
fn a_part_that_cannot_be_written_is_not_solved() {
    let (folder, game) = (Folder::new(), Ladder::new(2, 50));
    let (part, nowhere) = (folder.part(1), folder.path().join("none").join("file"));
    std::os::unix::fs::symlink(nowhere, &part).expect("it is ours");
    let mut solved = Vec::new();
    let result = Tiers::new(game, folder.path()).solve(&Runner::new(), [1], |event| {
        assert!(!matches!(event, TierEvent::Working { part: 1, .. } | TierEvent::Writing { part: 1 }));
        if let TierEvent::Solved { part, .. } = event {
            solved.push(*part);
        }
    });
    let cause = fs::canonicalize(&part).expect_err("it leads to no file");
    check_error(result, &format!("cannot use {part}: {cause}; remove the link"));
    assert_eq!(solved, [0]);
    fs::remove_file(part).expect("it is ours");
    let names: Vec<String> = folder.files().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["0.solution"], "nothing incomplete is left");
}

/// Neither a lock nor anything else is needed where nothing is left to do.
#[test]
fn a_solved_folder_that_cannot_be_written_is_solved() {
    let (folder, game) = (Folder::new(), Ladder::new(2, 50));
    solve(&game, folder.path()).expect("there is room");
    let lock = folder.path().join("lock");
    fs::remove_file(&lock).expect("it is ours");
    solve(&game, folder.path()).expect("nothing to do");
    assert!(!lock.exists(), "nothing is written");
    fs::create_dir(&lock).expect("it is ours");
    solve(&game, folder.path()).expect("nothing to do");
}

/// More parts than files may be open at the same time.
#[test]
fn looking_up_leaves_no_number_of_files_open() {
    let name = "tiers::interrupted::looking_up_leaves_no_number_of_files_open";
    if subprocess_argument(name).is_none() {
        return run_in_subprocess(name, "", "ulimit -n 128");
    }
    let (folder, game) = (Folder::new(), Ladder::new(200, 5));
    solve(&game, folder.path()).expect("there is room");
    let (tiers, solution) = (Tiers::new(game.clone(), folder.path()), game.solution());
    for position in (0..1_000).chain([0, 999, 500]) {
        assert_eq!(tiers.value(&position).ok(), Some(solution.value(&position)));
    }
}

/// Two small parts and a large one of many values.
#[derive(Clone, Copy)]
struct Large;

impl retrograde::Game for Large {
    type Position = (u64, u64);

    fn successors(
        &self,
        at: &(u64, u64),
        visit: impl FnMut((u64, u64)) -> std::ops::ControlFlow<()>,
    ) -> std::ops::ControlFlow<()> {
        let within = (at.1 % 100).checked_sub(1).map(|_| (at.0, at.1 - 1));
        let below = at.0.checked_sub(1).map(|below| (below, at.1 % 50));
        within.into_iter().chain(below).try_for_each(visit)
    }
}

impl retrograde::Predecessors for Large {
    fn predecessors(
        &self,
        at: &(u64, u64),
        visit: impl FnMut((u64, u64)) -> std::ops::ControlFlow<()>,
    ) -> std::ops::ControlFlow<()> {
        let is_place = |after: &u64| !after.is_multiple_of(100) && *after < retrograde::Tiered::ranks(self, &at.0);
        [at.1 + 1].into_iter().filter(is_place).map(|after| (at.0, after)).try_for_each(visit)
    }
}

impl retrograde::Tiered for Large {
    type Part = u64;

    fn name(&self) -> String {
        "large".to_owned()
    }

    fn part(&self, at: &(u64, u64)) -> u64 {
        at.0
    }

    fn next_parts(&self, part: &u64) -> Vec<u64> {
        part.checked_sub(1).into_iter().collect()
    }

    fn ranks(&self, part: &u64) -> u64 {
        if *part == 2 { 60_000 } else { 60 }
    }

    fn rank(&self, _part: &u64, at: &(u64, u64)) -> u64 {
        at.1
    }

    fn unrank(&self, part: &u64, rank: u64) -> Option<(u64, u64)> {
        Some((*part, rank))
    }
}
