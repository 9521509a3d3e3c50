//! Games that are solved part by part, in a folder.

mod code;
mod damage;
#[cfg(unix)]
mod interrupted;
mod ladder;
mod memory;
mod order;
mod random;
mod run;
mod shares;

use std::error::Error;
use std::fs;
use std::path::Path;

use retrograde::{TierError, Tiered, Tiers};
use tempfile::TempDir;

/// A folder that is removed at the end of the test: in memory where there is such a place, as thousands of files are
/// written.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        let memory = Path::new("/dev/shm");
        let made = if cfg!(target_os = "linux") && memory.is_dir() {
            tempfile::tempdir_in(memory)
        } else {
            tempfile::tempdir()
        };
        Self(made.expect("a temporary folder can be made"))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The path of a part, as error messages show it.
    fn part(&self, part: impl std::fmt::Display) -> String {
        self.path().join(format!("{part}.solution")).display().to_string()
    }

    fn read(&self, part: impl std::fmt::Display) -> Vec<u8> {
        fs::read(self.part(part)).expect("a solved part")
    }

    /// The names of all files except the lock, and their bytes.
    pub(crate) fn files(&self) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.path()).expect("a folder").map(|entry| entry.expect("a file").path());
        let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).expect("text").to_owned();
        let mut files: Vec<_> = entries
            .filter(|path| !path.ends_with("lock"))
            .map(|path| (name(&path), fs::read(&path).expect("a file")))
            .collect();
        files.sort();
        files
    }
}

/// An error and its causes on one line, as programs print them.
fn shown(error: &dyn Error) -> String {
    error.source().map_or(error.to_string(), |cause| format!("{error}: {}", shown(cause)))
}

fn check_error<T>(result: Result<T, TierError>, expected: &str) {
    match result {
        Ok(_) => panic!("no error; expected {expected:?}"),
        Err(error) => assert_eq!(shown(&error), expected),
    }
}

/// The names of the files of these parts, sorted.
fn files_of<T: Tiered>(tiers: &Tiers<T>, parts: impl IntoIterator<Item = T::Part>) -> Vec<String> {
    let name = |part| tiers.path(&part).file_name().and_then(|name| name.to_str()).expect("text").to_owned();
    let mut names: Vec<_> = parts.into_iter().map(name).collect();
    names.sort();
    names
}
