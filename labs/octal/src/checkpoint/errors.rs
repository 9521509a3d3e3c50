//! What is said about a checkpoint that cannot be used, and what can be done about it.

use std::fs::TryLockError;
use std::io;
use std::path::Path;

use anyhow::anyhow;
use grundy::HeapGame;

use super::format;
use super::load::LoadError;
use crate::memory;

/// What a checkpoint is opened for. A file that is in the way of a run can be moved; one that is only read can be read
/// as what it is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose {
    Continue,
    Read,
}

impl Purpose {
    fn verb(self) -> &'static str {
        match self {
            Self::Continue => "continue",
            Self::Read => "read",
        }
    }

    /// What to do about a file that is of no use.
    fn remedy(self) -> &'static str {
        match self {
            Self::Continue => "move it away, or name another file",
            Self::Read => "name another file",
        }
    }

    /// What to do about a file that is of another game.
    fn remedy_for(self, other: &HeapGame) -> String {
        match self {
            Self::Continue => self.remedy().to_owned(),
            Self::Read => format!("give the code {other}, or {}", self.remedy()),
        }
    }
}

/// The error that a checkpoint of this game cannot be loaded.
pub(super) fn cannot_load(path: &Path, game: &HeapGame, purpose: Purpose, error: LoadError) -> anyhow::Error {
    let remedy = purpose.remedy();
    let reason = match error {
        LoadError::Io(error) => {
            let message = if is_lock_violation(&error) { in_use(path) } else { cannot_read(path) };
            return anyhow!(error).context(message);
        }
        LoadError::NoMemory { values } => memory::lack(values, None, "end other programs, or use a machine with more"),
        LoadError::Invalid(reason) => format!("not a valid checkpoint; {remedy}: {reason}"),
        LoadError::OtherGame(other) => {
            format!("the checkpoint is of the game {other}, not {game}; {}", purpose.remedy_for(&other))
        }
        LoadError::OtherFormat(found) => format!(
            "the checkpoint has format {found}, not {}; {} it with the version of octal that wrote it, or name \
             another file",
            format::FORMAT,
            purpose.verb()
        ),
        LoadError::Damaged { values: 0, .. } => format!("the checkpoint is damaged from heap 0 on; {remedy}"),
        LoadError::Damaged { values, end } => format!(
            "the checkpoint is damaged from heap {values} on; cut to {end} bytes (`truncate -s {end} FILE`) it keeps \
             the \
             {values} values before; otherwise {remedy}"
        ),
    };
    anyhow!("{}: {reason}", path.display())
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
