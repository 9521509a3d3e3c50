//! A folder for files.

use std::path::Path;

use tempfile::TempDir;

/// An empty folder that is removed in the end: in memory where there is such a place.
pub(crate) fn folder() -> TempDir {
    let memory = Path::new("/dev/shm");
    let made =
        if cfg!(target_os = "linux") && memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    made.expect("a folder")
}
