//! What a program does in a folder, and what it may leave there.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use grundy::HeapGame;
use octal::Store;
use tempfile::TempDir;

use super::files::{self, Files, is_temporary};
use super::process::{self, Ended, Words};

/// How a run that is checked has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exit {
    /// By a signal, or by itself with an error.
    Early,
    /// By itself, with everything done.
    Complete,
}

/// What a program does in a folder. The same command continues where the last run has ended.
pub(crate) struct Work {
    pub(crate) name: String,
    /// The command, which writes into this folder only.
    pub(crate) command: Box<dyn Fn(&Path) -> Words>,
    /// The files that are there before the first run.
    pub(crate) given: Files,
    /// The files that are there after a run that nothing disturbs, and what it prints.
    pub(crate) expected: Files,
    pub(crate) printed: String,
    /// What of a line of output is the same in each run.
    pub(crate) essence: fn(&str) -> &str,
    /// The file that a line of output reports as written.
    pub(crate) reported: fn(&str) -> Option<String>,
    /// The folder whose files depend on when values are saved: the checkpoint of this game, whose values are these.
    pub(crate) checkpoint: Option<(HeapGame, Vec<u16>)>,
    /// Whether a program is judged that has the same limits, and may fail by them.
    pub(crate) judges_another: bool,
}

/// The name of the folder of a checkpoint.
pub(crate) const CHECKPOINT: &str = "values";

/// A folder after a run has ended in it.
#[derive(Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub(crate) folder: &'a Path,
    /// All files before the run, and the number of values in the checkpoint.
    pub(crate) before: &'a Files,
    pub(crate) saved: usize,
    /// All files after it.
    pub(crate) files: &'a Files,
    pub(crate) run: &'a Ended,
    pub(crate) end: Exit,
}

impl Work {
    /// A work of which nothing is expected.
    pub(crate) fn new(name: impl Into<String>, command: impl Fn(&Path) -> Words + 'static) -> Self {
        Self {
            name: name.into(),
            command: Box::new(command),
            given: Files::new(),
            expected: Files::new(),
            printed: String::new(),
            essence: |line| line,
            reported: |_| None,
            checkpoint: None,
            judges_another: false,
        }
    }

    /// Expects what a run leaves and prints that nothing disturbs.
    pub(crate) fn like_undisturbed(self) -> Result<Self> {
        let folder = self.folder()?;
        let run = process::run(&(self.command)(folder.path()))?;
        ensure!(run.code == Some(0), "{}: it fails without being disturbed: {}", self.name, run.in_words());
        let mut expected = files::read_all(folder.path())?;
        expected.retain(|name, _| !Path::new(name).starts_with(CHECKPOINT));
        Ok(Self { expected, printed: run.stdout, ..self })
    }

    /// A folder that is ready for the first run.
    pub(crate) fn folder(&self) -> Result<TempDir> {
        let folder = TempDir::new().context("set TMPDIR to a folder that can be written")?;
        self.given.iter().try_for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes))?;
        Ok(folder)
    }

    /// Checks what is there after a run: each file under its final name is whole and right, and what the run has
    /// reported as written is there, and so is what was there before. A run that has done everything has left nothing
    /// else. The error says what is wrong.
    pub(crate) fn check(&self, seen: Seen<'_>) -> Result<(), String> {
        let Seen { files, before, run, end, .. } = seen;
        for (name, bytes) in
            files.iter().filter(|(name, _)| !is_temporary(name) && !Path::new(name).starts_with(CHECKPOINT))
        {
            let whole = self.expected.get(name).ok_or(format!("{name} is not the name of a finished file"))?;
            if bytes != whole {
                let same = bytes.iter().zip(whole).take_while(|(one, other)| one == other).count();
                let (length, right) = (bytes.len(), whole.len());
                return Err(format!("{name} is not right: {length} bytes, not {right}, the same up to {same}"));
            }
        }
        let is_gone = |name: &&String| !files.contains_key(*name);
        if let Some(name) = before.keys().filter(|name| !is_temporary(name)).find(is_gone) {
            return Err(format!("{name} was there before"));
        }
        if let Some(name) = run.stdout.lines().filter_map(self.reported).find(|name| is_gone(&name)) {
            return Err(format!("{name} was reported as written, and is not there"));
        }
        self.check_checkpoint(seen)?;
        if end == Exit::Early {
            return Ok(());
        }
        if let Some(name) = self.expected.keys().find(is_gone) {
            return Err(format!("{name} is missing"));
        }
        if let Some(name) = files.keys().find(|name| is_temporary(name)) {
            return Err(format!("{name} is left after a run that has done everything"));
        }
        let essence = |text: &str| text.lines().map(self.essence).collect::<String>();
        let is_right = run.code == Some(0) && essence(&run.stdout) == essence(&self.printed);
        if is_right { Ok(()) } else { Err(format!("it does not print {:?}: {}", self.printed, run.in_words())) }
    }

    /// Checks that a checkpoint has the right values, and no fewer than before.
    fn check_checkpoint(&self, seen: Seen<'_>) -> Result<(), String> {
        let found = self.saved(seen.folder).map_err(|error| format!("{error:#}"))?;
        let all = self.checkpoint.as_ref().map_or(0, |(_, values)| values.len());
        let least = if seen.end == Exit::Complete { all } else { seen.saved };
        if found >= least { Ok(()) } else { Err(format!("the checkpoint has {found} values, not {least}")) }
    }

    /// The number of values in the checkpoint. An error if they are not right.
    pub(crate) fn saved(&self, folder: &Path) -> Result<usize> {
        let (Some((game, values)), path) = (&self.checkpoint, folder.join(CHECKPOINT)) else { return Ok(0) };
        let found = if path.exists() { Store::read(&path, game).values()? } else { Vec::new() };
        ensure!(values.starts_with(&found), "the {} values in the checkpoint are not right", found.len());
        Ok(found.len())
    }
}
