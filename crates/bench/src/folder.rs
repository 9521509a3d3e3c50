//! The temporary folder for the inputs.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A folder that is removed when it is dropped, with its contents.
pub(crate) struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    pub(crate) fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("bench-inputs-{}", std::process::id()));
        match fs::create_dir(&path) {
            Ok(()) => Ok(Self(path)),
            Err(error) => Err(format!("{}: {error}; set TMPDIR to a folder that can be written to", path.display())),
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes or replaces a file, and returns its path.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<PathBuf, String> {
        let path = self.0.join(name);
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
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.0);
    }
}
