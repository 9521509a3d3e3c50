//! What a program does in a folder, and what it may leave there.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use super::files::{self, Files, difference};
use super::process::{self, Ended};

/// How a run that is checked has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By a signal.
    Killed,
    /// By itself, with an error.
    Failed,
    /// By itself, with everything done.
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

/// Makes the command, which writes into this folder only.
type MakeCommand = Box<dyn Fn(&Path) -> Command>;

/// Checks what is there after a run. The error says what is wrong.
type Check = Box<dyn Fn(&Seen<'_>) -> Result<(), String>>;

/// What a program does in a folder. The same command continues where the last run has ended.
pub(crate) struct Work {
    pub(crate) name: String,
    pub(crate) program: PathBuf,
    pub(crate) command: MakeCommand,
    /// Each file under its final name is whole and right, what the run has reported as written is there, and so is
    /// what was there before. It is not about temporary files.
    pub(crate) check: Check,
    pub(crate) access: Access,
    /// The files that are there before the first run.
    pub(crate) given: Files,
    /// Whether a file, by its path below the folder, is one that does not have its final name yet.
    pub(crate) is_temporary: fn(&str) -> bool,
    /// Whether a line on standard error is about progress, not an error.
    pub(crate) is_progress: fn(&str) -> bool,
    /// The exit codes of runs that report an error.
    pub(crate) error_codes: &'static [i32],
    /// How many errors a run may report: one for each thing that it does whether the others fail or not.
    pub(crate) most_errors: usize,
    /// A file that grows under its final name.
    pub(crate) growing: Option<&'static str>,
    /// Whether these bytes of it end with the beginning of what is added.
    pub(crate) is_cut: fn(&[u8]) -> bool,
}

impl Work {
    /// A work that writes files, with a check that is passed by everything.
    pub(crate) fn new(name: impl Into<String>, program: &str, command: impl Fn(&Path) -> Command + 'static) -> Self {
        Self {
            name: name.into(),
            program: process::program(program),
            command: Box::new(command),
            check: Box::new(|_| Ok(())),
            access: Access::Writes,
            given: Files::new(),
            is_temporary: |_| false,
            is_progress: |_| false,
            error_codes: &[2],
            most_errors: 1,
            growing: None,
            is_cut: |_| false,
        }
    }

    pub(crate) fn checked(self, check: impl Fn(&Seen<'_>) -> Result<(), String> + 'static) -> Self {
        Self { check: Box::new(check), ..self }
    }

    pub(crate) fn grows(&self, name: &str) -> bool {
        self.growing == Some(name)
    }

    /// Whether a file is there in part.
    pub(crate) fn is_incomplete(&self, name: &str, bytes: &[u8]) -> bool {
        (self.is_temporary)(name) || (self.grows(name) && (self.is_cut)(bytes))
    }

    /// A folder that is ready for the first run.
    pub(crate) fn folder(&self) -> Result<TempDir> {
        let folder = new_folder()?;
        files::write_all(folder.path(), &self.given)?;
        Ok(folder)
    }

    /// The files and the output of a run that nothing disturbs.
    pub(crate) fn reference(&self) -> Result<(Files, Ended)> {
        let folder = self.folder()?;
        let run = process::run((self.command)(folder.path()))?;
        if run.code != Some(0) {
            bail!("{}: it fails without being disturbed: {}", self.name, run.in_words());
        }
        Ok((files::read_all(folder.path())?, run))
    }
}

pub(crate) fn new_folder() -> Result<TempDir> {
    TempDir::new().context("set TMPDIR to a folder that can be written")
}

/// A folder after a run has ended in it.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub(crate) work: &'a Work,
    pub(crate) folder: &'a Path,
    /// All files before the run.
    pub(crate) before: &'a Files,
    /// All files after it.
    pub(crate) files: &'a Files,
    pub(crate) run: &'a Ended,
    pub(crate) end: End,
}

impl Seen<'_> {
    pub(crate) fn check(&self) -> Result<(), String> {
        (self.work.check)(self)
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.end == End::Complete
    }

    /// Whether a run that has done everything has this exit code.
    pub(crate) fn check_code(&self, code: i32) -> Result<(), String> {
        if !self.is_complete() || self.run.code == Some(code) {
            return Ok(());
        }
        Err(format!("expected exit code {code}, found {}", self.run.in_words()))
    }

    /// Whether a run that has done everything has printed this.
    pub(crate) fn check_output(&self, expected: &str, essence: impl Fn(&str) -> String) -> Result<(), String> {
        self.check_code(0)?;
        let (found, expected) = (essence(&self.run.stdout), essence(expected));
        if !self.is_complete() || found == expected {
            return Ok(());
        }
        Err(format!("expected {expected:?}, found {found:?}"))
    }

    /// Checks files that each run makes in the same way: each that is neither temporary nor growing is one of these,
    /// none that was there has gone, and at the end all are there.
    pub(crate) fn check_files(&self, expected: &Files) -> Result<(), String> {
        let is_meant = |name: &str| !(self.work.is_temporary)(name) && !self.work.grows(name);
        for (name, bytes) in self.files.iter().filter(|(name, _)| is_meant(name)) {
            let Some(whole) = expected.get(name) else {
                return Err(format!("{name} is not the name of a finished file"));
            };
            if bytes != whole {
                return Err(format!("{name} is not right: {}", difference(bytes, whole)));
            }
        }
        let is_gone = |name: &&String| !self.files.contains_key(*name);
        if let Some(lost) = self.before.keys().filter(|name| expected.contains_key(*name)).find(is_gone) {
            return Err(format!("{lost} was there before"));
        }
        let missing = expected.keys().filter(|_| self.is_complete()).find(is_gone);
        missing.map_or(Ok(()), |name| Err(format!("{name} is missing")))
    }

    /// Checks that a run that has done everything has also removed what killed ones have left.
    pub(crate) fn check_nothing_left(&self) -> Result<(), String> {
        let left = self.files.keys().find(|name| self.is_complete() && (self.work.is_temporary)(name));
        left.map_or(Ok(()), |name| Err(format!("{name} is left after a run that has done everything")))
    }

    /// Checks that a file is there, as a run has reported it.
    pub(crate) fn check_reported(&self, name: &str) -> Result<(), String> {
        let is_there = self.files.contains_key(name);
        if is_there { Ok(()) } else { Err(format!("{name} was reported as written, and is not there")) }
    }
}
