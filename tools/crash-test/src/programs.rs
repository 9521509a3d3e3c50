//! The programs of the workspace, and undisturbed runs of them.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process;

/// The folder that the programs have been built into.
#[derive(Clone, Debug)]
pub(crate) struct Programs {
    folder: PathBuf,
    /// The program of this crate, which also saves solutions in order to be killed.
    own: PathBuf,
}

impl Programs {
    /// The programs that were built into the same folder as this one.
    pub(crate) fn beside_this_one() -> Result<Self, String> {
        let own = std::env::current_exe().map_err(|error| format!("this program: {error}; run scripts/crash-test"))?;
        Ok(Self::beside(&own))
    }

    pub(crate) fn beside(own: &Path) -> Self {
        Self { folder: own.parent().unwrap_or(Path::new(".")).to_owned(), own: own.to_owned() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn own(&self) -> &Path {
        &self.own
    }

    /// A command that has nothing of the environment that could change what a program prints.
    pub(crate) fn command(&self, name: &str, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = process::command(self.path(name));
        command.args(arguments).current_dir(testkit::workspace()).env_remove("RUST_BACKTRACE");
        command
    }
}
