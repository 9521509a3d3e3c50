//! The life of a run, and all runs of a command.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, io, thread};

use super::memory::{self, GroupMemory};
use super::process::{IS_MEASURED, Process, State};
use super::streams::Streams;
use super::{Candidate, Ending, RunResult, Usage, words};

/// How often to look for what is not an event: the end of a process while others hold its pipes, its memory, and
/// whether all programs are to stop.
const TICK: Duration = Duration::from_millis(10);

/// Runs programs, and owns everything that runs. What is left when it is dropped is killed.
#[derive(Debug, Default)]
pub struct Supervisor {
    state: Mutex<Programs>,
    /// Locked while a program is started where the system closes a new pipe in other programs only after a second call:
    /// one that is started at the same moment would inherit it.
    start: Mutex<()>,
}

#[derive(Debug, Default)]
struct Programs {
    are_stopped: bool,
    /// How many programs are being started at this moment.
    starting: usize,
    /// What runs, by its number. A process stays here until it is killed, and is reaped only after that.
    running: BTreeMap<u32, Process>,
    /// How long this process was suspended.
    suspended: Duration,
}

/// The error of a run after [`Supervisor::stop`]: it has no result, whatever the program did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllStopped;

impl Supervisor {
    /// Runs a program on an input, until it ends, exceeds one of its limits, or has written more than `output_limit`
    /// bytes to standard output. Nothing that it has started in its group or job is left then.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, and [`AllStopped`] after [`stop`](Self::stop).
    pub(crate) fn run(&self, candidate: &Candidate, input: &[u8], output_limit: usize) -> anyhow::Result<RunResult> {
        if candidate.memory_limit.is_some() && !IS_MEASURED {
            anyhow::bail!("--memory-limit needs a system that says how much memory a program takes; leave it out");
        }
        let result = self.start(candidate).and_then(|run| run.to_end(candidate, input, output_limit));
        if let Ok(RunResult { ending: Ending::Signal(1 | 2 | 3 | 15), .. }) = result {
            // It may have been meant for this process too, as for all of a service that is stopped. That is noticed in a
            // moment.
            thread::sleep(2 * TICK);
        }
        // What has been killed, or could not be started any more, has no result.
        if self.is_stopped() {
            return Err(AllStopped.into());
        }
        result.map_err(|error| words::cannot_run(&candidate.words[0].to_string_lossy(), &error))
    }

    /// Starts a program. If the system is temporarily out of processes, descriptors or memory, or the program is still
    /// open for writing somewhere, tries again for as long as a run may take.
    fn start(&self, candidate: &Candidate) -> io::Result<Run<'_>> {
        let is_temporary = |error: &io::Error| {
            use io::ErrorKind::{ExecutableFileBusy, OutOfMemory, WouldBlock};
            const ENFILE_EMFILE: [Option<i32>; 2] = [Some(23), Some(24)];
            matches!(error.kind(), ExecutableFileBusy | OutOfMemory | WouldBlock)
                || cfg!(unix) && ENFILE_EMFILE.contains(&error.raw_os_error())
        };
        let deadline = Instant::now() + candidate.time_limit;
        loop {
            let mut command = Command::new(&candidate.words[0]);
            command.args(&candidate.words[1..]);
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            match self.start_once(command) {
                Err(error) if is_temporary(&error) && Instant::now() < deadline => thread::sleep(TICK),
                started => return started,
            }
        }
    }

    fn start_once(&self, command: Command) -> io::Result<Run<'_>> {
        let (start, suspended_before) = {
            let mut programs = self.lock();
            if programs.are_stopped {
                return Err(io::ErrorKind::Interrupted.into());
            }
            programs.starting += 1;
            (Instant::now(), programs.suspended)
        };
        let started = {
            let _alone = (!cfg!(target_os = "linux")).then(|| self.start.lock());
            Process::start(command)
        };
        let mut programs = self.lock();
        programs.starting -= 1;
        let mut process = started?;
        if programs.are_stopped {
            process.kill();
        }
        let id = process.id();
        programs.running.insert(id, process);
        Ok(Run { supervisor: self, id, start, suspended_before })
    }

    /// Kills all programs that run, with all that they have started, and lets none be started any more: every run, also
    /// one that has just ended, fails with [`AllStopped`].
    pub(crate) fn stop(&self) {
        let mut programs = self.lock();
        programs.are_stopped = true;
        programs.running.values_mut().for_each(Process::kill);
    }

    /// Whether all programs have been stopped.
    pub(crate) fn is_stopped(&self) -> bool {
        self.lock().are_stopped
    }

    /// Suspends the programs that run, with what they have started, while this is done. None is started meanwhile, and
    /// no stopwatch runs.
    #[cfg(unix)]
    pub(crate) fn while_suspended(&self, action: impl FnOnce()) {
        use rustix::process::{Pid, Signal, kill_process};
        let mut programs = loop {
            let programs = self.lock();
            if programs.starting == 0 {
                break programs;
            }
            drop(programs);
            // A process that is being started belongs to the group of this one for a moment. If it was suspended then, only
            // this one can resume it, and the thread that starts it waits for it.
            let children = memory::processes().filter(|process| process.parent == std::process::id());
            for child in children.filter_map(|child| Pid::from_raw(child.id.cast_signed())) {
                let _ = kill_process(child, Signal::CONT);
            }
            thread::sleep(Duration::from_millis(1));
        };
        let start = Instant::now();
        programs.running.values().for_each(|process| process.signal(Signal::STOP));
        action();
        programs.running.values().for_each(|process| process.signal(Signal::CONT));
        programs.suspended += start.elapsed();
    }

    fn lock(&self) -> MutexGuard<'_, Programs> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Display for AllStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program was stopped because of an interrupt")
    }
}

impl std::error::Error for AllStopped {}

/// A program that runs.
struct Run<'a> {
    supervisor: &'a Supervisor,
    /// The number of its process.
    id: u32,
    start: Instant,
    /// How long this process had been suspended before the start.
    suspended_before: Duration,
}

impl Run<'_> {
    fn to_end(&self, candidate: &Candidate, input: &[u8], output_limit: usize) -> io::Result<RunResult> {
        let mut memory = GroupMemory::default();
        // Where two programs are to talk to each other, their pipes would be joined here instead.
        let watched = self.with_process(|process| Streams::of(process.child(), input)).and_then(|mut streams| {
            let killed_for = self.watch(candidate, &mut streams, &mut memory, output_limit)?;
            Ok((killed_for, self.elapsed(), streams))
        });
        let mut process = self.supervisor.lock().running.remove(&self.id).expect("it is killed here");
        process.kill();
        let reaped = process.reap();
        let ((killed_for, wall, mut streams), reaped) = (watched?, reaped?);
        streams.drain(output_limit);
        let peak_memory = reaped.peak_memory.and_then(memory::without_own).max(memory.seen);
        let is_over = |peak: Option<u64>| candidate.memory_limit.zip(peak).is_some_and(|(limit, peak)| peak > limit);
        let ending = match killed_for {
            Some(ending) => ending,
            None if streams.stdout.len() > output_limit => Ending::TooMuchOutput,
            None if is_over(peak_memory) => Ending::OutOfMemory,
            None if wall > candidate.time_limit => Ending::OutOfTime,
            None => reaped.ending,
        };
        let (stdout, stderr) = streams.into_parts();
        Ok(RunResult { ending, stdout, stderr, usage: Usage { wall, cpu: reaped.cpu, peak_memory } })
    }

    /// Reads what the program writes until it ends, or has to be killed for the reason that is returned.
    fn watch(
        &self,
        candidate: &Candidate,
        streams: &mut Streams,
        memory: &mut GroupMemory,
        output_limit: usize,
    ) -> io::Result<Option<Ending>> {
        loop {
            // Before the process is looked at: it is too slow only if it is still running after this time.
            let left = candidate.time_limit.saturating_sub(self.elapsed());
            streams.wait(left.min(TICK));
            if streams.stdout.len() > output_limit {
                return Ok(Some(Ending::TooMuchOutput));
            }
            match self.with_process(Process::state)? {
                State::Ended => return Ok(None),
                State::Suspended(signal) if left.is_zero() => return Ok(Some(Ending::Suspended(signal))),
                State::Runs if left.is_zero() => return Ok(Some(Ending::OutOfTime)),
                State::Runs | State::Suspended(_) => {}
            }
            if let Some(limit) = candidate.memory_limit {
                memory.look(self.id);
                if memory.seen > Some(limit) {
                    return Ok(Some(Ending::OutOfMemory));
                }
            }
        }
    }

    /// The time since the start in which this process was not suspended.
    fn elapsed(&self) -> Duration {
        // While this process is suspended, this is locked.
        let programs = self.supervisor.lock();
        (self.start.elapsed() + self.suspended_before).saturating_sub(programs.suspended)
    }

    fn with_process<R>(&self, action: impl FnOnce(&mut Process) -> R) -> R {
        action(self.supervisor.lock().running.get_mut(&self.id).expect("it runs until it is killed"))
    }
}
