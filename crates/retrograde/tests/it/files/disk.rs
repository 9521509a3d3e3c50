//! Files on disk, which may be full, missing or not a file at all.

#[cfg(unix)]
use std::fs;

use retrograde::files::Stored;
use retrograde::{Solution, Value, Values};

use super::{NAME, mixed, saved};
use crate::folder::Folder;
#[cfg(unix)]
use crate::folder::{check_error, check_start};

#[test]
fn a_file_is_saved_whole_opened_and_loaded() {
    let folder = Folder::new();
    let path = folder.file("chain.solution");
    for length in [5_000, 10] {
        let game = mixed(length);
        let (solution, _) = saved(&game, NAME);
        // The second time the file is replaced.
        solution.save(NAME, &path).expect("there is room");
        assert_eq!(Solution::load(&path, game.clone(), NAME).expect("just saved"), solution);
        let stored = Stored::open(&path, game.clone(), NAME).expect("just saved");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| assert!(game.positions().all(|at| stored.value(&at).ok() == solution.get(&at))));
            }
        });
        assert!(stored.value(&length).is_err());
    }
    assert_eq!(folder.names(), ["chain.solution"], "nothing else is left");
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_old_file_and_no_incomplete_one() {
    use crate::subprocess::{run_in_subprocess, subprocess_argument};

    let name = "files::disk::a_full_disk_leaves_the_old_file_and_no_incomplete_one";
    if let Some(path) = subprocess_argument(name) {
        return check_start(saved(&mixed(16_000), NAME).0.save(NAME, &path), &path);
    }
    let folder = Folder::new();
    let path = folder.write("chain.solution", b"what was there");
    // Files cannot be larger than a few kilobytes there.
    run_in_subprocess(name, &path, "ulimit -f 16; trap '' XFSZ");
    assert_eq!(folder.files(), [("chain.solution".to_owned(), b"what was there".to_vec())]);
}

#[test]
#[cfg(unix)]
fn an_error_in_saving_names_the_file() {
    let (solution, folder) = (saved(&mixed(9), NAME).0, Folder::new());
    for path in [folder.file("no/such/folder"), folder.file(""), "/dev/null".to_owned()] {
        check_start(solution.save(NAME, &path), &path);
    }
    assert!(fs::metadata("/dev/null").is_ok_and(|found| !found.is_file()), "it is still a device");
}

/// Opening a pipe does not wait for its other end.
#[test]
#[cfg(unix)]
fn an_error_in_loading_names_the_file() {
    let (game, folder) = (mixed(9), Folder::new());
    let pipe = folder.file("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()));
    let mut bytes = saved(&game, NAME).1;
    let cut = folder.write("cut", &bytes[..50]);
    let other = folder.write("other", &saved(&game, "another").1);
    let code = bytes.len() - 10;
    bytes[code] ^= 1;
    let damaged = folder.write("damaged", &bytes);
    for path in [folder.file(""), pipe, cut, other, damaged, "/dev/zero".to_owned()] {
        check_start(Solution::load(&path, game.clone(), NAME), &format!("{path}: "));
    }
    // The cause is printed once: it is part of the message, and not the source of the error.
    let none = folder.file("none");
    let cause = fs::metadata(&none).expect_err("no such file");
    check_error(Solution::load(&none, game, NAME), &format!("{none}: cannot read the solution: {cause}"));
}

/// The file that a program has open may be written again by another one.
#[test]
fn a_file_that_was_replaced_is_read_again() {
    let (game, folder) = (mixed(9), Folder::new());
    let path = folder.file("chain.solution");
    let (solution, _) = saved(&game, NAME);
    solution.save(NAME, &path).expect("there is room");
    let stored = Stored::open(&path, &game, NAME).expect("just saved");
    assert_eq!(stored.value(&0).ok(), solution.get(&0));
    let other = |at: &u64| if *at == 0 { Value::Win(77) } else { solution.get(at).expect("a position") };
    let other = Solution::from_values(&game, other).expect("short distances");
    other.save(NAME, &path).expect("there is room");
    assert_eq!(stored.value_at(0), Ok(Some(Value::Win(77))));
    assert_eq!(stored.value(&0), Ok(Value::Win(77)));
}
