//! One run with one limit, and one more without.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::judge::{Lack, Outcome, judge};
use crate::files::{self, Files};
use crate::process::{Ended, run_all};
use crate::work::{End, Seen, Work};
use crate::works::new_folder;

/// Changes a command so that it runs with the limit. The folders are that of the work, and an empty one. `None` if the limit says
/// nothing about such a command.
type Wrap = Box<dyn Fn(&Command, &Path, &Path) -> Option<Command>>;

/// Changes the folder before a run in which the work has been done before.
type Change = Box<dyn Fn(&Path) -> Result<(), String>>;

/// A way to have too little.
pub(super) struct Limit {
    pub(super) name: String,
    pub(super) lack: Lack,
    pub(super) wrap: Wrap,
    pub(super) change: Option<Change>,
    /// It says nothing about works that only read.
    pub(super) is_for_writers: bool,
}

impl Limit {
    pub(super) fn new(name: String, wrap: impl Fn(&Command, &Path, &Path) -> Option<Command> + 'static) -> Self {
        Self { name, lack: Lack::Other, wrap: Box::new(wrap), change: None, is_for_writers: false }
    }

    /// A limit that `prlimit` sets.
    pub(super) fn of_process(name: String, option: &'static str, value: u64) -> Self {
        Self::new(name, move |command, _, _| {
            let limit = format!("--{option}={value}:{value}");
            Some(wrapped("prlimit", &["--core=0:0", &limit, "--"], command))
        })
    }
}

/// A program that runs a command.
pub(super) fn wrapped(program: &str, arguments: &[&str], command: &Command) -> Command {
    let mut outer = Command::new(program);
    outer.args(arguments).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        outer.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => outer.env(name, value),
            None => outer.env_remove(name),
        };
    }
    outer
}

/// Runs a work with a limit. The outer error says why that cannot be tried, and the inner one is a violation. `None` if the limit
/// says nothing about this work.
pub(super) fn starve_one(work: &dyn Work, limit: &Limit) -> Result<Result<Option<Outcome>, String>, String> {
    if limit.is_for_writers && !work.writes() {
        return Ok(Ok(None));
    }
    let (folder, other) = (new_folder()?, new_folder()?);
    work.prepare(folder.path())?;
    if let Some(change) = &limit.change {
        run_all(work.commands(folder.path()))?;
        change(folder.path())?;
    }
    let before = read(folder.path())?;
    let commands: Option<Vec<Command>> =
        work.commands(folder.path()).iter().map(|command| (limit.wrap)(command, folder.path(), other.path())).collect();
    let Some(commands) = commands else { return Ok(Ok(None)) };
    let runs = run_all(commands)?;
    take_back(folder.path(), other.path())?;
    let result = check(work, limit, folder.path(), &before, &runs)?;
    Ok(result.map(Some).map_err(|violation| keep(work, limit, folder, &violation)))
}

fn check(
    work: &dyn Work,
    limit: &Limit,
    folder: &Path,
    before: &Files,
    runs: &[Ended],
) -> Result<Result<Outcome, String>, String> {
    let files = read(folder)?;
    let seen = |end| Seen { folder, before, files: &files, runs, end };
    let Err(wrong) = work.check(&seen(End::Complete)) else { return Ok(Ok(Outcome::Right)) };
    if let Some(run) = runs.iter().find(|run| run.code == Some(NOT_TRIED)) {
        return Err(format!("{}: {}", limit.name, run.in_words()));
    }
    let judged = runs.iter().map(|run| if run.code == Some(0) { Err(wrong.clone()) } else { judge(run, limit.lack) });
    let outcome = match judged.reduce(Result::and) {
        Some(Ok(outcome)) => outcome,
        Some(Err(violation)) => return Ok(Err(violation)),
        None => return Err("there is no command".to_owned()),
    };
    let end = if outcome == Outcome::Error { End::Failed } else { End::Killed };
    if let Err(violation) = work.check(&seen(end)) {
        return Ok(Err(format!("{violation}; {}", runs[0].in_words())));
    }
    if let Some(left) = files.keys().find(|name| outcome == Outcome::Error && work.is_temporary(name)) {
        return Ok(Err(format!("{left} is left after an error; {}", runs[0].in_words())));
    }
    // The next run has all that it needs.
    let runs = run_all(work.commands(folder))?;
    let after = read(folder)?;
    let seen = Seen { folder, before: &files, files: &after, runs: &runs, end: End::Complete };
    Ok(work.check(&seen).map(|()| outcome).map_err(|violation| format!("the next run: {violation}")))
}

/// The exit code of a wrapping script that could not set up the limit.
pub(super) const NOT_TRIED: i32 = 125;

/// The subfolder in which a run inside a disk of its own leaves a copy of that disk.
pub(super) const COPY: &str = "after";

/// Puts a copy that a run has left in the place of the folder.
fn take_back(folder: &Path, other: &Path) -> Result<(), String> {
    let copy = other.join(COPY);
    if !copy.is_dir() {
        return Ok(());
    }
    let replaced = fs::remove_dir_all(folder).and_then(|()| fs::create_dir(folder));
    replaced.map_err(|error| error.to_string())?;
    files::write_all(folder, &read(&copy)?).map_err(|error| error.to_string())
}

fn read(folder: &Path) -> Result<Files, String> {
    files::read_all(folder).map_err(|error| error.to_string())
}

/// Keeps the folder of a violation, and describes it.
fn keep(work: &dyn Work, limit: &Limit, folder: TempDir, violation: &str) -> String {
    let path = folder.keep();
    format!("VIOLATION by {} with {}; folder kept: {}\n  {violation}", work.name(), limit.name, path.display())
}
