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
    /// The lock lasts as long as this file is open.
    _file: File,
}

impl Lock {
    /// Makes the folder if there is none, and removes what a run left behind that was killed while it wrote a file.
    pub(crate) fn new(folder: &Path) -> Result<Self, TierError> {
        let at = |path: &Path| {
            let path = path.to_owned();
            move |error| TierError::Io { path, error }
        };
        fs::create_dir_all(folder).map_err(at(folder))?;
        let path = folder.join("lock");
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(at(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(TierError::Locked { folder: folder.to_owned() }),
            Err(TryLockError::Error(error)) => return Err(TierError::Io { path, error }),
        }
        remove_incomplete_files(folder)?;
        Ok(Self { _file: file })
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
