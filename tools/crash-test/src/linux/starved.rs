//! Running programs with too little of something, and once more without the limit.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use super::files::{self, Files, is_temporary};
use super::judge::{StarvedEnd, judge};
use super::limits::{Limit, limits};
use super::process::{self, Ended};
use super::work::{Exit, Seen, Work};
use super::{print, works};

/// Runs all works with all limits, or few of them, and returns the number of violations.
pub(super) fn starve(is_quick: bool) -> Result<usize> {
    let works = works::to_starve()?;
    let mut violations = 0;
    for (name, limits) in limits() {
        let mut counts: BTreeMap<StarvedEnd, usize> = BTreeMap::new();
        for (number, limit) in limits.iter().enumerate() {
            // A quick run takes each work with some of the limits.
            let is_taken = |other: usize| !is_quick || (number + other).is_multiple_of(9);
            for (_, work) in works.iter().enumerate().filter(|(other, _)| is_taken(*other)) {
                match starve_one(work, limit)? {
                    Ok(outcome) => *counts.entry(outcome).or_default() += 1,
                    Err(violation) => {
                        print(&format!("VIOLATION by {} with {}: {violation}", work.name, limit.name))?;
                        violations += 1;
                    }
                }
            }
        }
        print(&format!("starved of {name}: {counts:?}"))?;
    }
    print(&format!("violations with too little: {violations}"))?;
    Ok(violations)
}

/// Runs a work with a limit. The outer error says why that cannot be tried, and the inner one is a violation.
pub(super) fn starve_one(work: &Work, limit: &Limit) -> Result<Result<StarvedEnd, String>> {
    let folder = work.folder()?;
    let before = files::read_all(folder.path())?;
    let command = (work.command)(folder.path());
    let run = process::run(&[limit.wrap.clone(), command].concat())?;
    let files = files::read_all(folder.path())?;
    check(work, limit, folder.path(), &before, &files, &run)
}

fn check(
    work: &Work,
    limit: &Limit,
    folder: &Path,
    before: &Files,
    files: &Files,
    run: &Ended,
) -> Result<Result<StarvedEnd, String>> {
    let seen = |end| Seen { folder, before, saved: 0, files, run, end };
    let Err(wrong) = work.check(seen(Exit::Complete)) else { return Ok(Ok(StarvedEnd::Right)) };
    let judged = if run.code == Some(0) { Err(wrong) } else { judge(run, limit.lacks_memory, work) };
    let Ok(outcome) = judged else { return Ok(judged) };
    let here = run.in_words();
    if outcome == StarvedEnd::NotStarted {
        let help = [limit.start.clone(), vec![(work.command)(folder)[0].clone(), "--help".to_owned()]].concat();
        if process::run(&help)?.code == Some(0) {
            return Ok(Err(format!("it prints its help with this limit, but here: {here}")));
        }
    }
    if let Err(violation) = work.check(seen(Exit::Early)) {
        return Ok(Err(format!("{violation}; {here}")));
    }
    if let Some(left) = files.keys().find(|name| outcome == StarvedEnd::Error && is_temporary(name)) {
        return Ok(Err(format!("{left} is left after an error; {here}")));
    }
    // The next run has all that it needs.
    let (saved, run) = (work.saved(folder)?, process::run(&(work.command)(folder))?);
    let after = files::read_all(folder)?;
    let seen = Seen { folder, before: files, saved, files: &after, run: &run, end: Exit::Complete };
    Ok(work.check(seen).map(|()| outcome).map_err(|violation| format!("the next run: {violation}")))
}
