//! `tiers`: solving part by part, and reading what is solved.

use std::path::Path;

use anyhow::Result;

use super::{is_part_of_solution, path_in};
use crate::linux::files::Files;
use crate::linux::process::command_of;
use crate::linux::work::{Access, Work};

const SMALL: &[&str] = &["quixo-3x3"];

pub(crate) fn to_kill() -> Result<Vec<Work>> {
    Ok(vec![solve(SMALL, "1")?.0, solve(&["chess", "KQvK", "KRvK"], "2")?.0])
}

pub(crate) fn to_starve() -> Result<Vec<Work>> {
    let (solve, solved) = solve(SMALL, "2")?;
    let mut works = vec![solve];
    for arguments in [
        &["list", "quixo-3x3"][..],
        &["probe", "quixo-3x3", ".../.../...", "--line"],
        &["verify", "quixo-3x3", "0-0", "3-3", "5-4"],
    ] {
        works.push(read(arguments, &solved)?);
    }
    Ok(works)
}

/// Solving a game, with its files.
fn solve(game: &'static [&'static str], threads: &'static str) -> Result<(Work, Files)> {
    let command_in = move |folder: &Path| {
        let options = ["--threads", threads, "--folder", &path_in(folder, "")];
        command_of("tiers", &[&["solve"], game, &options].concat())
    };
    let name = format!("tiers solve {}", game.join(" "));
    let work = Work { is_temporary: is_part_of_solution, ..Work::new(name, "tiers", command_in) };
    let (reference, _) = work.reference()?;
    let files = reference.clone();
    let work = work.checked(move |seen| {
        seen.check_files(&reference)?;
        seen.check_nothing_left()?;
        for line in seen.run.lines().filter(|line| line.contains(" won, ") && line.contains("; file ")) {
            let part = line.split(": ").next().unwrap_or_default();
            seen.check_reported(&format!("{part}.solution"))?;
        }
        seen.check_code(0)?;
        // All parts are counted, also those that an earlier run has solved.
        let counted = |line: &str| -> Option<usize> {
            let rest = line.strip_prefix("solved ").or_else(|| line.strip_prefix("already solved: "))?;
            rest.split(' ').next()?.parse().ok()
        };
        let (parts, all) = (seen.run.lines().filter_map(counted).sum::<usize>(), reference.len() - 1);
        if parts == all || !seen.is_complete() {
            return Ok(());
        }
        Err(format!("{parts} parts are counted, not {all}: {}", seen.run.in_words()))
    });
    Ok((work, files))
}

/// Reading what is solved.
fn read(arguments: &'static [&'static str], solved: &Files) -> Result<Work> {
    let command_in =
        move |folder: &Path| command_of("tiers", &[arguments, &["--folder", &path_in(folder, "")]].concat());
    let work = Work {
        access: Access::Reads,
        given: solved.clone(),
        // `verify` continues with the next part.
        most_errors: arguments.len().saturating_sub(2).max(1),
        ..Work::new(format!("tiers {}", arguments[0]), "tiers", command_in)
    };
    let expected = work.reference()?.1.stdout.clone();
    let solved = solved.clone();
    Ok(work.checked(move |seen| {
        seen.check_files(&solved)?;
        let without_time = |line: &str| line.split(" in ").next().unwrap_or(line).to_owned() + "\n";
        seen.check_output(&expected, |text| text.lines().map(without_time).collect())
    }))
}
