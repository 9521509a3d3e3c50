//! Temporary files.

use std::path::Path;
use std::{env, fs};

use tempfile::TempDir;

/// A folder that is removed at the end of the test.
#[derive(Debug)]
pub struct TemporaryFolder(TempDir);

impl Default for TemporaryFolder {
    fn default() -> Self {
        Self(TempDir::new().expect("a temporary folder can be made"))
    }
}

impl TemporaryFolder {
    /// A folder in memory where there is such a place, as for thousands of files, unless `TMPDIR` names another one.
    pub fn in_memory() -> Self {
        let memory = Path::new("/dev/shm");
        if cfg!(target_os = "linux") && env::var_os("TMPDIR").is_none() && memory.is_dir() {
            Self(TempDir::new_in(memory).expect("a folder in memory can be made"))
        } else {
            Self::default()
        }
    }

    /// A folder with these files, given by name and text; names may contain folders.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let folder = Self::default();
        for (name, text) in files {
            folder.write(name, text.as_bytes());
        }
        folder
    }

    /// The path of the folder itself.
    pub fn root(&self) -> &Path {
        self.0.path()
    }

    /// Removes the path of this folder, which differs in every run, from a text.
    pub fn without_root(&self, text: &str) -> String {
        let root = self.path("");
        // Messages have slashes on all systems.
        text.replace(&root, "").replace(&root.replace('\\', "/"), "")
    }

    /// The path of a file or folder in this folder, as an argument of a program.
    pub fn path(&self, name: &str) -> String {
        self.root().join(name).into_os_string().into_string().expect("the name of a temporary folder is text")
    }

    /// Writes a file, creating the folders above it, and returns its path.
    pub fn write(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.root().join(name);
        let parent = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(parent).and_then(|()| fs::write(&path, bytes)).expect("a temporary file can be written");
        self.path(name)
    }
}
