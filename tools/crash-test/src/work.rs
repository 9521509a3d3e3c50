//! What a program does in a folder, and what it may leave there.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::{Files, difference};
use crate::process::Ended;

/// How runs that are checked have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// One of them by a signal.
    Killed,
    /// By themselves, with an error.
    Failed,
    /// By themselves, with everything done.
    Complete,
}

/// What a work does with its folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Nothing: it only prints.
    None,
    /// It reads what the folder was prepared with.
    Reads,
    /// It prints into a file there that a shell has opened.
    Prints,
    /// It writes files, and continues from the files that are there.
    Writes,
}

/// What one program does, or several that work together, in one folder. The same commands continue where the last ones
/// have ended.
pub(crate) trait Work {
    fn name(&self) -> String;

    /// The commands to be run at the same time. They write into this folder only.
    fn commands(&self, folder: &Path) -> Vec<Command>;

    /// The path of the program.
    fn program(&self) -> PathBuf;

    /// Prepares an empty folder.
    fn prepare(&self, _folder: &Path) -> Result<(), String> {
        Ok(())
    }

    fn access(&self) -> Access {
        Access::Writes
    }

    /// Whether a line on standard error is about progress, not an error.
    fn is_progress(&self, _line: &str) -> bool {
        false
    }

    /// How many errors a run may report: one for each thing that it does whether the others fail or not.
    fn most_errors(&self) -> usize {
        1
    }

    /// Whether a file, by its path below the folder, is one that does not have its final name yet.
    fn is_temporary(&self, _name: &str) -> bool {
        false
    }

    /// Whether a file grows under its final name, and ends with the beginning of what is added to it while that is
    /// written.
    fn grows(&self, _name: &str) -> bool {
        false
    }

    /// Whether a file is there in part.
    fn is_incomplete(&self, name: &str, _bytes: &[u8]) -> bool {
        self.is_temporary(name)
    }

    /// Checks what is there after runs: each file under its final name is whole and right, what the runs have reported
    /// as written is there, and so is what was there before. It is not about temporary files.
    fn check(&self, seen: &Seen<'_>) -> Result<(), String>;
}

/// A folder after runs have ended in it.
pub(crate) struct Seen<'a> {
    pub(crate) folder: &'a Path,
    /// All files before the runs.
    pub(crate) before: &'a Files,
    /// All files after them.
    pub(crate) files: &'a Files,
    pub(crate) runs: &'a [Ended],
    pub(crate) end: End,
}

impl Seen<'_> {
    pub(crate) fn is_complete(&self) -> bool {
        self.end == End::Complete
    }

    /// All lines that the runs have printed.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.runs.iter().flat_map(Ended::lines)
    }

    /// Whether runs have ended by themselves with this exit code.
    pub(crate) fn check_codes(&self, code: i32) -> Result<(), String> {
        let other = self.runs.iter().find(|run| run.code != Some(code));
        other.map_or(Ok(()), |run| Err(format!("expected exit code {code}, found {}", run.in_words())))
    }

    /// Checks files that all runs make in the same way: each that is not temporary is one of these, none that was there
    /// has gone, and at the end all are there.
    pub(crate) fn check_files(&self, expected: &Files, is_temporary: impl Fn(&str) -> bool) -> Result<(), String> {
        for (name, bytes) in self.files.iter().filter(|(name, _)| !is_temporary(name)) {
            let Some(whole) = expected.get(name) else {
                return Err(format!("{name} is not the name of a finished file"));
            };
            if bytes != whole {
                return Err(format!("{name} is not right: {}", difference(bytes, whole)));
            }
        }
        if let Some(lost) =
            self.before.keys().find(|name| expected.contains_key(*name) && !self.files.contains_key(*name))
        {
            return Err(format!("{lost} was there before"));
        }
        let missing = expected.keys().find(|name| self.is_complete() && !self.files.contains_key(*name));
        missing.map_or(Ok(()), |name| Err(format!("{name} is missing")))
    }

    /// Checks that a run that has done everything has also removed what killed ones have left.
    pub(crate) fn check_nothing_left(&self, work: &dyn Work) -> Result<(), String> {
        let left = self.files.keys().find(|name| self.is_complete() && work.is_temporary(name));
        left.map_or(Ok(()), |name| Err(format!("{name} is left after a run that has done everything")))
    }

    /// Checks that a file is there, as a run has reported it.
    pub(crate) fn check_reported(&self, name: &str) -> Result<(), String> {
        let is_there = self.files.contains_key(name);
        if is_there { Ok(()) } else { Err(format!("{name} was reported as written, and is not there")) }
    }
}
