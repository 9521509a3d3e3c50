//! One run with one limit, and one more without.

use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use super::judge::{Outcome, Places, judge};
use super::limits::{COPY, Limit, NOT_TRIED, wrapped};
use crate::linux::files::{self, Files};
use crate::linux::process::{self, Ended};
use crate::linux::work::{End, Seen, Work, new_folder};

/// Whether the program of a work, and the shell that may start it, can be started with a limit: it prints its help.
fn lets_start(limit: &Limit, work: &Work) -> Result<bool> {
    let (folder, other) = (new_folder()?, new_folder()?);
    let mut command = process::command("sh");
    command.args(["-c", "exec \"$@\"", "sh"]).arg(&work.program).arg("--help");
    let wrap = limit.start.as_ref().unwrap_or(&limit.wrap);
    Ok(process::run(wrapped(wrap, &command, folder.path(), other.path()))?.code == Some(0))
}

/// Runs a work with a limit. The outer error says why that cannot be tried, and the inner one is a violation, whose
/// folder is kept.
pub(in crate::linux) fn starve_one(work: &Work, limit: &Limit) -> Result<Result<Outcome, String>> {
    let (folder, other) = (work.folder()?, new_folder()?);
    if limit.is_done {
        process::run((work.command)(folder.path()))?;
    }
    let before = files::read_all(folder.path())?;
    let command = (work.command)(folder.path());
    let places = Places::of(&work.program, folder.path(), &command);
    let run = process::run(wrapped(&limit.wrap, &command, folder.path(), other.path()))?;
    take_back(folder.path(), other.path())?;
    let result = check(work, limit, folder.path(), &places, &before, &run)?;
    Ok(result.map_err(|violation| {
        let (name, kept) = (&work.name, folder.keep());
        format!("VIOLATION by {name} with {}; folder kept: {}\n  {violation}", limit.name, kept.display())
    }))
}

fn check(
    work: &Work,
    limit: &Limit,
    folder: &Path,
    places: &Places,
    before: &Files,
    run: &Ended,
) -> Result<Result<Outcome, String>> {
    let files = files::read_all(folder)?;
    let seen = |end| Seen { work, folder, before, files: &files, run, end };
    let Err(wrong) = seen(End::Complete).check() else { return Ok(Ok(Outcome::Right)) };
    if run.code == Some(NOT_TRIED) {
        bail!("{}: {}", limit.name, run.in_words());
    }
    let judged = if run.code == Some(0) { Err(wrong) } else { judge(run, limit.lack, work, places) };
    let Ok(outcome) = judged else { return Ok(judged) };
    let here = run.in_words();
    if outcome == Outcome::NotStarted && lets_start(limit, work)? {
        return Ok(Err(format!("it prints its help with this limit, but here: {here}")));
    }
    let end = if outcome == Outcome::Error { End::Failed } else { End::Killed };
    if let Err(violation) = seen(end).check() {
        return Ok(Err(format!("{violation}; {here}")));
    }
    if let Some(left) = files.keys().find(|name| outcome == Outcome::Error && (work.is_temporary)(name)) {
        return Ok(Err(format!("{left} is left after an error; {here}")));
    }
    // The next run has all that it needs.
    let run = process::run((work.command)(folder))?;
    let after = files::read_all(folder)?;
    let seen = Seen { work, folder, before: &files, files: &after, run: &run, end: End::Complete };
    Ok(seen.check().map(|()| outcome).map_err(|violation| format!("the next run: {violation}")))
}

/// Puts a copy that a run has left in the place of the folder.
fn take_back(folder: &Path, other: &Path) -> Result<()> {
    let copy = other.join(COPY);
    if copy.is_dir() {
        fs::remove_dir_all(folder)?;
        fs::create_dir(folder)?;
        files::write_all(folder, &files::read_all(&copy)?)?;
    }
    Ok(())
}
