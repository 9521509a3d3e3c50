//! Running a process: writing its input, reading its output, and stopping it together with its children.
//!
//! A program that the terminal has stopped ends at once, as nobody could let it continue. One that was stopped
//! otherwise ends at its time limit. Neither has run out of time, so the verdict is RE.

mod group;
mod guard;
mod memory;
mod orphans;
mod proc;
mod running;
mod streams;

use std::io;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use wait4::ResourceUsage;

use super::watch::Watch;
use super::{Candidate, Ending, RunOutput, Usage};
use group::Group;
pub(super) use guard::run as guard;
use memory::Polled;
pub(crate) use running::Suspension;
use running::{Start, suspensions};
pub(super) use running::{stop_all, stop_running, suspend_all};
use streams::Streams;

/// How often to look for what is not an event: the memory of a process, or its end on systems that do not report it.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// Whether the system, and `wait4` on it, say what a single process has taken.
pub(super) const IS_MEASURED: bool = cfg!(any(target_os = "linux", target_os = "macos", target_os = "freebsd"));

/// Runs a candidate once.
pub(super) fn run(candidate: &Candidate, input: &[u8], output_limit: usize) -> io::Result<RunOutput> {
    Run::start(candidate, input)?.finish(output_limit)
}

/// Makes programs that are started from now on end with this process.
pub(super) fn end_with_this_process() -> io::Result<()> {
    let since_1970 = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let name = format!("{}-{}", std::process::id(), since_1970.as_nanos());
    orphans::adopt(name.clone());
    guard::start(&name)
}

/// A candidate that is running.
struct Run<'a> {
    candidate: &'a Candidate,
    streams: Streams<'a>,
    group: Group,
    watch: Watch,
    /// How often programs had been suspended when it was started.
    suspensions: usize,
    memory: Polled,
    /// Holds the ends of the pipes that the process got. As long as they are open, a process that closes its own, as it
    /// does when it ends, causes no event. `None` where its end causes no event either.
    held: Option<Command>,
}

impl<'a> Run<'a> {
    /// Starts a candidate. If the system is temporarily out of resources, or the program still open for writing, tries
    /// again for as long as a run may take.
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
        let start = Start::wait(candidate.memory_limit.is_some())?;
        let suspensions = suspensions();
        let streams = Streams::of(&mut command, input)?;
        let watch = Watch::start();
        let group = Group::spawn(&mut command, &start)?;
        let held = group.end().is_some().then_some(command);
        Ok(Self { candidate, streams, group, watch, suspensions, memory: Polled::new(), held })
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
        let ending =
            stopped.unwrap_or_else(|| Ending::by_itself(self.candidate, used.status, usage, self.watch.watched()));
        let ending = if self.suspensions == suspensions() { ending } else { ending.while_suspended() };
        let (stdout, stderr) = self.streams.into_outputs();
        Ok(RunOutput { ending, stdout, stderr, usage })
    }

    /// Writes the input and reads the output until the process ends, or has to be stopped for the reason that is
    /// returned.
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
            if !events.end && !events.transfer {
                orphans::reap_orphans();
            }
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

/// Whether the system is only temporarily out of processes, descriptors or memory, or the program is still open for
/// writing somewhere.
fn is_transient(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let transient = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM, Errno::TXTBSY];
    Errno::from_io_error(error).is_some_and(|error| transient.contains(&error))
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File, Permissions};

    use testkit::{TemporaryFolder, run_in_subprocess, subprocess_argument};

    use super::*;
    use crate::candidate::PeakMemory;

    fn candidate(script: &str, seconds: f64) -> Candidate {
        let command = format!("sh -c '{script}'");
        Candidate::parse(&command, Duration::from_secs_f64(seconds)).unwrap()
    }

    #[test]
    fn a_program_that_was_suspended_with_this_process_is_neither_slow_nor_stopped() {
        const NAME: &str = concat!(
            "candidate::unix::tests::",
            "a_program_that_was_suspended_with_this_process_is_neither_slow_nor_stopped"
        );
        // All programs of a process are suspended, also those of other tests.
        if subprocess_argument(NAME).is_none() {
            return run_in_subprocess(NAME, "", "");
        }
        // The last one stops itself only after all have been resumed, as it gets the rest of so much input from
        // `finish`.
        let input = vec![b'\n'; 1 << 20];
        for script in ["exec sleep 30", "sleep 0.3; exit 3", "cat >/dev/null; kill -STOP $$"] {
            let candidate = candidate(script, 0.2);
            let run = Run::try_start(&candidate, &input).unwrap();
            drop(suspend_all());
            assert_eq!(run.finish(100).unwrap().ending, Ending::Disturbed, "{script}");
        }
    }

    /// One that is started at the same moment as all programs are stopped would outlive this process.
    #[test]
    #[cfg_attr(not(target_os = "linux"), ignore = "only Linux shows the children of a process")]
    fn no_guard_is_started_while_or_after_all_programs_are_stopped() {
        const NAME: &str = "candidate::unix::tests::no_guard_is_started_while_or_after_all_programs_are_stopped";
        // No program of this process can be started any more.
        if subprocess_argument(NAME).is_none() {
            return run_in_subprocess(NAME, "", "");
        }
        let children = || proc::descendants(|_| true).len();
        let no_starts = running::no_starts();
        thread::scope(|scope| {
            let starting = scope.spawn(end_with_this_process);
            thread::sleep(Duration::from_millis(200));
            assert_eq!((guard::id(), children()), (None, 0), "while nothing may be started");
            drop(no_starts);
            starting.join().expect("no panic").expect("a guard can be started");
        });
        // It is this test's program, which ends at once as the guard's arguments name no test.
        assert!(guard::id().is_some(), "a guard is started as soon as it may be");
        crate::candidate::stop_all();
        assert_eq!((guard::id(), children()), (None, 0), "all are stopped");
        end_with_this_process().expect("nothing is left to be guarded");
        assert_eq!((guard::id(), children()), (None, 0), "after all were stopped");
    }

    /// Another thread that starts a program has for a moment what this process has open, also a program that was just
    /// written.
    #[test]
    fn a_program_that_is_still_open_for_writing_is_waited_for() {
        use std::os::unix::fs::PermissionsExt;
        let folder = TemporaryFolder::with(&[("program", "#!/bin/sh\necho right\n")]);
        let path = folder.path("program");
        fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
        let writer = File::options().append(true).open(&path).unwrap();
        let candidate = Candidate::parse(&format!("'{path}'"), Duration::from_secs(60)).unwrap();
        let run = thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(100));
                drop(writer);
            });
            Run::start(&candidate, b"").unwrap()
        });
        let output = run.finish(100).unwrap();
        assert_eq!((output.ending, output.stdout), (Ending::Exit(0), b"right\n".to_vec()));
    }

    #[test]
    fn the_end_of_a_process_is_also_noticed_where_it_is_no_event() {
        let run = |script: &str, seconds| {
            let candidate = candidate(script, seconds);
            let mut run = Run::try_start(&candidate, b"input").unwrap();
            run.group.forget_end();
            run.held = None;
            let output = run.finish(100).unwrap();
            (output.ending, output.stdout)
        };
        assert_eq!(run("cat; exit 3", 60.0), (Ending::Exit(3), b"input".to_vec()));
        assert_eq!(run("cat; exec >&- 2>&-; sleep 1", 60.0), (Ending::Exit(0), b"input".to_vec()));
        assert_eq!(run("sleep 300 & cat", 60.0), (Ending::Exit(0), b"input".to_vec()));
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
}
