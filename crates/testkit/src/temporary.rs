//! Temporary files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that is removed at the end of the test.
#[derive(Debug)]
pub struct TemporaryFolder(PathBuf);

impl Default for TemporaryFolder {
    fn default() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("testkit-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::create_dir(&path).expect("a temporary folder can be made");
        Self(path)
    }
}

impl TemporaryFolder {
    /// A folder with these files, given by name and text; names may contain folders.
    #[must_use]
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::default();
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    /// The path of the folder itself.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.0
    }

    /// Removes the path of this folder, which differs in every run, from a text.
    #[must_use]
    pub fn without_root(&self, text: &str) -> String {
        text.replace(&format!("{}/", self.0.display()), "")
    }

    /// The path of a file or folder in this folder, as an argument of a program.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).into_os_string().into_string().expect("the name of a temporary folder is text")
    }

    /// Writes a file, creating the folders above it, and returns its path.
    #[expect(clippy::must_use_candidate, reason = "often only the file is needed")]
    pub fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        let parent = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes)).expect("a temporary file can be written");
        self.path(name)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // A folder that cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.0);
    }
}
