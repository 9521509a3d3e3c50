//! `octal` with a checkpoint and a plot.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Reference, is_part, path_in};
use crate::files::{Files, difference};
use crate::programs::Programs;
use crate::work::{End, Seen, Work};

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

/// What is in a checkpoint, if it has the form of one.
#[derive(Default)]
struct Checkpoint {
    /// The values of all whole parts, two bytes each.
    values: Vec<u8>,
    /// Whether it ends with the beginning of a header or of a part.
    is_incomplete: bool,
}

impl Checkpoint {
    fn of(bytes: &[u8], code: &str) -> Result<Self, String> {
        let header = format!("values of an octal game, format 5\ngame {code}\n\n");
        let Some(mut parts) = bytes.strip_prefix(header.as_bytes()) else {
            // An empty one is as good as none.
            let checkpoint = Self { values: Vec::new(), is_incomplete: !bytes.is_empty() };
            let is_cut = header.as_bytes().starts_with(bytes);
            return is_cut.then_some(checkpoint).ok_or(format!("the checkpoint does not begin with {header:?}"));
        };
        let mut values = Vec::new();
        while let Some((count, rest)) = parts.split_first_chunk() {
            let count = usize::try_from(u64::from_le_bytes(*count)).unwrap_or(usize::MAX);
            // The hashes are checked by the next run.
            let hashed = rest.split_at_checked(8).and_then(|(_, rest)| rest.split_at_checked(count.saturating_mul(2)));
            let Some((part, (_, rest))) = hashed.and_then(|(part, rest)| Some((part, rest.split_at_checked(8)?)))
            else {
                break;
            };
            values.extend_from_slice(part);
            parts = rest;
        }
        Ok(Self { values, is_incomplete: !parts.is_empty() })
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

    fn program(&self) -> PathBuf {
        self.programs.path("octal")
    }

    fn is_temporary(&self, name: &str) -> bool {
        is_part(name)
    }

    fn grows(&self, name: &str) -> bool {
        name == CHECKPOINT
    }

    fn is_incomplete(&self, name: &str, bytes: &[u8]) -> bool {
        let is_cut = || Checkpoint::of(bytes, self.code).is_ok_and(|checkpoint| checkpoint.is_incomplete);
        self.is_temporary(name) || (self.grows(name) && is_cut())
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        let reference = self.reference.as_ref().ok_or("there is no reference")?;
        let read = |files: &Files| match files.get(CHECKPOINT) {
            Some(bytes) => Checkpoint::of(bytes, self.code),
            None => Ok(Checkpoint::default()),
        };
        let (before, found, all) = (read(seen.before)?, read(seen.files)?, read(&reference.files)?);
        let is_all = found.values.len() == all.values.len() || !seen.is_complete();
        if !all.values.starts_with(&found.values) || !is_all {
            let difference = difference(&found.values, &all.values);
            return Err(format!("the values in the checkpoint are not right: {difference}"));
        }
        if found.is_incomplete && seen.end != End::Killed {
            return Err("the checkpoint is left with the beginning of a part".to_owned());
        }
        let is_lost = seen.before.contains_key(CHECKPOINT) && !seen.files.contains_key(CHECKPOINT);
        if is_lost || found.values.len() < before.values.len() {
            let [before, after] = [before, found].map(|checkpoint| checkpoint.values.len());
            return Err(format!("{before} bytes of values were saved before, now {after}"));
        }
        // Where its parts end depends on the time that the run takes.
        seen.check_files(&reference.files, |name| self.is_temporary(name) || name == CHECKPOINT)?;
        seen.check_nothing_left(self)?;
        if !seen.is_complete() {
            return Ok(());
        }
        seen.check_codes(0)?;
        let (found, expected) = (without_times(&seen.runs[0].stdout), without_times(&reference.runs[0].stdout));
        if found == expected { Ok(()) } else { Err(format!("expected {expected:?}, found {found:?}")) }
    }
}
