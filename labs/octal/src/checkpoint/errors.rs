//! What is said about a checkpoint that cannot be opened, read or written.

use std::fs::TryLockError;
use std::io;
use std::path::Path;

use anyhow::anyhow;

/// The error that a checkpoint cannot be loaded, given the reason or the error of the system.
pub(super) fn cannot_load(path: &Path, error: anyhow::Error) -> anyhow::Error {
    match error.downcast::<io::Error>() {
        Ok(error) if is_lock_violation(&error) => anyhow!(error).context(in_use(path)),
        Ok(error) => anyhow!(error).context(cannot_read(path)),
        Err(reason) => anyhow!("{}: {reason}", path.display()),
    }
}

/// Whether another process has locked what was to be read. Locks of Unix do not keep anybody from reading.
fn is_lock_violation(error: &io::Error) -> bool {
    const ERROR_LOCK_VIOLATION: i32 = 33;
    cfg!(windows) && error.raw_os_error() == Some(ERROR_LOCK_VIOLATION)
}

pub(super) fn cannot_lock(path: &Path, error: TryLockError) -> anyhow::Error {
    match error {
        TryLockError::WouldBlock => anyhow!(in_use(path)),
        // Some disks in a network have no locks.
        TryLockError::Error(error) => anyhow!(error)
            .context(format!("{}: cannot lock the checkpoint; name a file on a local disk", path.display())),
    }
}

fn in_use(path: &Path) -> String {
    format!("{}: another run is using this checkpoint; wait until it ends, or name another file", path.display())
}

pub(super) fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write the checkpoint", path.display())
}

pub(super) fn cannot_read(path: &Path) -> String {
    format!("{}: cannot read the checkpoint", path.display())
}
