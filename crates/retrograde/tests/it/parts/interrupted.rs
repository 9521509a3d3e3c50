//! Runs whose folder is locked or cannot be written. `tools/crash-test` kills and starves runs.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use retrograde::files::Stored;
use retrograde::{Solver, Values};

use super::{file_of, ladder, solve_in, solved, stored};
use crate::folder::{Folder, check_error, check_start};

/// A process that is being started has the open files of this one for a moment, also the lock.
#[test]
fn the_lock_of_a_run_that_has_ended_is_gone_while_processes_are_started() {
    let (folder, game) = (Folder::new(), ladder(1, 10));
    let has_ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !has_ended.load(Ordering::Relaxed) {
                assert!(Command::new("true").status().is_ok_and(|status| status.success()));
            }
        });
        let solve_again = |_| {
            let _ = fs::remove_file(folder.file(&file_of(0)));
            solve_in(folder.path(), &game, 0)
        };
        let results: Vec<_> = (0..3_000).map(solve_again).collect();
        has_ended.store(true, Ordering::Relaxed);
        results.into_iter().collect::<Result<(), _>>().expect("no other run is under way");
    });
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let (folder, game) = (Folder::new(), ladder(2, 50));
    let file = folder.write("file", b"");
    for place in [Path::new(&file).join("inside"), file.clone().into()] {
        let stored = Stored::folder(&place, &game, "a ladder").expect("parts in order");
        let expected = format!("{file}: a file and not a folder; name a folder");
        check_error(stored.header(1), &expected);
        check_error(stored.value(&0), &expected);
        check_error(solve_in(&place, &game, 1), &expected);
    }

    let closed = folder.path().join("closed");
    fs::create_dir(&closed).expect("it is ours");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o555)).expect("it is ours");
    if fs::write(closed.join("open"), "").is_ok() {
        return; // The superuser may write everywhere.
    }
    check_start(solve_in(&closed, &game, 1), &format!("{}: ", closed.join("lock").display()));
}

/// Whatever stands in the way of the lock or of a part.
#[test]
fn a_folder_in_the_place_of_a_file_is_an_error() {
    let (folder, game) = (Folder::new(), ladder(2, 50));
    let part = folder.file(&file_of(0));
    fs::create_dir(&part).expect("it is ours");
    let expected = format!("part 0: {part}: cannot read the solution: not a file");
    check_error(solve_in(folder.path(), &game, 1), &expected);
    let second = Folder::new();
    let lock = second.file("lock");
    fs::create_dir(&lock).expect("it is ours");
    check_start(solve_in(second.path(), &game, 1), &format!("{lock}: "));
}

/// What the file of a part would be written to is known before the part is solved.
#[test]
fn a_part_that_cannot_be_written_is_not_solved() {
    let (folder, game) = (Folder::new(), ladder(2, 50));
    let part = folder.file("1.solution.part");
    fs::create_dir(&part).expect("it is ours");
    let result = Solver::new().solve_parts(&stored(folder.path(), &game), [1]);
    check_start(result, &format!("part 1: {}: ", folder.file(&file_of(1))));
    fs::remove_dir(&part).expect("it is ours");
    assert_eq!(folder.names(), [file_of(0)], "nothing incomplete is left");
}

/// Neither a lock nor anything else is needed where nothing is left to do.
#[test]
fn a_solved_folder_that_cannot_be_written_is_solved() {
    let game = ladder(2, 50);
    let folder = solved(&game);
    folder.remove("lock");
    solve_in(folder.path(), &game, 1).expect("nothing to do");
    assert!(!folder.has("lock"), "nothing is written");
    fs::create_dir(folder.file("lock")).expect("it is ours");
    solve_in(folder.path(), &game, 1).expect("nothing to do");
}
