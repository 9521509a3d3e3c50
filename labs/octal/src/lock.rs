//! Locks, so that two runs do not overwrite each other's files.

use std::fs::{File, TryLockError};
use std::path::Path;

use anyhow::{Context, bail};

/// A file that no other run can lock until this is dropped, or the process ends in whatever way.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Drop for Lock {
    /// Without this the lock would last as long as the file is open, also in a process that is just being started by
    /// another thread.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// Locks a folder by a file of this name, which stays: without it, two runs could lock two files of one name.
pub(crate) fn lock_folder(folder: &Path, name: &str) -> anyhow::Result<Lock> {
    let path = folder.join(name);
    let opened = File::options().write(true).create(true).truncate(false).open(&path);
    let file = opened.with_context(|| format!("{}: cannot write the file", path.display()))?;
    match file.try_lock() {
        Ok(()) => Ok(Lock(file)),
        Err(TryLockError::WouldBlock) => {
            bail!("{}: another run is using this folder; wait until it ends, or name another folder", folder.display())
        }
        // Some disks in a network have no locks.
        Err(TryLockError::Error(error)) => Err(error)
            .with_context(|| format!("{}: cannot lock the folder; name one on a local disk", folder.display())),
    }
}
