//! `octal` with a checkpoint and a plot.

use std::path::Path;

use anyhow::Result;

use super::{is_part, path_in};
use crate::linux::files::{Files, difference};
use crate::linux::process::command_of;
use crate::linux::work::{End, Work};

const CHECKPOINT: &str = "values";
const PLOT: &str = "plot.svg";

pub(crate) fn to_kill() -> Result<Vec<Work>> {
    [(".77", 20_000, 1), (".007", 8_000, 2), (".16", 20_000, 2)].map(work).into_iter().collect()
}

pub(crate) fn to_starve() -> Result<Vec<Work>> {
    Ok(vec![work((".77", 20_000, 2))?])
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
        let Some(parts) = bytes.strip_prefix(header.as_bytes()) else {
            // An empty one is as good as none.
            let checkpoint = Self { values: Vec::new(), is_incomplete: !bytes.is_empty() };
            let is_cut = header.as_bytes().starts_with(bytes);
            return is_cut.then_some(checkpoint).ok_or(format!("the checkpoint does not begin with {header:?}"));
        };
        Ok(Self::of_parts(parts))
    }

    /// Each part has its count and a hash before its values, and a hash after them. The next run checks the hashes.
    fn of_parts(mut parts: &[u8]) -> Self {
        let mut values = Vec::new();
        while let Some((count, rest)) = parts.split_first_chunk() {
            let count = usize::try_from(u64::from_le_bytes(*count)).unwrap_or(usize::MAX);
            let hashed = rest.split_at_checked(8).and_then(|(_, rest)| rest.split_at_checked(count.saturating_mul(2)));
            let Some((part, (_, rest))) = hashed.and_then(|(part, rest)| Some((part, rest.split_at_checked(8)?)))
            else {
                break;
            };
            values.extend_from_slice(part);
            parts = rest;
        }
        Self { values, is_incomplete: !parts.is_empty() }
    }

    /// Whether a file that begins with a header for whatever game ends in the middle of something.
    fn is_cut(bytes: &[u8]) -> bool {
        let header = bytes.windows(2).position(|two| two == b"\n\n");
        header.map_or(!bytes.is_empty(), |end| Self::of_parts(&bytes[end + 2..]).is_incomplete)
    }
}

fn work((code, to, threads): (&'static str, usize, usize)) -> Result<Work> {
    let by_engine = move |engine: &'static str| {
        let command_in = move |folder: &Path| {
            let [to, threads] = [to, threads].map(|number| number.to_string());
            let (checkpoint, plot) = (path_in(folder, CHECKPOINT), path_in(folder, PLOT));
            let how = [code, "--to", &to, "--threads", &threads, "--engine", engine, "--every", "0"];
            let files = ["--checkpoint", &checkpoint, "--plot", &plot];
            command_of("octal", &[&how[..], &files].concat())
        };
        Work::new(format!("octal {code} --to {to}"), "octal", command_in)
    };
    // The plain engine shares no code with the other one.
    let (mut reference, run) = by_engine("plain").reference()?;
    let all = Checkpoint::of(&reference.remove(CHECKPOINT).unwrap_or_default(), code).map_err(anyhow::Error::msg)?;
    let expected = run.stdout.clone();
    let growing = Some(CHECKPOINT);
    let work = Work { is_temporary: is_part, growing, is_cut: Checkpoint::is_cut, ..by_engine("sparse") };
    Ok(work.checked(move |seen| {
        let read = |files: &Files| match files.get(CHECKPOINT) {
            Some(bytes) => Checkpoint::of(bytes, code),
            None => Ok(Checkpoint::default()),
        };
        let (before, found) = (read(seen.before)?, read(seen.files)?);
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
        // Where the parts of the checkpoint end depends on the time that the run takes.
        seen.check_files(&reference)?;
        seen.check_nothing_left()?;
        // What depends on how fast the program ran comes last.
        seen.check_output(&expected, |line| line.split(" seconds=").next().unwrap_or(line).to_owned())
    }))
}
