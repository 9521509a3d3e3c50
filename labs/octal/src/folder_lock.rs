//! A lock on a folder, so that two runs do not overwrite each other's files.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// A folder that no other run can lock until this is dropped, or the process ends in whatever way.
#[derive(Debug)]
pub(crate) struct FolderLock {
    path: PathBuf,
    file: File,
}

impl FolderLock {
    /// Locks the folder by a file of this name, which is there as long as the lock is. One that a killed run has left
    /// is used again.
    pub(crate) fn new(folder: &Path, name: &str) -> anyhow::Result<Self> {
        let path = folder.join(name);
        loop {
            let opened = File::options().write(true).create(true).truncate(false).open(&path);
            let file = opened.with_context(|| format!("{}: cannot write the file", path.display()))?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!(
                    "{}: another run is using this folder; wait until it ends, or name another folder",
                    folder.display()
                ),
                Err(TryLockError::Error(error)) => {
                    // Some disks in a network have no locks.
                    return Err(error).with_context(|| {
                        format!("{}: cannot lock the folder; name one on a local disk", folder.display())
                    });
                }
            }
            // A run that ended in the meantime has removed the file, and yet another one may have created it.
            if has_name(&file, &path).with_context(|| format!("{}: cannot read the file", path.display()))? {
                return Ok(Self { path, file });
            }
        }
    }
}

impl Drop for FolderLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
        let _ = self.file.unlock();
    }
}

/// Whether the open file has not been removed.
#[cfg(unix)]
fn has_name(file: &File, _: &Path) -> io::Result<bool> {
    Ok(std::os::unix::fs::MetadataExt::nlink(&file.metadata()?) > 0)
}

/// Whether there is a file of this name, which is nearly always the open one.
#[cfg(not(unix))]
fn has_name(_: &File, path: &Path) -> io::Result<bool> {
    fs::exists(path)
}

#[cfg(test)]
mod tests {
    use testkit::TemporaryFolder;

    use super::*;

    #[test]
    #[cfg_attr(not(unix), ignore = "there only the name is looked for")]
    fn a_file_that_was_removed_is_not_used() {
        let folder = TemporaryFolder::default();
        let path = folder.root().join("test.lock");
        let file = File::create(&path).unwrap();
        assert!(has_name(&file, &path).unwrap());
        fs::remove_file(&path).unwrap();
        File::create(&path).unwrap();
        assert!(!has_name(&file, &path).unwrap());
    }
}
