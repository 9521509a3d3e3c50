//! `octal` with a checkpoint and a plot.

use std::path::Path;
use std::process::Command;

use super::{Reference, is_part, path_in};
use crate::files::{Files, difference};
use crate::programs::Programs;
use crate::work::{Seen, Work};

const CHECKPOINT: &str = "values";
const PLOT: &str = "plot.svg";

struct Octal {
    programs: Programs,
    code: &'static str,
    to: usize,
    /// The number of the threads.
    threads: usize,
    /// Of the plain engine, which shares no code with the other one.
    reference: Option<Reference>,
}

pub(crate) fn to_kill(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    works(programs, &[(".77", 20_000, 1), (".007", 8_000, 2), (".16", 20_000, 2)])
}

pub(crate) fn to_starve(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    works(programs, &[(".77", 20_000, 2)])
}

fn works(programs: &Programs, games: &[(&'static str, usize, usize)]) -> Result<Vec<Box<dyn Work>>, String> {
    let mut works: Vec<Box<dyn Work>> = Vec::new();
    for &(code, to, threads) in games {
        let mut octal = Octal { programs: programs.clone(), code, to, threads, reference: None };
        octal.reference = Some(Reference::of(&octal, 0)?);
        works.push(Box::new(octal));
    }
    Ok(works)
}

/// The fields that do not depend on how fast the program ran.
fn without_times(line: &str) -> &str {
    line.split(" seconds=").next().unwrap_or(line)
}

/// The values in a checkpoint, two bytes each, if it has the form of one.
fn values(bytes: &[u8]) -> Result<&[u8], String> {
    let end = bytes.windows(2).position(|two| two == b"\n\n").ok_or("the header of the checkpoint does not end")?;
    let header = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let count: Option<usize> = header.lines().find_map(|line| line.strip_prefix("values ")?.parse().ok());
    let values = &bytes[end + 2..];
    match count {
        Some(count) if 2 * count == values.len() => Ok(values),
        _ => Err(format!("the checkpoint has {} bytes of values, and the header {header:?}", values.len())),
    }
}

impl Work for Octal {
    fn name(&self) -> String {
        format!("octal {} --to {}", self.code, self.to)
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let (to, threads) = (self.to.to_string(), self.threads.to_string());
        let engine = if self.reference.is_none() { "plain" } else { "sparse" };
        let (checkpoint, plot) = (path_in(folder, CHECKPOINT), path_in(folder, PLOT));
        let arguments = [
            self.code,
            "--to",
            &to,
            "--threads",
            &threads,
            "--engine",
            engine,
            "--every",
            "0",
            "--checkpoint",
            &checkpoint,
            "--plot",
            &plot,
        ];
        vec![self.programs.command("octal", &arguments)]
    }

    fn is_temporary(&self, name: &str) -> bool {
        is_part(name)
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        let reference = self.reference.as_ref().ok_or("there is no reference")?;
        let all = values(&reference.files[CHECKPOINT])?;
        let known = |files: &Files| files.get(CHECKPOINT).map_or(Ok(0), |bytes| values(bytes).map(<[u8]>::len));
        if let Some(bytes) = seen.files.get(CHECKPOINT) {
            let found = values(bytes)?;
            if !all.starts_with(found) {
                return Err(format!("the values in the checkpoint are not right: {}", difference(found, all)));
            }
        }
        let (before, after) = (known(seen.before)?, known(seen.files)?);
        if after < before || (seen.before.contains_key(CHECKPOINT) && !seen.files.contains_key(CHECKPOINT)) {
            return Err(format!("{before} bytes of values were saved before, now {after}"));
        }
        // The hash in the header of a shorter checkpoint is checked by the next run.
        let others = |name: &str| self.is_temporary(name) || (name == CHECKPOINT && !seen.is_complete());
        seen.check_files(&reference.files, others)?;
        seen.check_nothing_left(self)?;
        if !seen.is_complete() {
            return Ok(());
        }
        seen.check_codes(0)?;
        let (found, expected) = (without_times(&seen.runs[0].stdout), without_times(&reference.runs[0].stdout));
        if found == expected { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
    }
}
