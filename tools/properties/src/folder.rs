//! Folders for the files of a case, in memory where there is such a place.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs, process};

/// What the names of all folders of this crate begin with. The number of the process follows.
const PREFIX: &str = "properties-";

/// What the names of the folders of this process begin with.
fn prefix() -> String {
    format!("{PREFIX}{}-", process::id())
}

/// Where folders are made.
fn place() -> &'static Path {
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

/// A folder that is empty at first, and removed in the end with all that is in it.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    /// Makes the first of the folders of this process that does not exist, so that a case that is checked alone is the
    /// same each time.
    pub(crate) fn new() -> Self {
        const MOST: usize = 10_000;
        let mut paths = (0..MOST).map(|number| place().join(format!("{}{number}", prefix())));
        Self(paths.find(|path| fs::create_dir(path).is_ok()).expect("a folder can be made"))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, with the folders above it. `None` if there is a folder of this name, or a file where a folder
    /// should be.
    #[cfg(unix)]
    pub(crate) fn write(&self, parts: &[Vec<u8>], text: &[u8]) -> Option<PathBuf> {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt};
        let path = parts.iter().fold(self.0.clone(), |path, part| path.join(OsStr::from_bytes(part)));
        fs::create_dir_all(path.parent()?).ok()?;
        fs::write(&path, text).ok()?;
        Some(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A part of a path made of any bytes, or `None` if they leave nothing.
#[cfg(unix)]
pub(crate) fn part_of_path(bytes: &[u8]) -> Option<Vec<u8>> {
    const LONGEST: usize = 60;
    let part: Vec<u8> = bytes.iter().copied().filter(|byte| !b"/\0".contains(byte)).take(LONGEST).collect();
    (!part.is_empty() && part != b"." && part != b"..").then_some(part)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_process_needs_is_removed() {
        let folder = Folder::new();
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
