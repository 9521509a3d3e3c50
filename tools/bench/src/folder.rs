//! The inputs of the timed programs, in a temporary folder.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// Creates a folder that is removed when it is dropped.
pub(crate) fn create() -> Result<TempDir, String> {
    TempDir::new().map_err(|error| format!("{error}; set TMPDIR to a folder that can be written to"))
}

/// Writes or replaces the file for an input, and returns its path.
pub(crate) fn write_input(folder: &Path, text: &str) -> Result<PathBuf, String> {
    let path = folder.join("input");
    let written = File::create(&path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        // So that the system does not write it to the disk while a program is timed.
        file.sync_all()
    });
    match written {
        Ok(()) => Ok(path),
        Err(error) => Err(format!("{}: {error}; set TMPDIR to a folder with 30 MB of free space", path.display())),
    }
}
