//! Files on disk, which may be full, missing or not a file at all.

use std::error::Error;
use std::fs::{self, File};
use std::path::Path;
use std::sync::Mutex;

use retrograde::{LoadErrorKind, Solution, Stored, solve};
use tempfile::{TempDir, tempdir};

#[cfg(unix)]
use super::saved;
use super::{is_unreadable, mixed, positions};

/// A folder that is removed at the end of the test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempdir().expect("a temporary folder can be made"))
    }

    /// The path of a file or folder in this folder, as error messages show it.
    fn path(&self, name: &str) -> String {
        self.0.path().join(name).into_os_string().into_string().expect("the name of a temporary folder is text")
    }

    /// Writes a file, and returns its path.
    fn write(&self, name: &str, bytes: &[u8]) -> String {
        fs::write(self.path(name), bytes).expect("a temporary file can be written");
        self.path(name)
    }

    fn files(&self) -> usize {
        fs::read_dir(self.0.path()).expect("a folder").count()
    }
}

#[test]
fn a_file_is_saved_whole_opened_and_loaded() {
    let folder = Folder::new();
    let path = folder.path("chain.solution");
    for length in [5_000, 10] {
        let game = mixed(length);
        let solution = solve(&game).expect("a consistent game");
        // The second time the file is replaced.
        solution.save("a chain", &path).expect("there is room");
        assert_eq!(Solution::load(&path, &game, "a chain").expect("just saved"), solution);
        let stored = Stored::open(&path, &game, "a chain").expect("just saved");
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for position in positions(&game) {
                        assert_eq!(stored.value(&position).expect("just saved"), solution.value(&position));
                    }
                });
            }
        });
    }
    assert_eq!(folder.files(), 1, "nothing else is left");
}

#[test]
fn a_position_that_the_file_does_not_have_is_an_error_that_names_it() {
    let (folder, game) = (Folder::new(), mixed(10));
    let path = folder.path("chain.solution");
    solve(&game).expect("a consistent game").save("a chain", &path).expect("there is room");
    let mut longer = mixed(10);
    longer.canonical.push(10);
    let stored = Stored::open(&path, &longer, "a chain").expect("the same number of ranks");
    let error = stored.value(&10).expect_err("ranks end at 9");
    assert_eq!(error.path(), Some(path.as_ref()));
}

/// An error and its causes on one line, as programs print them.
fn with_causes(error: &dyn Error) -> String {
    error.source().map_or(error.to_string(), |cause| format!("{error}: {}", with_causes(cause)))
}

/// The cause is printed once: it is the source of the error, and not part of its own message.
#[test]
fn the_cause_of_an_error_is_printed_once() {
    let folder = Folder::new();
    let path = folder.path("none");
    let error = Solution::load(&path, mixed(9), "a chain").expect_err("there is no file");
    assert!(matches!(error.kind(), LoadErrorKind::Io(_)));
    assert_eq!(error.path(), Some(Path::new(&path)));
    let io_error = fs::metadata(&path).expect_err("there is no file");
    assert_eq!(with_causes(&error), format!("{path}: cannot read the solution: {io_error}"));
    let foreign = folder.write("foreign", b"GIF89a");
    let error = Solution::load(&foreign, mixed(9), "a chain").expect_err("another file");
    assert_eq!(with_causes(&error), format!("{foreign}: not a saved solution; solve the game and save it"));
}

#[test]
#[cfg(unix)]
fn a_full_disk_leaves_the_old_file_and_no_incomplete_one() {
    use crate::subprocess::{run_in_subprocess, subprocess_argument};

    let name = "files::disk::a_full_disk_leaves_the_old_file_and_no_incomplete_one";
    if let Some(path) = subprocess_argument(name) {
        let solution = solve(mixed(16_000)).expect("a consistent game");
        let error = solution.save("a chain", &path).expect_err("no room");
        assert!(error.to_string().starts_with(&path), "{error}");
        return;
    }
    let folder = Folder::new();
    let path = folder.write("chain.solution", b"what was there");
    // Files cannot be larger than a few kilobytes there.
    run_in_subprocess(name, &path, "ulimit -f 16; trap '' XFSZ");
    assert_eq!(fs::read(&path).expect("it was there"), b"what was there");
    assert_eq!(folder.files(), 1, "nothing else is left");
}

#[test]
#[cfg(unix)]
fn an_error_in_saving_names_the_file() {
    let solution = solve(mixed(9)).expect("a consistent game");
    let folder = Folder::new();
    let dangling = folder.path("dangling");
    std::os::unix::fs::symlink(folder.path("nothing"), &dangling).expect("a link");
    for path in [folder.path("no/such/folder"), folder.path(""), "/dev/null".to_owned(), dangling] {
        let error = solution.save("a chain", &path).expect_err("not a solution");
        assert!(error.to_string().starts_with(&path), "{error}");
    }
    assert!(fs::metadata("/dev/null").is_ok_and(|found| !found.is_file()), "it is still a device");
}

#[test]
#[cfg(unix)]
fn a_link_is_followed_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let game = mixed(9);
    let folder = Folder::new();
    fs::create_dir(folder.path("real")).expect("it is ours");
    let (file, link) = (folder.write("real/file", b"before"), folder.path("link"));
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("it is ours");
    symlink(&file, &link).expect("a link");
    solve(&game).expect("a consistent game").save("a chain", &link).expect("there is room");
    assert!(fs::symlink_metadata(&link).is_ok_and(|found| found.is_symlink()));
    assert!(Solution::load(&file, &game, "a chain").is_ok());
    assert_eq!(fs::metadata(&file).expect("just saved").permissions().mode() & 0o777, 0o640);
}

/// Opening a pipe does not wait for its other end.
#[test]
#[cfg(unix)]
fn an_error_in_loading_names_the_file() {
    let game = mixed(9);
    let folder = Folder::new();
    let pipe = folder.path("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().is_ok_and(|made| made.success()));
    let cut = folder.write("cut", &saved(&game, "a chain").1[..50]);
    let other = folder.write("other", &saved(&game, "another").1);
    let mut bytes = saved(&game, "a chain").1;
    let code = bytes.len() - 10;
    bytes[code] ^= 1;
    let damaged = folder.write("damaged", &bytes);
    for path in [folder.path(""), pipe, cut, other, damaged, "/dev/zero".to_owned()] {
        let error = Solution::load(&path, &game, "a chain").expect_err("not a solution");
        assert!(error.to_string().starts_with(&format!("{path}: ")), "{error}");
    }
}

#[test]
fn a_file_that_shrinks_while_it_is_open_is_an_error() {
    let folder = Folder::new();
    let path = folder.path("chain.solution");
    let game = mixed(16_000);
    let solution = solve(&game).expect("a consistent game");
    solution.save("a chain", &path).expect("there is room");
    let stored = Stored::new(Mutex::new(File::open(&path).expect("just saved")), &game, "a chain").expect("just saved");
    assert!(stored.value(&0).is_ok());
    File::options().write(true).open(&path).and_then(|file| file.set_len(100)).expect("it can be cut");
    assert!(is_unreadable(&stored.value(&0)));
    assert!(is_unreadable(&stored.value(&15_999)));
    assert!(is_unreadable(&stored.load()));
}
