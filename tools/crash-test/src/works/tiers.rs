//! `tiers`: solving part by part, and reading what is solved.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Reference, is_part_of_solution, path_in};
use crate::files;
use crate::programs::Programs;
use crate::work::{Access, Seen, Work};

struct Solve {
    programs: Programs,
    game: &'static [&'static str],
    threads: &'static str,
    reference: Option<Reference>,
}

/// Reads what is solved.
struct Read {
    programs: Programs,
    arguments: &'static [&'static str],
    solved: files::Files,
    /// What it prints, without times.
    output: Option<String>,
}

const SMALL: &[&str] = &["quixo-3x3"];

pub(crate) fn to_kill(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    let works = [solve(programs, SMALL, "1")?, solve(programs, &["chess", "KQvK", "KRvK"], "2")?];
    Ok(works.into_iter().map(|work| Box::new(work) as Box<dyn Work>).collect())
}

pub(crate) fn to_starve(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    let solve = solve(programs, SMALL, "2")?;
    let solved = solve.reference.as_ref().ok_or("there is no reference")?.files.clone();
    let mut works: Vec<Box<dyn Work>> = vec![Box::new(solve)];
    for arguments in [
        &["list", "quixo-3x3"][..],
        &["probe", "quixo-3x3", ".../.../...", "--line"],
        &["verify", "quixo-3x3", "0-0", "3-3", "5-4"],
    ] {
        let mut read = Read { programs: programs.clone(), arguments, solved: solved.clone(), output: None };
        read.output = Some(without_times(&Reference::of(&read, 0)?.runs[0].stdout));
        works.push(Box::new(read));
    }
    Ok(works)
}

fn solve(programs: &Programs, game: &'static [&'static str], threads: &'static str) -> Result<Solve, String> {
    let mut solve = Solve { programs: programs.clone(), game, threads, reference: None };
    solve.reference = Some(Reference::of(&solve, 0)?);
    Ok(solve)
}

fn without_times(text: &str) -> String {
    text.lines().map(|line| line.split(" in ").next().unwrap_or(line).to_owned() + "\n").collect()
}

impl Work for Solve {
    fn name(&self) -> String {
        format!("tiers solve {}", self.game.join(" "))
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let folder = path_in(folder, "");
        let options = ["--folder", &folder, "--threads", self.threads];
        vec![self.programs.command("tiers", &[&["solve"], self.game, &options].concat())]
    }

    fn program(&self) -> PathBuf {
        self.programs.path("tiers")
    }

    fn is_temporary(&self, name: &str) -> bool {
        is_part_of_solution(name)
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        let reference = self.reference.as_ref().ok_or("there is no reference")?;
        seen.check_files(&reference.files, |name| self.is_temporary(name))?;
        seen.check_nothing_left(self)?;
        for line in seen.lines().filter(|line| line.contains(" won, ") && line.contains("; file ")) {
            let part = line.split(": ").next().unwrap_or_default();
            seen.check_reported(&format!("{part}.solution"))?;
        }
        if !seen.is_complete() {
            return Ok(());
        }
        seen.check_codes(0)?;
        // All parts are counted, also those that an earlier run has solved.
        let counted = |line: &str| -> Option<usize> {
            let rest = line.strip_prefix("solved ").or_else(|| line.strip_prefix("already solved: "))?;
            rest.split(' ').next()?.parse().ok()
        };
        let (parts, all) = (seen.lines().filter_map(counted).sum::<usize>(), reference.files.len() - 1);
        if parts == all {
            Ok(())
        } else {
            Err(format!("{parts} parts are counted, not {all}: {}", seen.runs[0].in_words()))
        }
    }
}

impl Work for Read {
    fn name(&self) -> String {
        format!("tiers {}", self.arguments.first().copied().unwrap_or_default())
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let folder = path_in(folder, "");
        vec![self.programs.command("tiers", &[self.arguments, &["--folder", &folder]].concat())]
    }

    fn prepare(&self, folder: &Path) -> Result<(), String> {
        files::write_all(folder, &self.solved).map_err(|error| error.to_string())
    }

    fn access(&self) -> Access {
        Access::Reads
    }

    fn program(&self) -> PathBuf {
        self.programs.path("tiers")
    }

    fn most_errors(&self) -> usize {
        // `verify` goes on with the next part.
        self.arguments.len().saturating_sub(2).max(1)
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        seen.check_files(&self.solved, |_| false)?;
        if !seen.is_complete() {
            return Ok(());
        }
        seen.check_codes(0)?;
        let (found, expected) = (without_times(&seen.runs[0].stdout), self.output.clone().unwrap_or_default());
        if found == expected { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
    }
}
