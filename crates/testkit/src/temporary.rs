//! Files that are there for a test and no longer.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder that is gone when the test is over.
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
    /// The path of something in the folder, as an argument of a program.
    #[must_use]
    pub fn path(&self, name: &str) -> String {
        self.0.join(name).into_os_string().into_string().expect("the name of a temporary folder is text")
    }

    /// Writes a file, with the folders above it, and gives its path.
    #[expect(clippy::must_use_candidate, reason = "the file is what it is called for")]
    pub fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        let above = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(above).and_then(|()| fs::write(&path, bytes)).expect("a temporary file can be written");
        self.path(name)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // Whoever cleans the temporary folder will find it otherwise.
        let _ = fs::remove_dir_all(&self.0);
    }
}
