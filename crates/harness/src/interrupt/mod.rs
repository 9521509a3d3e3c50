//! What asks this process to end early: a signal, or Ctrl-C in a console of Windows.
//!
//! The first request stops all programs, so that every run fails at once. The command then reports what it has, and
//! ends. If it cannot within two more seconds, because nobody reads the report or the solver works on a huge case, the
//! process exits. Only saving takes the time that it needs.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

use std::fmt;
use std::ops::Deref;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use crate::candidate::Supervisor;

/// A request to end, by the number of its signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupt(i32);

impl Interrupt {
    /// The exit code by which shells report such an end.
    pub(crate) fn exit_code(self) -> u8 {
        u8::try_from(128 + self.0).unwrap_or(u8::MAX)
    }
}

impl fmt::Display for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "interrupted by {}", system::name(self.0))
    }
}

impl std::error::Error for Interrupt {}

/// One run of a command, which owns the programs that it runs, and may be interrupted. Programs that are left when it is
/// dropped are stopped.
#[derive(Debug)]
pub(crate) struct Session(Arc<Shared>);

/// What the thread that listens for requests has a share of.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    /// What runs the programs of this command.
    pub(crate) supervisor: Supervisor,
    first: OnceLock<Interrupt>,
    is_reported: AtomicBool,
    /// Locked while something is saved.
    saving: Mutex<()>,
}

impl Session {
    /// Listens for requests from now on. Those that were ignored when the process was started stay ignored.
    pub(crate) fn listen() -> Self {
        let shared = Arc::new(Shared::default());
        system::listen(Arc::clone(&shared));
        Self(shared)
    }
}

impl Deref for Session {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // The thread that listens keeps the supervisor.
        self.supervisor.stop();
    }
}

impl Shared {
    /// The first request, if one has come.
    pub(crate) fn interrupt(&self) -> Option<Interrupt> {
        self.first.get().copied()
    }

    /// Promises that from now on the command looks at [`interrupt`](Self::interrupt), reports what it has done, and ends
    /// by itself.
    pub(crate) fn report_before_end(&self) {
        self.is_reported.store(true, Ordering::SeqCst);
    }

    /// Passes on a request to end.
    fn request(self: &Arc<Self>, signal: i32) {
        let interrupt = Interrupt(signal);
        if self.first.set(interrupt).is_ok() {
            let shared = Arc::clone(self);
            // In a thread of its own, so that this process can be suspended meanwhile.
            if thread::Builder::new().spawn(move || shared.end(interrupt)).is_err() {
                self.end(interrupt);
            }
        }
    }

    fn end(&self, interrupt: Interrupt) -> ! {
        /// How long anything but saving may take. A report that nobody reads would never end.
        const LIMIT: Duration = Duration::from_secs(2);
        self.supervisor.stop();
        if self.is_reported.load(Ordering::SeqCst) {
            self.while_saving(|| ());
            thread::sleep(LIMIT);
        }
        // Nothing is begun any more.
        self.while_saving(|| process::exit(interrupt.exit_code().into()))
    }

    /// Saves something, and takes the time that this needs, also after a request.
    pub(crate) fn while_saving<R>(&self, save: impl FnOnce() -> R) -> R {
        let _saving = self.saving.lock().unwrap_or_else(PoisonError::into_inner);
        save()
    }
}
