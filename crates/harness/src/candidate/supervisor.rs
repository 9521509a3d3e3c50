//! The life of a run, and all runs of a command.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::process::Command;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use std::{io, thread};

use anyhow::{Context, ensure};

use super::memory::{GroupMemory, without_own};
use super::process::{IS_MEASURED, Pipes, Process, Status};
use super::streams::Streams;
use super::talk::{Conversation, Speaker, Transcript};
use super::{Candidate, Ending, MIB, RunResult, Usage, words};
use crate::interrupt::Interrupt;
#[cfg(unix)]
use crate::proc::processes;
use crate::source::with_bare_newlines;

/// How often to look for what is not an event: the end of a process while others hold its pipes, its memory, and
/// whether all programs are to stop.
const TICK: Duration = Duration::from_millis(10);

/// Runs programs, each in the thread that asks for it.
#[derive(Debug, Default)]
pub struct Supervisor {
    /// What everything takes, as it is reported, instead of what was measured.
    fixed: Option<Duration>,
    /// Set when all programs have been stopped, to what has interrupted the command, if something has.
    stopped: OnceLock<Option<Interrupt>>,
    children: Mutex<Children>,
    /// Locked while a program is started where the system closes a new pipe in other programs only after a second call:
    /// one that is started at the same moment would inherit it.
    start: Mutex<()>,
}

/// What has to be known to suspend all programs.
#[derive(Debug, Default)]
struct Children {
    /// How many are being started at this moment.
    starting: usize,
    /// The processes that run, by their numbers. Each is killed, and then left out here, before it is reaped.
    running: BTreeSet<u32>,
    /// For how long all were suspended, together with this process.
    suspended: Duration,
}

impl Supervisor {
    /// One by whose clock everything takes this time, and every program 1 MiB of memory, so that a report can be a
    /// snapshot.
    pub fn with_fixed_clock(time: Duration) -> Self {
        Self { fixed: Some(time), ..Self::default() }
    }

    /// Starts a timer: a function that returns how much time has passed, without the time in which this process was
    /// suspended.
    pub(crate) fn timer(&self) -> impl Fn() -> Duration + Sync {
        let start = self.now();
        move || self.fixed.unwrap_or_else(|| self.now().saturating_duration_since(start))
    }

    /// Runs a program on an input, until it ends, exceeds one of its limits, or has written more than `output_limit`
    /// bytes to standard output. Nothing that it has started in its group or job is left then.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, and after [`stop`](Self::stop), whatever the program did.
    pub(crate) fn run(&self, candidate: &Candidate, input: &[u8], output_limit: usize) -> anyhow::Result<RunResult> {
        self.run_with(candidate, |pipes| Streams::of(pipes, input), output_limit, &|| None)
    }

    /// Runs a program and an interactor, which an option names, so that each reads what the other one writes. When the
    /// interactor ends with another exit code than `accepted`, the other is killed. When the other has ended, the
    /// interactor has as much time as its limit says.
    ///
    /// # Errors
    ///
    /// As for [`run`](Self::run).
    pub(crate) fn talk(
        &self,
        candidate: &Candidate,
        (interactor, option): (&Candidate, &'static str),
        accepted: i32,
    ) -> anyhow::Result<Conversation> {
        let transcript = Arc::<Mutex<Transcript>>::default();
        let ((give_own, get_own), (give_other, get_other)) = (channel(), channel());
        let join = |pipes, speaker, inputs| Streams::joined(pipes, speaker, Arc::clone(&transcript), inputs);
        let (rejected, candidate_ended) = (OnceLock::new(), OnceLock::new());
        let in_all = Candidate { time_limit: candidate.time_limit + interactor.time_limit, ..interactor.clone() };
        let (candidate, interactor) = thread::scope(|scope| {
            let run_interactor = || {
                let is_late = |ended: &Instant| self.now() > *ended + interactor.time_limit;
                let stop = || candidate_ended.get().filter(|ended| is_late(ended)).map(|_| Ending::OutOfTime);
                let connect = |pipes| join(pipes, Speaker::Interactor, (give_other, get_own));
                let result = self.run_with(&in_all, connect, usize::MAX, &stop);
                if !result.as_ref().is_ok_and(|run| run.ending == Ending::Exit(accepted)) {
                    let _ = rejected.set(());
                }
                result
            };
            let interactor = thread::Builder::new().spawn_scoped(scope, run_interactor)?;
            let lock = || transcript.lock().unwrap_or_else(PoisonError::into_inner);
            // What the candidate would still have done does not count; how it ends does, if it was the first to be silent.
            let counts = |talk: &Transcript| talk.first_silent == Some(Speaker::Candidate) && !talk.has_decided;
            let stop = || rejected.get().filter(|()| !counts(&lock())).map(|()| Ending::Exit(0));
            let connect = |pipes| join(pipes, Speaker::Candidate, (give_own, get_other));
            let run = self.run_with(candidate, connect, usize::MAX, &stop);
            let _ = candidate_ended.set(self.now());
            anyhow::Ok((run, interactor.join().unwrap_or_else(|panic| resume_unwind(panic))))
        })?;
        let (candidate, interactor) = (candidate.context("--against")?, interactor.context(option)?);
        let transcript = transcript.lock().unwrap_or_else(PoisonError::into_inner);
        // A program whose output nobody reads may wait for an answer until its time is up, but must not crash.
        let has_not_crashed = matches!(candidate.ending, Ending::Exit(0) | Ending::OutOfTime);
        let interactor_was_first =
            transcript.first_silent == Some(Speaker::Interactor) || transcript.has_decided && has_not_crashed;
        Ok(Conversation { candidate, interactor, interactor_was_first, transcript: transcript.lines() })
    }

    /// Runs a program with these streams, until it ends or exceeds a limit, or `stop` says how it is to have ended.
    fn run_with(
        &self,
        candidate: &Candidate,
        connect: impl FnOnce(Pipes) -> io::Result<Streams>,
        output_limit: usize,
        stop: &dyn Fn() -> Option<Ending>,
    ) -> anyhow::Result<RunResult> {
        if candidate.memory_limit.is_some() && !IS_MEASURED {
            anyhow::bail!("--memory-limit needs a system that says how much memory a program takes; leave it out");
        }
        let result = self.run_to_end(candidate, connect, output_limit, stop);
        // What has been killed, or could not be started any more, has no result.
        ensure!(!self.is_stopped(), "the program was stopped because of an interrupt");
        result.map_err(|error| words::cannot_run(&candidate.words[0].to_string_lossy(), &error))
    }

    fn run_to_end(
        &self,
        candidate: &Candidate,
        connect: impl FnOnce(Pipes) -> io::Result<Streams>,
        output_limit: usize,
        stop: &dyn Fn() -> Option<Ending>,
    ) -> io::Result<RunResult> {
        let (start, mut process, pipes) = self.start(candidate)?;
        let mut memory = GroupMemory::default();
        let watched = connect(pipes).and_then(|mut streams| {
            let deadline = start + candidate.time_limit;
            let killed_for = loop {
                // Before the process is looked at: it is too slow only if it is still running after this time.
                let left = deadline.saturating_duration_since(self.now());
                streams.wait(left.min(TICK));
                if streams.stdout.len() > output_limit {
                    break Some(Ending::TooMuchOutput);
                }
                match process.status()? {
                    Status::Ended => break None,
                    Status::Suspended(signal) if left.is_zero() => break Some(Ending::Suspended(signal)),
                    _ if left.is_zero() || self.is_stopped() => break Some(Ending::OutOfTime),
                    Status::Runs | Status::Suspended(_) => {}
                }
                if let Some(ending) = stop() {
                    break Some(ending);
                }
                if candidate.memory_limit.is_some_and(|limit| memory.look(process.id()) > Some(limit)) {
                    break Some(Ending::OutOfMemory);
                }
            };
            Ok((killed_for, self.now().saturating_duration_since(start), streams))
        });
        process.kill();
        self.lock().running.remove(&process.id());
        let reaped = process.reap();
        let ((killed_for, wall, mut streams), (ending, cpu, peak_memory)) = (watched?, reaped?);
        streams.drain(output_limit);
        let peak_memory = peak_memory.and_then(without_own).max(memory.seen);
        let ending = match killed_for {
            Some(ending) => ending,
            None if streams.stdout.len() > output_limit => Ending::TooMuchOutput,
            None if candidate.memory_limit.is_some_and(|limit| peak_memory > Some(limit)) => Ending::OutOfMemory,
            None if wall > candidate.time_limit => Ending::OutOfTime,
            None => ending,
        };
        let with_newlines = |bytes: Vec<u8>| if cfg!(windows) { with_bare_newlines(&bytes) } else { bytes };
        let [stdout, stderr] = [streams.stdout, streams.stderr].map(with_newlines);
        let usage = match self.fixed {
            None => Usage { wall, cpu, peak_memory },
            Some(time) => Usage { wall: time, cpu: Some(time), peak_memory: Some(MIB) },
        };
        Ok(RunResult { ending, stdout, stderr, usage })
    }

    /// Starts a program. If the system is temporarily out of processes or memory, or the program is still open for writing
    /// somewhere, tries again for as long as a run may take.
    /// Returns when it started, too: the time before that does not count.
    fn start(&self, candidate: &Candidate) -> io::Result<(Instant, Process, Pipes)> {
        use io::ErrorKind::{ExecutableFileBusy, Interrupted, OutOfMemory, WouldBlock};
        let deadline = Instant::now() + candidate.time_limit;
        while !self.is_stopped() {
            let mut command = Command::new(&candidate.words[0]);
            command.args(&candidate.words[1..]);
            self.lock().starting += 1;
            let start = self.now();
            let started = {
                let _alone = (!cfg!(target_os = "linux")).then(|| self.start.lock());
                Process::start(command)
            };
            let mut children = self.lock();
            children.starting -= 1;
            children.running.extend(started.iter().map(|(process, _)| process.id()));
            drop(children);
            match started.as_ref().map_err(io::Error::kind) {
                Err(ExecutableFileBusy | OutOfMemory | WouldBlock) if Instant::now() < deadline => thread::sleep(TICK),
                _ => return started.map(|(process, pipes)| (start, process, pipes)),
            }
        }
        Err(Interrupted.into())
    }

    /// Makes all programs that run be killed in a moment, with all that they have started, and lets none be started any
    /// more: every run, also one that has just ended, fails. The first reason counts.
    pub(crate) fn stop(&self, interrupt: Option<Interrupt>) {
        let _ = self.stopped.set(interrupt);
    }

    /// Whether all programs have been stopped.
    pub fn is_stopped(&self) -> bool {
        self.stopped.get().is_some()
    }

    /// What has interrupted the command, if something has.
    pub fn interrupt(&self) -> Option<Interrupt> {
        self.stopped.get().copied().flatten()
    }

    /// The time by a clock that stands still while this process is suspended.
    fn now(&self) -> Instant {
        // While this process is suspended, this is locked.
        let children = self.lock();
        let now = Instant::now().checked_sub(children.suspended);
        now.expect("the system runs for longer than this process has been suspended")
    }

    /// Suspends the programs that run, with what they have started, while this is done. None is started meanwhile.
    #[cfg(unix)]
    pub(crate) fn while_suspended(&self, action: impl FnOnce()) {
        use rustix::process::{Pid, Signal, kill_process, kill_process_group};
        let mut children = loop {
            let children = self.lock();
            if children.starting == 0 {
                break children;
            }
            drop(children);
            // A process that is being started belongs to the group of this one for a moment. If it was suspended then, only
            // this one can resume it, and the thread that starts it waits for it.
            for child in processes().filter(|process| process.parent == std::process::id()) {
                let _ = Pid::from_raw(child.id.cast_signed()).map(|id| kill_process(id, Signal::CONT));
            }
            thread::sleep(Duration::from_millis(1));
        };
        let start = Instant::now();
        let signal_all = |children: &Children, signal| {
            for id in &children.running {
                let _ = Pid::from_raw(id.cast_signed()).map(|group| kill_process_group(group, signal));
            }
        };
        signal_all(&children, Signal::STOP);
        action();
        signal_all(&children, Signal::CONT);
        children.suspended += start.elapsed();
    }

    fn lock(&self) -> MutexGuard<'_, Children> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
