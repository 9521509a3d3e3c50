//! The folder that holds the parts: where each file is, and who may write.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::error::TierError;

const EXTENSION: &str = ".solution";

/// The file of a part.
pub(crate) fn path_of(folder: &Path, part: &str) -> PathBuf {
    folder.join(format!("{part}{EXTENSION}"))
}

/// The right to write into a folder. The system takes it back when the process ends, however that ends.
#[derive(Debug)]
pub(crate) struct Lock {
    file: File,
}

impl Lock {
    /// The right of a single run, which excludes all others. Makes the folder if there is none, and removes what a run
    /// left behind that was killed while it wrote a file.
    pub(crate) fn exclusive(folder: &Path) -> Result<Self, TierError> {
        let lock = Self::take(folder, File::try_lock)?;
        remove_incomplete_files(folder)?;
        Ok(lock)
    }

    /// The right of one of several that write different files. Makes the folder if there is none. Incomplete files are
    /// left alone: they may be being written.
    pub(crate) fn shared(folder: &Path) -> Result<Self, TierError> {
        Self::take(folder, File::try_lock_shared)
    }

    fn take(folder: &Path, lock: impl FnOnce(&File) -> Result<(), TryLockError>) -> Result<Self, TierError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| TierError::Io { path, error }
        };
        fs::create_dir_all(folder).map_err(at(folder))?;
        let path = folder.join("lock");
        // Some systems share a lock only of what can be read, and lock only what can be written.
        let mut options = File::options();
        let file = options.create(true).truncate(false).read(true).write(true).open(&path).map_err(at(&path))?;
        match lock(&file) {
            Ok(()) => Ok(Self { file }),
            Err(TryLockError::WouldBlock) => Err(TierError::Locked { folder: folder.to_owned() }),
            Err(TryLockError::Error(error)) => Err(TierError::Io { path, error }),
        }
    }
}

impl Drop for Lock {
    /// Without this the lock would last as long as the file is open, also in a process that is just being started by
    /// another thread.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn remove_incomplete_files(folder: &Path) -> Result<(), TierError> {
    let error = |error| TierError::Io { path: folder.to_owned(), error };
    for entry in fs::read_dir(folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.contains(&format!("{EXTENSION}.")) && path.extension().is_some_and(|last| last == "part") {
            fs::remove_file(&path).map_err(|error| TierError::Io { path, error })?;
        }
    }
    Ok(())
}
