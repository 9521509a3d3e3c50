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
use group::{Group, Start, wait_if_interrupted};
pub(super) use group::{stop_all_on_interrupt, stop_running};
use memory::Polled;
use streams::Streams;
use watch::Watch;

/// How often a program is run again because it is not known whether it ended in time.
const REPETITIONS: usize = 3;

/// How often to look for what is not an event: the memory of a process, or its end on systems that do not report it.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Whether the system, and `wait4` on it, say what a single process has taken.
const IS_MEASURED: bool = cfg!(any(target_os = "linux", target_os = "macos", target_os = "freebsd"));

/// Runs a candidate, and again if it is not known whether it ended in time.
pub(super) fn run(candidate: &Candidate, input: &[u8], output_limit: usize) -> io::Result<RunOutput> {
    if candidate.memory_limit.is_some() && !IS_MEASURED {
        let why = "--memory-limit needs a system that says how much memory a program takes; leave it out";
        return Err(io::Error::new(io::ErrorKind::Unsupported, why));
    }
    let mut repetitions = 0..REPETITIONS;
    loop {
        let output = Run::start(candidate, input)?.finish(output_limit)?;
        wait_if_interrupted();
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
    memory: Polled,
    /// Holds the ends of the pipes that the process got. As long as they are open, a process that closes its own, as it does
    /// when it ends, causes no event. `None` where its end is no event either.
    held: Option<Command>,
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
        let start = Start::wait(candidate.memory_limit.is_some());
        let streams = Streams::of(&mut command, input)?;
        let watch = Watch::start();
        let group = Group::spawn(&mut command, &start)?;
        let held = group.end().is_some().then_some(command);
        Ok(Self { candidate, streams, group, watch, memory: Polled::new(), held })
    }

    /// Waits for the end of the candidate, or stops it.
    fn finish(mut self, output_limit: usize) -> io::Result<RunOutput> {
        let stopped = self.communicate(output_limit)?;
        self.watch.look();
        let wall = self.watch.elapsed();
        let own_peak = self.group.own_peak();
        if self.candidate.memory_limit.is_some() {
            // Processes that are left behind are about to be stopped.
            self.memory.look_at_members(&self.group);
        }
        let used = self.group.stop()?;
        let usage = if IS_MEASURED {
            let ResourceUsage { utime, stime, maxrss } = used.rusage;
            let peak_memory = Some(memory::peak(maxrss, own_peak, self.memory.peak()));
            Usage { wall, cpu: Some(utime + stime), peak_memory }
        } else {
            Usage::of_wall(wall)
        };
        let ending = stopped.unwrap_or_else(|| ending(self.candidate, used.status, usage, self.watch.watched()));
        let (stdout, stderr) = self.streams.into_outputs();
        Ok(RunOutput { ending, stdout, stderr, usage })
    }

    /// Writes the input and reads the output until the process ends, or has to be stopped for the reason that is returned.
    fn communicate(&mut self, output_limit: usize) -> io::Result<Option<Ending>> {
        let mut pause = Duration::from_micros(50);
        loop {
            // Before the process is looked at: it is too slow only if it is still running after this time.
            self.watch.look();
            let left = self.candidate.time_limit.saturating_sub(self.watch.watched());
            let longest = match self.group.end() {
                Some(_) if self.candidate.memory_limit.is_none() => Duration::MAX,
                // Both pipes are closed: the process ends in a moment, unless it goes on without output.
                None if self.streams.are_closed() => {
                    pause = POLL_INTERVAL.min(2 * pause);
                    pause
                }
                _ => POLL_INTERVAL,
            };
            let wait = self.watch.plan(left.min(longest));
            let events = self.streams.transfer(self.group.end(), wait)?;
            let has_ended = events.end || self.held.is_none() && self.group.has_ended();
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
            if let Some(limit) = self.candidate.memory_limit {
                self.memory.look(&self.group, self.watch.elapsed());
                if self.memory.peak() > limit {
                    return Ok(Some(Ending::OutOfMemory));
                }
            }
        }
    }
}

/// How a candidate ended that was not stopped, and that this process has watched for so long.
fn ending(candidate: &Candidate, status: ExitStatus, usage: Usage, watched: Duration) -> Ending {
    if let (Some(limit), Some(PeakMemory::Exactly(peak))) = (candidate.memory_limit, usage.peak_memory)
        && peak > limit
    {
        return Ending::OutOfMemory;
    }
    if usage.wall > candidate.time_limit {
        // If this process was suspended, only the CPU time can still prove that the candidate itself took too long.
        let processors = thread::available_parallelism().map_or(usize::MAX, NonZero::get);
        let processors = u32::try_from(processors).unwrap_or(u32::MAX);
        let is_proven = usage.cpu.is_some_and(|cpu| cpu / processors > candidate.time_limit);
        let is_too_slow = watched > candidate.time_limit || is_proven;
        return if is_too_slow { Ending::OutOfTime } else { Ending::Disturbed };
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

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(script: &str, seconds: f64) -> Candidate {
        let command = format!("sh -c '{script}'");
        Candidate::parse(&command, Duration::from_secs_f64(seconds)).unwrap()
    }

    #[test]
    fn a_run_that_an_interrupt_has_ended_has_no_result() {
        const LONGER_THAN_A_RUN: Duration = Duration::from_millis(500);
        let is_started = std::env::temp_dir().join(format!("harness-interrupt-{}", std::process::id()));
        let candidate = candidate(&format!("touch {}; sleep 0.05", is_started.display()), 60.0);
        thread::scope(|scope| {
            let result = scope.spawn(|| run(&candidate, b"", 100));
            while !is_started.exists() {
                assert!(!result.is_finished());
                thread::sleep(Duration::from_millis(1));
            }
            // As the handler of an interrupt does until this process has ended.
            let no_more_starts = Start::wait(true);
            thread::sleep(LONGER_THAN_A_RUN);
            assert!(!result.is_finished(), "a program that was killed would be reported as wrong");
            drop(no_more_starts);
        });
        std::fs::remove_file(is_started).unwrap();
    }

    #[test]
    fn the_end_of_a_process_is_also_noticed_where_it_is_no_event() {
        let run = |script: &str, seconds| {
            let candidate = candidate(script, seconds);
            let mut run = Run::try_start(&candidate, b"input").unwrap();
            run.group.forget_end();
            run.held = None;
            let start = Instant::now();
            let output = run.finish(100).unwrap();
            assert!(start.elapsed() < Duration::from_secs(20), "{script}");
            (output.ending, output.stdout)
        };
        assert_eq!(run("cat; exit 3", 60.0), (Ending::Exit(3), b"input".to_vec()));
        assert_eq!(run("cat; exec >&- 2>&-; sleep 1", 60.0), (Ending::Exit(0), b"input".to_vec()));
        assert_eq!(run("sleep 30 & cat", 60.0), (Ending::Exit(0), b"input".to_vec()));
        assert_eq!(run("(while sleep 0.001; do echo >&2; done) & cat", 60.0), (Ending::Exit(0), b"input".to_vec()));
        assert_eq!(run("kill -KILL $$", 60.0).0, Ending::Signal(9));
        assert_eq!(run("exec sleep 30", 0.2).0, Ending::OutOfTime);
        assert_eq!(run("yes", 60.0).0, Ending::TooMuchOutput);
    }

    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "only Linux shows the memory of running processes")]
    fn the_memory_of_processes_that_are_left_behind_is_looked_at() {
        const LIMIT: u64 = 200 * 1024 * 1024;
        // `dd` holds its memory because nobody reads more than the beginning. Its parent ends, and then the candidate.
        let hold = "dd if=/dev/zero bs=300000000 count=1 2>/dev/null | (head -c 1 >&3; exec sleep 100)";
        let candidate = candidate(&format!("({hold} &) 3>&1 | head -c 1"), 60.0).with_memory_limit(LIMIT);
        let mut run = Run::try_start(&candidate, b"").unwrap();
        run.memory = Polled::only_at_end();
        let output = run.finish(100).unwrap();
        assert_eq!((output.ending, output.stdout), (Ending::OutOfMemory, b"\0".to_vec()));
        assert!(matches!(output.usage.peak_memory, Some(PeakMemory::Exactly(peak)) if peak > LIMIT));
    }

    #[test]
    fn only_watched_time_and_cpu_time_can_convict_a_program_that_has_ended() {
        let processors = u32::try_from(thread::available_parallelism().unwrap().get()).unwrap();
        let ending = |wall, watched, cpu_per_processor| {
            let cpu = Some(processors * Duration::from_secs_f64(cpu_per_processor));
            let usage = Usage { cpu, ..Usage::of_wall(Duration::from_secs_f64(wall)) };
            ending(&candidate("true", 1.0), ExitStatus::from_raw(0), usage, Duration::from_secs_f64(watched))
        };
        assert_eq!(ending(0.9, 0.9, 0.9), Ending::Exit(0));
        assert_eq!(ending(1.0, 1.0, 0.9), Ending::Exit(0));
        assert_eq!(ending(1.01, 1.01, 0.0), Ending::OutOfTime);
        // A look that was planned for the limit, and was late.
        assert_eq!(ending(5.0, 1.0, 0.9), Ending::Disturbed);
        assert_eq!(ending(5.0, 0.9, 0.9), Ending::Disturbed);
        assert_eq!(ending(5.0, 0.9, 1.1), Ending::OutOfTime);
    }
}
