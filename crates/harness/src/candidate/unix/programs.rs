//! All programs that run: who may start one, and stopping or suspending all of them. One lock guards all of this.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use super::guard::Guard;
use super::marks::Marks;
use super::memory::OwnPeak;
use crate::proc;

/// Whether a new pipe is inherited by a process that is started at the same moment, because the system closes it in
/// other programs only after a second call.
const ARE_PIPES_INHERITED: bool = cfg!(not(any(
    target_os = "linux",
    target_os = "freebsd",
    target_os = "dragonfly",
    target_os = "netbsd",
    target_os = "openbsd"
)));

/// The programs of a supervisor.
#[derive(Debug, Default)]
pub(in crate::candidate) struct Programs {
    state: Mutex<State>,
    /// Signalled when a place is taken or left, and when the programs are stopped or resumed.
    changed: Condvar,
    marks: Marks,
    own_peak: OwnPeak,
}

#[derive(Debug, Default)]
struct State {
    /// By their numbers. A program that has been started has a group.
    places: BTreeMap<u64, Option<Pid>>,
    /// The number of the next place.
    next: u64,
    /// Whether the program that is being started has to be the only one.
    starts_alone: bool,
    is_stopped: bool,
    is_suspended: bool,
    /// How often the programs have been suspended until now.
    suspensions: usize,
    guard: Option<Guard>,
    /// When processes that have left their group were last looked for.
    swept: Option<Instant>,
}

impl State {
    fn is_any_starting(&self) -> bool {
        self.places.values().any(Option::is_none)
    }

    fn groups(&self) -> impl Iterator<Item = Pid> {
        self.places.values().copied().flatten()
    }

    fn signal_groups(&self, signal: Signal) {
        self.groups().for_each(|group| proc::signal_group(group, signal));
    }
}

impl Programs {
    /// Waits for the right to create the pipes of a process and to start it. A process whose memory is limited is
    /// started alone, so that the own peak of this process, which counts for it, is as low as possible.
    ///
    /// # Errors
    ///
    /// After [`stop`](Self::stop) nobody gets it.
    pub(super) fn wait_for_place(&self, is_memory_limited: bool) -> io::Result<Place<'_>> {
        let alone = is_memory_limited || ARE_PIPES_INHERITED;
        let has_to_wait = |state: &mut State| {
            !state.is_stopped && (state.is_suspended || state.starts_alone || alone && state.is_any_starting())
        };
        let mut state = self.changed.wait_while(self.lock(), has_to_wait).unwrap_or_else(PoisonError::into_inner);
        if state.is_stopped {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let number = state.next;
        state.next += 1;
        state.starts_alone = alone;
        state.places.insert(number, None);
        Ok(Place { programs: self, number, suspensions: state.suspensions })
    }

    pub(super) fn own_peak(&self) -> &OwnPeak {
        &self.own_peak
    }

    pub(in crate::candidate) fn bind_to_this_process(&self) -> io::Result<()> {
        let mut state = self.lock();
        if !state.is_stopped {
            state.guard = Some(Guard::start(self.marks.name())?);
        }
        Ok(())
    }

    pub(in crate::candidate) fn is_stopped(&self) -> bool {
        self.lock().is_stopped
    }

    /// Stops all groups, and what has left them. None is started any more.
    pub(in crate::candidate) fn stop(&self) {
        /// Only a process that waits for a broken device is not gone by then.
        const LIMIT: Duration = Duration::from_secs(10);
        let mut state = self.lock();
        state.is_stopped = true;
        self.changed.notify_all();
        let state = self.wait_for_starts(state);
        state.signal_groups(Signal::KILL);
        // Those that run them reap them.
        let are_left = |state: &mut State| !state.places.is_empty();
        let (state, _) =
            self.changed.wait_timeout_while(state, LIMIT, are_left).unwrap_or_else(PoisonError::into_inner);
        let has_run = state.next > 0;
        drop(state);
        if has_run {
            self.marks.end(|_| true);
        }
        self.lock().guard = None;
    }

    /// Suspends all groups, and what has left them. None is started meanwhile.
    pub(in crate::candidate) fn suspend(&self) -> Suspension<'_> {
        let mut state = self.lock();
        state.is_suspended = true;
        state.suspensions += 1;
        let state = self.wait_for_starts(state);
        state.signal_groups(Signal::STOP);
        self.marks.signal(Signal::STOP, |_| true);
        Suspension { programs: self }
    }

    /// Stops what runs that are over have left behind: at once, or if that is due.
    pub(super) fn sweep(&self, at_once: bool) {
        const INTERVAL: Duration = Duration::from_secs(1);
        let mut state = self.lock();
        let since = *state.swept.get_or_insert_with(Instant::now);
        if at_once || since.elapsed() >= INTERVAL {
            state.swept = Some(Instant::now());
            drop(state);
            self.marks.end(|run| !self.lock().places.contains_key(&run));
        }
    }

    /// Waits until no process is being started. One that is belongs to the group of this process for a moment. A signal
    /// may have suspended it then, and nobody could resume it, as even the thread that starts it waits for it.
    fn wait_for_starts<'a>(&'a self, mut state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
        const PATIENCE: Duration = Duration::from_millis(20);
        let is_any_starting = |state: &mut State| state.is_any_starting();
        while state.is_any_starting() {
            let waited = self.changed.wait_timeout_while(state, PATIENCE, is_any_starting);
            (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            if state.is_any_starting() {
                let known: Vec<Pid> = state.groups().chain(state.guard.as_ref().map(Guard::id)).collect();
                for child in proc::children().filter(|child| !known.contains(child)) {
                    let _ = kill_process(child, Signal::CONT);
                }
            }
        }
        state
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The place of one program among those that run, from before it is started until it is stopped.
pub(super) struct Place<'a> {
    programs: &'a Programs,
    number: u64,
    /// How often programs had been suspended when it was started.
    suspensions: usize,
}

impl Place<'_> {
    /// The mark of this run.
    pub(super) fn mark(&self) -> String {
        self.programs.marks.of_run(self.number)
    }

    /// Says that the program has been started, with this group.
    pub(super) fn take(&mut self, group: Pid) {
        let mut state = self.programs.lock();
        state.places.insert(self.number, Some(group));
        state.starts_alone = false;
        state.tell_guard('+', group);
        self.programs.changed.notify_all();
    }

    /// Says that the group has been killed, before its number may belong to another one.
    pub(super) fn leave(&mut self) {
        let mut state = self.programs.lock();
        if let Some(place) = state.places.remove(&self.number) {
            match place {
                Some(group) => state.tell_guard('-', group),
                None => state.starts_alone = false,
            }
            self.programs.changed.notify_all();
        }
    }

    /// Whether the programs have been suspended since this one was started. Then it means nothing that it was slow.
    pub(super) fn was_suspended(&self) -> bool {
        self.suspensions != self.programs.lock().suspensions
    }
}

impl State {
    fn tell_guard(&mut self, sign: char, group: Pid) {
        if self.guard.as_mut().is_some_and(|guard| guard.tell(sign, group).is_err()) {
            // Somebody has ended or suspended it. What it does not know any more it must not act upon.
            self.guard = None;
        }
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Programs that are suspended, until this is dropped.
pub(crate) struct Suspension<'a> {
    programs: &'a Programs,
}

impl Drop for Suspension<'_> {
    fn drop(&mut self) {
        let mut state = self.programs.lock();
        state.signal_groups(Signal::CONT);
        self.programs.marks.signal(Signal::CONT, |_| true);
        state.is_suspended = false;
        self.programs.changed.notify_all();
    }
}
