//! The life of a run on Windows: a process and its job.
//!
//! `job.rs` starts it in its job, and stops all that is in there; `streams.rs` feeds it, and reads what it writes.

mod job;
mod streams;

use std::io;
use std::process::Command;
use std::thread;
use std::time::Duration;

pub(super) use job::Programs;
use streams::{Event, Streams};

use super::watch::Watch;
use super::{Candidate, Ending, RunOutput, Usage};

/// How often to look whether a process has ended that has not closed its pipes.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What a single process has taken would be known, but it may be one that has only started another: `py` does, and so
/// does the `python` of a virtual environment.
pub(super) const IS_MEASURED: bool = false;

/// The system needs no second process to stop programs.
pub(crate) fn guard(_: &str) {}

/// Runs a candidate once.
pub(super) fn run(
    programs: &Programs,
    candidate: &Candidate,
    input: &[u8],
    output_limit: usize,
) -> io::Result<RunOutput> {
    // Start.
    let mut command = Command::new(&candidate.words[0]);
    command.args(&candidate.words[1..]);
    let mut watch = Watch::start();
    let process = programs.spawn(command)?;
    // Feed, and watch until the process ends or has to be stopped.
    let mut streams = Streams::of(process.child().as_mut(), input)?;
    let mut pause = Duration::from_micros(50);
    let end = loop {
        // Before the process is looked at: it is too slow only if it is still running after this time.
        watch.look();
        let left = candidate.time_limit.saturating_sub(watch.watched());
        if streams.receive(watch.plan(left.min(POLL_INTERVAL))) == Event::Closed {
            // The process ends in a moment, unless it continues without output.
            thread::sleep(watch.plan(left.min(pause)));
            pause = POLL_INTERVAL.min(2 * pause);
        }
        if let Some(status) = process.status()? {
            break Ok(status);
        }
        if streams.stdout.len() > output_limit {
            break Err(Ending::TooMuchOutput);
        }
        if left.is_zero() {
            break Err(Ending::OutOfTime);
        }
    };
    watch.look();
    // Stop what is left. It may hold a pipe, which closes now.
    process.stop()?;
    let usage = Usage::of_wall(watch.elapsed());
    let ending = end.map_or_else(
        |stopped| stopped,
        |status| {
            streams.drain(output_limit);
            if streams.stdout.len() > output_limit {
                return Ending::TooMuchOutput;
            }
            Ending::by_itself(candidate, status, usage, watch.watched())
        },
    );
    let [stdout, stderr] = [&streams.stdout, &streams.stderr].map(|bytes| with_bare_newlines(bytes));
    Ok(RunOutput { ending, stdout, stderr, usage })
}

/// Turns the line ends that programs write on Windows into those of the judges' files.
fn with_bare_newlines(bytes: &[u8]) -> Vec<u8> {
    let is_kept = |at: usize| bytes[at] != b'\r' || bytes.get(at + 1) != Some(&b'\n');
    (0..bytes.len()).filter(|&at| is_kept(at)).map(|at| bytes[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_carriage_returns_before_newlines_are_removed() {
        assert_eq!(with_bare_newlines(b"a\r\nb\r\n\r\n"), b"a\nb\n\n");
        assert_eq!(with_bare_newlines(b"\ra\r\r\nb\r"), b"\ra\r\nb\r");
    }
}
