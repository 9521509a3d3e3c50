//! Folders for files, in memory where there is such a place.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs, process};

use tempfile::TempDir;

/// What the names of all folders of this crate begin with. The number of the process follows.
const PREFIX: &str = "properties-";

/// What the names of the folders of this process begin with.
pub(crate) fn prefix() -> String {
    format!("{PREFIX}{}-", process::id())
}

/// Where folders are made.
pub(crate) fn place() -> &'static Path {
    static PLACE: OnceLock<PathBuf> = OnceLock::new();
    PLACE.get_or_init(|| {
        let memory = Path::new("/dev/shm");
        if cfg!(target_os = "linux") && memory.is_dir() {
            remove_left(memory);
            memory.to_owned()
        } else {
            env::temp_dir()
        }
    })
}

/// Removes what processes have left that do not run any more: a fuzz target that has found something ends at once.
fn remove_left(place: &Path) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next()?.parse::<u32>().ok());
        if process.is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists()) {
            // Somebody else's stays.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// An empty folder that is removed in the end.
pub(crate) fn folder() -> TempDir {
    tempfile::Builder::new().prefix(&prefix()).tempdir_in(place()).expect("a folder")
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_process_needs_is_removed() {
        let folder = folder();
        // No process has the number 0, and this one has its own.
        let names =
            ["properties-0-1".to_owned(), format!("{}1", prefix()), "properties-x-1".to_owned(), "x".to_owned()];
        for name in &names {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        remove_left(folder.path());
        assert_eq!(names.map(|name| folder.path().join(name).exists()), [false, true, true, true]);
    }
}
