//! The place of the inputs while they are measured.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A folder that is removed in the end, with all that is in it.
pub(crate) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    pub(crate) fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("bench-inputs-{}", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => Ok(Self(path)),
            Err(error) => Err(format!("{}: {error}: let TMPDIR name a folder to write to", path.display())),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file, or replaces it.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.0.join(name);
        let written = File::create(&path).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            // Otherwise the system would do so while the clock runs.
            file.sync_all()
        });
        match written {
            Ok(()) => Ok(path),
            Err(error) => Err(format!("{}: {error}: let TMPDIR name a folder with 30 MB to spare", path.display())),
        }
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system, as everything temporary.
        let _ = fs::remove_dir_all(&self.0);
    }
}
