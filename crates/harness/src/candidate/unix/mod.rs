//! The life of a run on Unix: a process and its group.
//!
//! | step | file |
//! |---|---|
//! | start, in turn with the other runs; be stopped or suspended with all of them | `programs.rs` |
//! | feed it, and read what it writes | `streams.rs` |
//! | watch its memory | `memory.rs` |
//! | stop its group, and reap it | `process.rs` |
//! | find what has left the group | `marks.rs` |
//! | stop everything if this process is killed | `guard.rs` |
//!
//! A program that a signal has stopped is ended at its time limit, unless it continues. It has not run out of time, so
//! the verdict is RE.

mod guard;
mod marks;
mod memory;
mod process;
mod programs;
mod streams;

use std::io;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use rustix::io::Errno;

pub(crate) use guard::run as guard;
use memory::Memory;
use process::Process;
pub(super) use programs::Programs;
pub(crate) use programs::Suspension;
use streams::Streams;

use super::watch::Watch;
use super::{Candidate, Ending, RunOutput, Usage};

/// How often to look for what is not an event: the memory of a process, or its end on systems that do not report it.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Whether the system, and `wait4` on it, say what a single process has taken.
pub(super) const IS_MEASURED: bool = cfg!(any(target_os = "linux", target_os = "macos", target_os = "freebsd"));

/// Runs a candidate once.
pub(super) fn run(
    programs: &Programs,
    candidate: &Candidate,
    input: &[u8],
    output_limit: usize,
) -> io::Result<RunOutput> {
    let mut run = start(programs, candidate, input)?;
    let stopped = run.feed_and_watch(output_limit)?;
    let output = run.stop_and_reap(stopped)?;
    programs.sweep(stopped.is_some());
    Ok(output)
}

/// Starts a candidate. If the system is temporarily out of processes, descriptors or memory, or the program still open
/// for writing somewhere, tries again for as long as a run may take.
fn start<'a>(programs: &'a Programs, candidate: &'a Candidate, input: &'a [u8]) -> io::Result<Run<'a>> {
    const TRANSIENT: [Errno; 5] = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM, Errno::TXTBSY];
    let deadline = Instant::now() + candidate.time_limit;
    let is_transient = |error: &io::Error| Errno::from_io_error(error).is_some_and(|errno| TRANSIENT.contains(&errno));
    loop {
        match Run::start(programs, candidate, input) {
            Err(error) if is_transient(&error) && Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
            started => return started,
        }
    }
}

/// A candidate that is running.
struct Run<'a> {
    candidate: &'a Candidate,
    streams: Streams<'a>,
    process: Process<'a>,
    watch: Watch,
    memory: Memory<'a>,
}

impl<'a> Run<'a> {
    fn start(programs: &'a Programs, candidate: &'a Candidate, input: &'a [u8]) -> io::Result<Self> {
        let mut command = Command::new(&candidate.words[0]);
        command.args(&candidate.words[1..]);
        let place = programs.wait_for_place(candidate.memory_limit.is_some())?;
        let streams = Streams::of(&mut command, input)?;
        let memory = Memory::before_start(programs.own_peak(), candidate.memory_limit);
        let watch = Watch::start();
        let process = Process::spawn(command, place)?;
        Ok(Self { candidate, streams, process, watch, memory: memory.after_start() })
    }

    /// Writes the input and reads the output until the process ends, or has to be stopped for the reason that is
    /// returned.
    fn feed_and_watch(&mut self, output_limit: usize) -> io::Result<Option<Ending>> {
        let mut pause = Duration::from_micros(50);
        loop {
            // Before the process is looked at: it is too slow only if it is still running after this time.
            self.watch.look();
            let left = self.candidate.time_limit.saturating_sub(self.watch.watched());
            let longest = match self.process.end() {
                Some(_) if self.candidate.memory_limit.is_none() => Duration::MAX,
                Some(_) => POLL_INTERVAL,
                None => pause,
            };
            let wait = self.watch.plan(left.min(longest));
            let events = self.streams.transfer(self.process.end(), wait)?;
            let has_ended = events.end || self.process.end().is_none() && self.process.has_ended();
            if has_ended && (events.transfer || !events.end) {
                self.streams.drain(output_limit)?;
            }
            if self.streams.stdout.len() > output_limit {
                return Ok(Some(Ending::TooMuchOutput));
            }
            if has_ended {
                return Ok(None);
            }
            if left.is_zero() {
                return Ok(Some(self.process.stopped().unwrap_or(Ending::OutOfTime)));
            }
            pause = POLL_INTERVAL.min(2 * pause);
            if self.memory.is_exceeded(self.process.id(), self.watch.elapsed()) {
                return Ok(Some(Ending::OutOfMemory));
            }
        }
    }

    /// Stops what is left of the group, and says how the process ended, or why it was stopped, and what it took.
    fn stop_and_reap(mut self, stopped: Option<Ending>) -> io::Result<RunOutput> {
        self.watch.look();
        let wall = self.watch.elapsed();
        self.memory.look_at_all(self.process.id());
        let used = self.process.stop_and_reap()?;
        let usage = if IS_MEASURED {
            let cpu = used.rusage.utime + used.rusage.stime;
            Usage { wall, cpu: Some(cpu), peak_memory: Some(self.memory.peak(used.rusage.maxrss)) }
        } else {
            Usage::of_wall(wall)
        };
        let ending =
            stopped.unwrap_or_else(|| Ending::by_itself(self.candidate, used.status, usage, self.watch.watched()));
        let ending = if self.process.was_suspended() { ending.while_suspended() } else { ending };
        let Streams { stdout, stderr, .. } = self.streams;
        Ok(RunOutput { ending, stdout, stderr, usage })
    }
}
