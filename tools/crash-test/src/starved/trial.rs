//! One run with one limit, and one more without.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use super::judge::{Lack, Outcome, Places, judge};
use crate::files::{self, Files};
use crate::process::{self, Ended, run_all};
use crate::work::{Access, End, Seen, Work};
use crate::works::new_folder;

/// Changes a command so that it runs with the limit. The folders are the folder of the work, and an empty one.
pub(super) type Wrap = Box<dyn Fn(&Command, &Path, &Path) -> Command>;

/// Changes the folder before a run in which the work has been done before.
type Change = Box<dyn Fn(&Path, Access) -> Result<(), String>>;

/// A way to have too little.
pub(super) struct Limit {
    pub(super) name: String,
    pub(super) lack: Lack,
    /// The works for which it may make a difference.
    pub(super) concerns: fn(Access) -> bool,
    pub(super) wrap: Wrap,
    /// The limit by which it is found out whether a program can be started at all, if that is another one.
    pub(super) start: Option<Wrap>,
    pub(super) change: Option<Change>,
}

impl Limit {
    pub(super) fn new(name: String, wrap: impl Fn(&Command, &Path, &Path) -> Command + 'static) -> Self {
        Self { name, lack: Lack::Other, concerns: |_| true, wrap: Box::new(wrap), start: None, change: None }
    }

    /// A limit that `prlimit` sets.
    pub(super) fn of_process(name: String, option: &'static str, value: u64) -> Self {
        Self::new(name, move |command, _, _| prlimit(option, value, command))
    }

    /// Whether the program of a work, and the shell that may start it, can be started with this limit: it prints its
    /// help.
    fn lets_start(&self, work: &dyn Work) -> Result<bool, String> {
        let (folder, other) = (new_folder()?, new_folder()?);
        let mut command = process::command("sh");
        command.args(["-c", "exec \"$@\"", "sh"]).arg(work.program()).arg("--help");
        let wrap = self.start.as_ref().unwrap_or(&self.wrap);
        Ok(process::run(wrap(&command, folder.path(), other.path()))?.code == Some(0))
    }
}

/// Runs a command with a limit of the system.
pub(super) fn prlimit(option: &str, value: u64, command: &Command) -> Command {
    let limit = format!("--{option}={value}:{value}");
    wrapped("prlimit", &["--core=0:0", &limit, "--"], command)
}

/// A program that runs a command.
pub(super) fn wrapped(program: &str, arguments: &[&str], command: &Command) -> Command {
    let mut outer = process::command(program);
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

/// Runs a work with a limit. The outer error says why that cannot be tried, and the inner one is a violation. `None` if
/// the limit says nothing about this work.
pub(super) fn starve_one(work: &dyn Work, limit: &Limit) -> Result<Result<Option<Outcome>, String>, String> {
    if !(limit.concerns)(work.access()) {
        return Ok(Ok(None));
    }
    let (folder, other) = (new_folder()?, new_folder()?);
    work.prepare(folder.path())?;
    if let Some(change) = &limit.change {
        run_all(work.commands(folder.path()))?;
        change(folder.path(), work.access())?;
    }
    let before = read(folder.path())?;
    let commands = work.commands(folder.path());
    let places = Places::of(&work.program(), folder.path(), &commands);
    let starved = commands.iter().map(|command| (limit.wrap)(command, folder.path(), other.path()));
    let runs = run_all(starved.collect())?;
    take_back(folder.path(), other.path())?;
    let result = check(work, limit, folder.path(), &places, &before, &runs)?;
    Ok(result.map(Some).map_err(|violation| keep(work, limit, folder, &violation)))
}

fn check(
    work: &dyn Work,
    limit: &Limit,
    folder: &Path,
    places: &Places,
    before: &Files,
    runs: &[Ended],
) -> Result<Result<Outcome, String>, String> {
    let files = read(folder)?;
    let seen = |end| Seen { folder, before, files: &files, runs, end };
    let Err(wrong) = work.check(&seen(End::Complete)) else { return Ok(Ok(Outcome::Right)) };
    if let Some(run) = runs.iter().find(|run| run.code == Some(NOT_TRIED)) {
        return Err(format!("{}: {}", limit.name, run.in_words()));
    }
    let judged = runs
        .iter()
        .map(|run| if run.code == Some(0) { Err(wrong.clone()) } else { judge(run, limit.lack, work, places) });
    let outcome = match judged.reduce(Result::and) {
        Some(Ok(outcome)) => outcome,
        Some(Err(violation)) => return Ok(Err(violation)),
        None => return Err("there is no command".to_owned()),
    };
    if outcome == Outcome::NotStarted && limit.lets_start(work)? {
        return Ok(Err(format!("it prints its help with this limit, but here: {}", runs[0].in_words())));
    }
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
