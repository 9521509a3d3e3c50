//! Who may write into the folder that holds the parts.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::error::{Error, ErrorKind};

/// The right to write into a folder. The system takes it back when the process ends, however that ends.
#[derive(Debug)]
pub(crate) struct Lock(File);

impl Lock {
    /// Takes the right of a single run, by [`File::try_lock`], or of one of several that write different files, by
    /// [`File::try_lock_shared`]. Makes the folder if there is none.
    pub(crate) fn take(folder: &Path, lock: impl FnOnce(&File) -> Result<(), TryLockError>) -> Result<Self, Error> {
        let not_made = |error| Error::new(ErrorKind::Io, format!("the folder cannot be made: {error}"));
        fs::create_dir_all(folder).map_err(|error| not_made(error).in_file(folder))?;
        let path = folder.join("lock");
        // Some systems share a lock only of what can be read, and lock only what can be written.
        let mut options = File::options();
        let at_path = |error| Error::from(error).in_file(&path);
        let file = options.create(true).truncate(false).read(true).write(true).open(&path).map_err(at_path)?;
        match lock(&file) {
            Ok(()) => Ok(Self(file)),
            Err(TryLockError::WouldBlock) => {
                let text = "another run is solving parts here; wait until it has ended";
                Err(Error::new(ErrorKind::Io, text).in_file(folder))
            }
            Err(TryLockError::Error(error)) => Err(at_path(error)),
        }
    }
}

impl Drop for Lock {
    /// Without this the lock would last as long as the file is open, also in a process that is just being started by
    /// another thread.
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}
