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
use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A request to end, by the number of its signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Interrupt(i32);

/// The number of the first signal, 0 before that.
static FIRST: AtomicI32 = AtomicI32::new(0);

static IS_REPORTED: AtomicBool = AtomicBool::new(false);

/// Locked while something is saved.
static SAVING: Mutex<()> = Mutex::new(());

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

/// The first request, if one has come.
pub(crate) fn requested() -> Option<Interrupt> {
    Some(FIRST.load(Ordering::SeqCst)).filter(|&signal| signal != 0).map(Interrupt)
}

/// Listens for requests from now on. At the first one `stop` is called, and the process ends. Requests that were
/// ignored when the process was started stay ignored.
pub(crate) fn listen(stop: fn()) {
    system::listen(move |signal| {
        if FIRST.compare_exchange(0, signal, Ordering::SeqCst, Ordering::SeqCst).is_ok() {
            // In a thread of its own, so that this process can be suspended meanwhile.
            if thread::Builder::new().spawn(move || end(Interrupt(signal), stop)).is_err() {
                end(Interrupt(signal), stop);
            }
        }
    });
}

/// Makes a limit on the size of files an error of writing, which names the file, instead of the end of this process by
/// a signal.
pub(crate) fn report_file_size_limit() {
    system::report_file_size_limit();
}

/// Promises that from now on this process looks at [`requested`], reports what it has done, and ends by itself.
pub(crate) fn report_before_end() {
    IS_REPORTED.store(true, Ordering::SeqCst);
}

/// Saves something, and takes the time that this needs, also after a request.
pub(crate) fn while_saving<R>(save: impl FnOnce() -> R) -> R {
    let _saving = SAVING.lock().unwrap_or_else(PoisonError::into_inner);
    save()
}

fn end(interrupt: Interrupt, stop: fn()) -> ! {
    /// How long anything but saving may take. A report that nobody reads would never end.
    const LIMIT: Duration = Duration::from_secs(2);
    const STEP: Duration = Duration::from_millis(50);
    stop();
    let mut left = if IS_REPORTED.load(Ordering::SeqCst) { LIMIT } else { Duration::ZERO };
    while !left.is_zero() {
        thread::sleep(STEP);
        if SAVING.try_lock().is_ok() {
            left = left.saturating_sub(STEP);
        }
    }
    // Nothing is begun any more.
    let _saving = SAVING.lock().unwrap_or_else(PoisonError::into_inner);
    process::exit(interrupt.exit_code().into())
}
