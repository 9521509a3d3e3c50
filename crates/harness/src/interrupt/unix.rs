//! The signals that end a process, and the one that suspends it.

use std::fs;
use std::sync::{Arc, mpsc};
use std::thread;

use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGXFSZ};
use signal_hook::iterator::Signals;
use signal_hook::low_level::{emulate_default_handler, signal_name};

use crate::candidate::suspend_all;

/// Calls `interrupt` with the number of every signal that asks this process to end. When one asks it to be suspended,
/// the programs that it runs are suspended and resumed together with it.
pub(super) fn listen(mut interrupt: impl FnMut(i32) + Send + 'static) {
    let wanted = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP].into_iter().filter(|&signal| !is_ignored(signal));
    let (sender, receiver) = mpsc::channel::<Signals>();
    let listener = thread::Builder::new().spawn(move || {
        let Ok(mut signals) = receiver.recv() else { return };
        for signal in signals.forever() {
            if signal == SIGTSTP {
                // As the system does by itself: nobody could resume it.
                if is_group_orphaned() {
                    continue;
                }
                let suspension = suspend_all();
                let _ = emulate_default_handler(signal);
                drop(suspension);
            } else {
                interrupt(signal);
            }
        }
    });
    // Without a thread, and where these signals cannot be caught, they end this process as they would end any other.
    if let (Ok(_), Ok(signals)) = (listener, Signals::new(wanted)) {
        let _ = sender.send(signals);
    }
}

/// Makes a limit on the size of files an error of writing, which names the file, instead of the end of this process by
/// a signal.
pub(super) fn report_file_size_limit() {
    // If the signal has a handler, even one that does nothing, the call that writes returns an error too.
    let _ = signal_hook::flag::register(SIGXFSZ, Arc::default());
}

pub(super) fn name(signal: i32) -> String {
    signal_name(signal).map_or_else(|| format!("signal {signal}"), str::to_owned)
}

/// Whether this process ignores a signal, because it did when it was started. The system calls that say so need
/// `unsafe` code, but children inherit it. A signal that would only suspend a child is taken for ignored then: it has
/// its usual effect.
fn is_ignored(signal: i32) -> bool {
    ignored_by_proc(signal).unwrap_or_else(|| signal == SIGTSTP || is_survived_by_child(signal))
}

/// Whether no process of the same session waits for the group of this one, as a shell does. Also if that is not known.
fn is_group_orphaned() -> bool {
    /// The parent, the group and the session of a process, from its file `stat`.
    fn family(process: &str) -> Option<[i32; 3]> {
        let stat = fs::read(format!("/proc/{process}/stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        // The name of the program is in parentheses, and may contain anything. The state follows.
        let mut numbers = stat.rsplit_once(')')?.1.split_whitespace().skip(1).map(str::parse);
        let mut next = || numbers.next()?.ok();
        Some([next()?, next()?, next()?])
    }
    let Some([mut parent, group, session]) = family("self") else { return true };
    while let Some([next, group_of_parent, session_of_parent]) = family(&parent.to_string()) {
        if group_of_parent != group {
            return session_of_parent != session;
        }
        parent = next;
    }
    true
}

/// What Linux says.
fn ignored_by_proc(signal: i32) -> Option<bool> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
    Some(u64::from_str_radix(mask.trim(), 16).ok()? >> (signal - 1) & 1 == 1)
}

/// Whether a child that inherits what is ignored survives the signal.
fn is_survived_by_child(signal: i32) -> bool {
    let script = format!("ulimit -c 0; kill -{signal} $$");
    std::process::Command::new("sh").args(["-c", &script]).status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use testkit::{run_in_subprocess, subprocess_argument};

    use super::*;

    #[test]
    fn both_ways_see_which_signals_are_ignored() {
        const NAME: &str = "interrupt::unix::tests::both_ways_see_which_signals_are_ignored";
        let Some(ignored) = subprocess_argument(NAME) else {
            for ignored in ["1", "2", "3", "15", "1 15", "1 2 3 15"] {
                run_in_subprocess(NAME, ignored, &format!("trap '' {ignored}"));
            }
            return;
        };
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM] {
            // What runs all tests may ignore more.
            let is_expected = ignored.split(' ').any(|number| number == signal.to_string());
            assert!(!is_expected || is_survived_by_child(signal), "{signal}");
            assert_eq!(is_survived_by_child(signal), is_ignored(signal), "{signal}");
        }
    }
}
