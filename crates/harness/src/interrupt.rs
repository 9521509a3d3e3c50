//! What asks this process to end early: a signal, or Ctrl-C in a console of Windows.
//!
//! The first request stops all programs, so that every run fails at once. The command then reports what it has, and
//! ends. If it cannot within two more seconds, because nobody reads the report or the solver works on a huge case, the
//! process exits.

use std::fmt;
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::candidate::Supervisor;

/// A request to end, by the number of its signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupt(i32);

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

impl Supervisor {
    /// One that listens for requests to end from now on. Those that were ignored when the process was started stay
    /// ignored.
    pub fn listen() -> Arc<Self> {
        let supervisor = Arc::default();
        system::listen(Arc::clone(&supervisor));
        supervisor
    }

    /// Passes on a request to end, and ends this process if the command does not. No other request comes meanwhile.
    fn request(&self, signal: i32) {
        /// How long the command may take to end by itself. A report that nobody reads would never end.
        const LIMIT: Duration = Duration::from_secs(2);
        let interrupt = Interrupt(signal);
        self.stop(Some(interrupt));
        thread::sleep(LIMIT);
        process::exit(interrupt.exit_code().into());
    }
}

/// The signals that end a process, and the one that suspends it.
#[cfg(unix)]
mod system {
    use std::sync::{Arc, mpsc};
    use std::{process, thread};

    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::{emulate_default_handler, signal_name};

    use super::Supervisor;
    use crate::proc::{process as own_process, status};

    /// Passes on every signal that asks this process to end. When one asks it to be suspended, the programs that it runs
    /// are suspended and resumed together with it.
    pub(super) fn listen(supervisor: Arc<Supervisor>) {
        let wanted = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP].into_iter().filter(|&signal| !is_ignored(signal));
        let (sender, receiver) = mpsc::channel::<Signals>();
        let listener = thread::Builder::new().spawn(move || {
            let Ok(mut signals) = receiver.recv() else { return };
            for signal in signals.forever() {
                if signal != SIGTSTP {
                    supervisor.request(signal);
                // By what /proc says: in a container, the system calls for group and session may have no number to return.
                } else if own_process(process::id()).is_none_or(|own| own.group != own.session) {
                    supervisor.while_suspended(|| drop(emulate_default_handler(signal)));
                } // Otherwise no shell started this group, and nobody could resume it.
            }
        });
        // Without a thread, and where these signals cannot be caught, they end this process as they would end any other.
        if let (Ok(_), Ok(signals)) = (listener, Signals::new(wanted)) {
            let _ = sender.send(signals);
        }
    }

    pub(super) fn name(signal: i32) -> String {
        signal_name(signal).map_or_else(|| format!("signal {signal}"), str::to_owned)
    }

    /// Whether this process ignores a signal, because it did when it was started, as by `nohup`. The system calls that
    /// say so need `unsafe` code, but Linux shows it. Where it is not known, none is ignored.
    fn is_ignored(signal: i32) -> bool {
        let mask = status(process::id(), "SigIgn").and_then(|mask| u64::from_str_radix(&mask, 16).ok());
        mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
    }
}

/// Ctrl-C, Ctrl-Break, and the end of the console.
#[cfg(windows)]
mod system {
    use std::sync::Arc;

    use super::Supervisor;

    /// Passes it on when this process is asked to end, with the number that Ctrl-C has elsewhere.
    pub(super) fn listen(supervisor: Arc<Supervisor>) {
        const SIGINT: i32 = 2;
        // Where this cannot be set, these end the process at once.
        let _ = ctrlc::set_handler(move || supervisor.request(SIGINT));
    }

    pub(super) fn name(_: i32) -> String {
        "Ctrl-C".to_owned()
    }
}
