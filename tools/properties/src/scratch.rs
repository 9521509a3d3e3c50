//! A folder for the files of one case.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::folder::{place, prefix};

thread_local! {
    /// The same for all cases of a thread, so that a case is the same each time.
    static ROOT: PathBuf = {
        static THREADS: AtomicUsize = AtomicUsize::new(0);
        place().join(format!("{}{}", prefix(), THREADS.fetch_add(1, Ordering::Relaxed)))
    };
}

/// A folder that is empty at first, and removed in the end with all that is in it.
pub(crate) struct Scratch {
    root: PathBuf,
}

impl Scratch {
    pub(crate) fn new() -> Self {
        let root = ROOT.with(PathBuf::clone);
        // What a run with the same number has left when it was stopped.
        let _ = fs::remove_dir_all(&root);
        fs::create_dir(&root).expect("a folder can be made");
        Self { root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    /// Writes a file, with the folders above it. `None` if there is a folder of this name, or a file where a folder
    /// should be.
    pub(crate) fn write(&self, parts: &[Vec<u8>], text: &[u8]) -> Option<PathBuf> {
        let path = parts.iter().fold(self.root.clone(), |path, part| path.join(OsStr::from_bytes(part)));
        fs::create_dir_all(path.parent()?).ok()?;
        fs::write(&path, text).ok()?;
        Some(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}

/// A part of a path made of any bytes, or `None` if they leave nothing.
pub(crate) fn part_of_path(bytes: &[u8]) -> Option<Vec<u8>> {
    const LONGEST: usize = 60;
    let part: Vec<u8> = bytes.iter().copied().filter(|byte| !b"/\0".contains(byte)).take(LONGEST).collect();
    (!part.is_empty() && part != b"." && part != b"..").then_some(part)
}
