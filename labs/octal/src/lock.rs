//! Locks, so that two runs do not overwrite each other's files.

use std::fs::{File, TryLockError};
use std::ops::Deref;
use std::path::Path;

use anyhow::{Context, bail};

/// A file that no other run can lock until this is dropped, or the process ends in whatever way.
#[derive(Debug)]
pub(crate) struct LockedFile(File);

impl LockedFile {
    /// Locks a file, or fails at once if another run has locked it.
    pub(crate) fn new(file: File) -> Result<Self, TryLockError> {
        file.try_lock().map(|()| Self(file))
    }
}

impl Deref for LockedFile {
    type Target = File;

    fn deref(&self) -> &File {
        &self.0
    }
}

impl Drop for LockedFile {
    /// Without this the lock would last as long as the file is open, also in a process that is just being started by
    /// another thread.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Locks a folder by a file of this name, which stays: without it, two runs could lock two files of one name.
pub(crate) fn lock_folder(folder: &Path, name: &str) -> anyhow::Result<LockedFile> {
    let path = folder.join(name);
    let opened = File::options().write(true).create(true).truncate(false).open(&path);
    let file = opened.with_context(|| format!("{}: cannot write the file", path.display()))?;
    LockedFile::new(file).or_else(|error| match error {
        TryLockError::WouldBlock => {
            bail!("{}: another run is using this folder; wait until it ends, or name another folder", folder.display())
        }
        // Some disks in a network have no locks.
        TryLockError::Error(error) => Err(error)
            .with_context(|| format!("{}: cannot lock the folder; name one on a local disk", folder.display())),
    })
}
