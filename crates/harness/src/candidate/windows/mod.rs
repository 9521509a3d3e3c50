//! Running a process: writing its input, reading its output, and stopping it together with its children.

mod job;
mod streams;

use std::io;
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::watch::Watch;
use super::{Candidate, Ending, RunOutput, Usage};
use job::Process;
pub(super) use job::{end_with_this_process, stop_all, stop_running};
use streams::{Event, Streams};

/// How often to look whether a process has ended that has not closed its pipes.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What a single process has taken would be known, but it may be one that has only started another: `py` does, and so
/// does the `python` of a virtual environment.
pub(super) const IS_MEASURED: bool = false;

/// Runs a candidate once.
pub(super) fn run(candidate: &Candidate, input: &[u8], output_limit: usize) -> io::Result<RunOutput> {
    Run::start(candidate, input)?.finish(output_limit)
}

/// The system needs no second process to stop programs.
pub(super) fn guard(_: &str) {}

/// A candidate that is running.
struct Run<'a> {
    candidate: &'a Candidate,
    process: Arc<Process>,
    streams: Streams,
    watch: Watch,
}

/// Why it is time to look at the outputs.
enum End {
    /// The candidate has ended.
    ByItself(ExitStatus),
    /// It has to be stopped.
    Stopped(Ending),
}

impl<'a> Run<'a> {
    fn start(candidate: &'a Candidate, input: &[u8]) -> io::Result<Self> {
        let mut command = Command::new(&candidate.words[0]);
        command.args(&candidate.words[1..]);
        let watch = Watch::start();
        let (process, pipes) = Process::spawn(command)?;
        let streams = Streams::of(pipes, input)?;
        Ok(Self { candidate, process, streams, watch })
    }

    /// Waits for the end of the candidate, or stops it.
    fn finish(mut self, output_limit: usize) -> io::Result<RunOutput> {
        let end = self.communicate(output_limit)?;
        self.watch.look();
        // What still holds a pipe is stopped, so that the pipes close.
        self.process.stop()?;
        let usage = Usage::of_wall(self.watch.elapsed());
        let ending = match end {
            End::Stopped(ending) => ending,
            End::ByItself(_) if self.streams.drain(output_limit) > output_limit => Ending::TooMuchOutput,
            End::ByItself(status) => Ending::by_itself(self.candidate, status, usage, self.watch.watched()),
        };
        let (stdout, stderr) = self.streams.into_outputs();
        Ok(RunOutput { ending, stdout: with_bare_newlines(&stdout), stderr: with_bare_newlines(&stderr), usage })
    }

    /// Reads the output until the process ends, or has to be stopped.
    fn communicate(&mut self, output_limit: usize) -> io::Result<End> {
        let mut pause = Duration::from_micros(50);
        loop {
            // Before the process is looked at: it is too slow only if it is still running after this time.
            self.watch.look();
            let left = self.candidate.time_limit.saturating_sub(self.watch.watched());
            let event = self.streams.receive(self.watch.plan(left.min(POLL_INTERVAL)));
            if let Event::Closed = event {
                // The process ends in a moment, unless it goes on without output.
                thread::sleep(self.watch.plan(left.min(pause)));
                pause = POLL_INTERVAL.min(2 * pause);
            }
            if let Some(status) = self.process.status()? {
                return Ok(End::ByItself(status));
            }
            if self.streams.written() > output_limit {
                return Ok(End::Stopped(Ending::TooMuchOutput));
            }
            if left.is_zero() {
                return Ok(End::Stopped(Ending::OutOfTime));
            }
        }
    }
}

/// Turns the line ends that programs write on Windows into those of the judges' files.
fn with_bare_newlines(bytes: &[u8]) -> Vec<u8> {
    let is_kept = |at: usize| bytes[at] != b'\r' || bytes.get(at + 1) != Some(&b'\n');
    (0..bytes.len()).filter(|&at| is_kept(at)).map(|at| bytes[at]).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::{Mutex, PoisonError};
    use std::time::Instant;

    use super::*;

    /// [`stop_running`] stops the programs of all tests.
    static ALONE: Mutex<()> = Mutex::new(());

    const ENDLESS: &str = "for /l %i in (0,0,1) do @rem";

    /// Runs a command of the system's shell, and makes sure that it does not take long.
    fn run(script: &str, input: &[u8], seconds: f64) -> RunOutput {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        run_among_others(script, input, seconds)
    }

    fn run_among_others(script: &str, input: &[u8], seconds: f64) -> RunOutput {
        // If a test fails, nothing is left.
        end_with_this_process().unwrap();
        let candidate = Candidate::parse("cmd /q /c", Duration::from_secs_f64(seconds)).unwrap();
        let words = candidate.words.into_iter().chain([script.to_owned()]).collect();
        let start = Instant::now();
        let output = super::run(&Candidate { words, ..candidate }, input, 100).unwrap();
        // Less than it takes to give up waiting for a pipe.
        assert!(start.elapsed() < Duration::from_secs(9), "{script}");
        output
    }

    #[test]
    fn input_output_and_exit_code_pass_through() {
        let output = run("echo out& echo err>&2& exit 3", b"", 60.0);
        let streams = (output.stdout.as_slice(), output.stderr.trim_ascii());
        assert_eq!((output.ending, streams), (Ending::Exit(3), (&b"out\n"[..], &b"err"[..])));
        let output = run("set /p word=& call echo [%^word%]", b"input\r\n", 60.0);
        assert_eq!((output.ending, output.stdout), (Ending::Exit(0), b"[input]\n".to_vec()));
    }

    #[test]
    fn a_process_need_not_read_its_input() {
        let input = vec![b'x'; 10_000_000];
        assert_eq!(run("exit 0", &input, 60.0).ending, Ending::Exit(0));
        assert_eq!(run(ENDLESS, &input, 0.3).ending, Ending::OutOfTime);
    }

    #[test]
    fn a_process_is_stopped_at_its_time_limit_or_when_it_writes_too_much() {
        assert_eq!(run(ENDLESS, b"", 0.3).ending, Ending::OutOfTime);
        assert_eq!(run("for /l %i in (0,0,1) do @echo spam", b"", 60.0).ending, Ending::TooMuchOutput);
        let output = run("for /l %i in (1,1,1000) do @echo spam spam spam>&2", b"", 60.0);
        assert_eq!((output.ending, output.stdout.as_slice()), (Ending::Exit(0), &b""[..]));
        assert!((STDERR_LEAST..=8 * 1024).contains(&output.stderr.len()), "{}", output.stderr.len());
    }

    /// What is left of 8 KiB of short lines without the carriage returns.
    const STDERR_LEAST: usize = 7 * 1024;

    #[test]
    fn children_that_hold_the_pipes_are_stopped_too() {
        let output = run(&format!("echo out& start /b cmd /c {ENDLESS}"), b"", 60.0);
        assert_eq!((output.ending, output.stdout), (Ending::Exit(0), b"out\n".to_vec()));
        assert_eq!(run(&format!("cmd /c {ENDLESS}"), b"", 0.3).ending, Ending::OutOfTime);
    }

    #[test]
    fn running_processes_can_be_stopped() {
        let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let run = thread::spawn(|| run_among_others(ENDLESS, b"", 60.0));
        while !run.is_finished() {
            stop_running();
            thread::sleep(POLL_INTERVAL);
        }
        assert!(matches!(run.join().unwrap().ending, Ending::Exit(code) if code != 0));
    }

    #[test]
    fn only_carriage_returns_before_newlines_are_removed() {
        let text = |bytes: &[u8]| String::from_utf8(with_bare_newlines(bytes)).unwrap();
        assert_eq!(text(b"a\r\nb\r\n\r\n"), "a\nb\n\n");
        assert_eq!(text(b"\ra\r\r\nb\r"), "\ra\r\nb\r");
        assert_eq!(text(b""), "");
    }
}
