//! A folder for a test, and what it says of files.

use std::error::Error;
use std::fs;
use std::path::Path;

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

    /// The path of what has this name in the folder, as error messages show it.
    pub(crate) fn file(&self, name: &str) -> String {
        self.path().join(name).into_os_string().into_string().expect("the name of a temporary folder is text")
    }

    /// Writes a file, and returns its path.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> String {
        fs::write(self.path().join(name), bytes).expect("it is ours");
        self.file(name)
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path().join(name)).expect("a file")
    }

    pub(crate) fn remove(&self, name: &str) {
        fs::remove_file(self.path().join(name)).expect("a file");
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.path().join(name)).is_ok()
    }

    /// The names of all files except the lock.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path()).expect("a folder").map(|entry| entry.expect("a file").file_name());
        let mut names: Vec<_> = entries.map(|name| name.into_string().expect("text")).collect();
        names.retain(|name| name != "lock");
        names.sort();
        names
    }

    /// The same names with the bytes of the files.
    pub(crate) fn files(&self) -> Vec<(String, Vec<u8>)> {
        self.names().into_iter().map(|name| (name.clone(), self.read(&name))).collect()
    }
}

/// Checks the text of the error.
pub(crate) fn check_error<T>(result: Result<T, impl Error>, expected: &str) {
    assert_eq!(result.err().map(|error| error.to_string()).as_deref(), Some(expected));
}

/// Checks how the text of the error begins.
pub(crate) fn check_start<T>(result: Result<T, impl Error>, expected: &str) {
    let message = result.map(drop).map_err(|error| error.to_string()).expect_err(expected);
    assert!(message.starts_with(expected) && !message.contains('\n'), "{message}, expected {expected}");
}
