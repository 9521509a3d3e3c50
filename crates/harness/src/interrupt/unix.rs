//! The signals that end a process, and the one that suspends it.

use std::fs;
use std::process;
use std::sync::{Arc, mpsc};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, signal_name};

use super::Shared;
use crate::proc::Stat;

/// Passes on every signal that asks this process to end. When one asks it to be suspended, the programs that it runs are
/// suspended and resumed together with it.
pub(super) fn listen(shared: Arc<Shared>) {
    // Where it is not known whether a shell could resume this process, the system decides.
    let suspends = Stat::of(process::id()).is_some();
    let wanted = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP].into_iter();
    let wanted = wanted.filter(|&signal| !is_ignored(signal) && (signal != SIGTSTP || suspends));
    let (sender, receiver) = mpsc::channel::<Signals>();
    let listener = thread::Builder::new().spawn(move || {
        let Ok(mut signals) = receiver.recv() else { return };
        for signal in signals.forever() {
            if signal != SIGTSTP {
                shared.request(signal);
            } else if !is_group_orphaned() {
                shared.supervisor.while_suspended(|| drop(emulate_default_handler(signal)));
            }
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

/// Whether this process ignores a signal, because it did when it was started. The system calls that say so need
/// `unsafe` code, but Linux shows it. Where it is not known, none is ignored.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("SigIgn:")?.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Whether no process of the same session waits for the group of this one, as a shell does. Then the system does not
/// suspend it either: nobody could resume it. Also if that is not known.
fn is_group_orphaned() -> bool {
    let own = Stat::of(process::id());
    let mut ancestor = own;
    while let (Some(own), Some(of_ancestor)) = (own, ancestor) {
        if of_ancestor.group != own.group {
            return of_ancestor.session != own.session;
        }
        ancestor = Stat::of(of_ancestor.parent);
    }
    true
}
