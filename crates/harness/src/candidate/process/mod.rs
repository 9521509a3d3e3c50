//! Running a process: writing its input, reading its output, and stopping it together with its children.

mod group;
mod memory;
mod proc;
mod streams;
mod watch;

use std::io;
use std::num::NonZero;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

use wait4::ResourceUsage;

use super::{Candidate, Ending, PeakMemory, RunOutput, Usage};
use group::Group;
pub(super) use group::stop_all_on_interrupt;
use streams::Streams;
use watch::Watch;

/// How often a program is run again because it cannot be said whether it ended in time.
const REPETITIONS: usize = 3;

/// How often to look for what is not an event: the memory of a process, or its end on systems that do not report it.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Whether the system, and `wait4` on it, say what a single process has taken.
const IS_MEASURED: bool = cfg!(any(target_os = "linux", target_os = "macos", target_os = "freebsd"));

/// Runs a candidate, and again if it cannot be said whether it ended in time.
pub(super) fn run(candidate: &Candidate, input: &[u8], output_limit: usize) -> io::Result<RunOutput> {
    if candidate.memory_limit.is_some() && !IS_MEASURED {
        let why = "--memory-limit needs a system that says how much memory a program takes; leave it out";
        return Err(io::Error::new(io::ErrorKind::Unsupported, why));
    }
    let mut repetitions = 0..REPETITIONS;
    loop {
        let output = Run::start(candidate, input)?.finish(output_limit)?;
        if output.ending != Ending::Disturbed || repetitions.next().is_none() {
            return Ok(output);
        }
    }
}

/// A candidate that is running.
struct Run<'a> {
    candidate: &'a Candidate,
    streams: Streams<'a>,
    group: Group,
    watch: Watch,
    /// Holds the ends of the pipes that the process got. As long as they are open, a process that closes its own, as it does
    /// when it ends, causes no event; its end is the only one.
    _held: Option<Command>,
}

impl<'a> Run<'a> {
    /// Starts a candidate. If the system is temporarily out of resources, tries again for as long as a run may take.
    fn start(candidate: &'a Candidate, input: &'a [u8]) -> io::Result<Self> {
        let deadline = Instant::now() + candidate.time_limit;
        loop {
            match Self::try_start(candidate, input) {
                Err(error) if is_transient(&error) && Instant::now() < deadline => thread::sleep(POLL_INTERVAL),
                started => return started,
            }
        }
    }

    fn try_start(candidate: &'a Candidate, input: &'a [u8]) -> io::Result<Self> {
        let mut command = Command::new(&candidate.words[0]);
        command.args(&candidate.words[1..]);
        let streams = Streams::of(&mut command, input)?;
        let watch = Watch::start();
        let group = Group::spawn(&mut command, candidate.memory_limit.is_some())?;
        let held = group.end().is_some().then_some(command);
        Ok(Self { candidate, streams, group, watch, _held: held })
    }

    /// Waits for the end of the candidate, or stops it.
    fn finish(mut self, output_limit: usize) -> io::Result<RunOutput> {
        let stopped = self.communicate(output_limit)?;
        self.watch.look();
        let wall = self.watch.elapsed();
        let own_peak = self.group.own_peak();
        let used = self.group.stop()?;
        let usage = if IS_MEASURED {
            let ResourceUsage { utime, stime, maxrss } = used.rusage;
            Usage { wall, cpu: Some(utime + stime), peak_memory: Some(memory::peak(maxrss, own_peak)) }
        } else {
            Usage::of_wall(wall)
        };
        let ending = stopped.unwrap_or_else(|| ending(self.candidate, used.status, usage));
        let (stdout, stderr) = self.streams.into_outputs();
        Ok(RunOutput { ending, stdout, stderr, usage })
    }

    /// Writes the input and reads the output until the process ends, or has to be stopped for the reason that is returned.
    fn communicate(&mut self, output_limit: usize) -> io::Result<Option<Ending>> {
        let mut pause = Duration::from_micros(50);
        let mut memory_is_due = POLL_INTERVAL;
        loop {
            // Before the process is looked at: it is too slow only if it is still running after this time.
            self.watch.look();
            let left = self.candidate.time_limit.saturating_sub(self.watch.watched());
            let longest = match self.group.end() {
                Some(_) if self.candidate.memory_limit.is_none() => Duration::MAX,
                // Both pipes are closed: the process ends in a moment, unless it goes on without output.
                None if self.streams.are_closed() => {
                    pause *= 2;
                    pause.min(POLL_INTERVAL)
                }
                _ => POLL_INTERVAL,
            };
            let wait = self.watch.plan(left.min(longest));
            let events = self.streams.transfer(self.group.end(), wait)?;
            let has_ended = events.end || self.group.end().is_none() && self.group.has_ended();
            if has_ended && (events.transfer || !events.end) {
                self.streams.drain(output_limit)?;
            }
            if self.streams.written() > output_limit {
                return Ok(Some(Ending::TooMuchOutput));
            }
            if has_ended {
                return Ok(None);
            }
            if left.is_zero() {
                return Ok(Some(self.group.stopped().unwrap_or(Ending::OutOfTime)));
            }
            if !events.transfer && self.group.is_stopped_by_terminal() {
                return Ok(self.group.stopped());
            }
            if let Some(limit) = self.candidate.memory_limit
                && self.watch.elapsed() >= memory_is_due
            {
                memory_is_due = self.watch.elapsed() + POLL_INTERVAL;
                if self.group.peak_memory() > limit {
                    return Ok(Some(Ending::OutOfMemory));
                }
            }
        }
    }
}

/// How a candidate ended that was not stopped.
fn ending(candidate: &Candidate, status: ExitStatus, usage: Usage) -> Ending {
    if let (Some(limit), Some(PeakMemory::Exactly(peak))) = (candidate.memory_limit, usage.peak_memory)
        && peak > limit
    {
        return Ending::OutOfMemory;
    }
    if usage.wall > candidate.time_limit {
        // Its end was noticed too late. Only its CPU time can still prove that it took too long itself.
        let processors = thread::available_parallelism()
            .map_or(u32::MAX, |count| NonZero::get(count).try_into().unwrap_or(u32::MAX));
        let is_proven = usage.cpu.is_some_and(|cpu| cpu / processors > candidate.time_limit);
        return if is_proven { Ending::OutOfTime } else { Ending::Disturbed };
    }
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, signal) => Ending::Signal(signal.unwrap_or(0)),
    }
}

/// Whether the system is only temporarily out of processes, descriptors or memory.
fn is_transient(error: &io::Error) -> bool {
    use rustix::io::Errno;
    matches!(Errno::from_io_error(error), Some(Errno::MFILE | Errno::NFILE | Errno::AGAIN | Errno::NOMEM))
}
