//! Processes beside those that a run starts: children of the shell that starts the program, other runs, and a check
//! within a check.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use rustix::process::Signal;
use testkit::wait_until;

use super::running::{begin, begin_with, quoted, shell_command};
use super::saving::assert_saved_pairs;
use super::{DAEMON, EDGE_CASES, PROGRAM, path_of};

#[test]
fn children_from_before_are_left_alone() {
    // A shell that becomes the program leaves it its children, and theirs: these have no parent any more.
    let before = "sleep 300 & (sleep 301 &); (sh -c 'sleep 0.1; sleep 302 & sleep 0.2' &); exec \"$@\"";
    let candidate = "(setsid sleep 303 &); cat > /dev/null; sleep 0.1; echo nonsense";
    let arguments = ["check", "-q", &path_of(EDGE_CASES)];
    let mut running = begin_with(&["sh", "-c", before, "sh"], candidate, &arguments, |_, _| {});
    running.ends_with(1);
    wait_until("the processes from before are not left as they were", || {
        let mut left = running.processes();
        left.sort();
        left == ["sleep 300", "sleep 301", "sleep 302"]
    });
    running.kill();
}

#[test]
fn a_program_that_cannot_be_started_while_there_are_orphans_is_an_error() {
    let cases = path_of(EDGE_CASES);
    for name in ["no-such-program", "/dev/null"] {
        let launcher = ["sh", "-c", "sleep 300 & exec \"$@\"", "sh"];
        let mut running = begin_with(&launcher, "", &["check", "--against", name, &cases], |_, _| {});
        running.ends_with(2);
        running.kill();
    }
    // It removes itself when its first run has started a daemon.
    let program = b"#!/bin/sh\nrm \"$0\"; (setsid sleep 300 &); cat > /dev/null; sleep 0.1\n";
    let mut running = begin_with(&[], "", &["check", "-j1", "--against", "./once", &cases], |folder, _| {
        let path = folder.write("once", program);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it is ours");
    });
    running.ends_with(2);
    running.assert_gone();
}

#[test]
fn a_check_within_a_check_ends_with_it() {
    for signal in [Signal::KILL, Signal::TERM] {
        let cases = path_of(EDGE_CASES);
        let daemon = shell_command(DAEMON);
        let [path, daemon, folder] = [PROGRAM, &daemon, &cases].map(quoted);
        let inner = format!("{path} check -j1 --against {daemon} {folder}");
        let mut running = begin("", &["check", "-j1", "--against", &inner, &cases]);
        running.wait_until_started();
        running.signal(signal, false);
        running.ends_with(128 + signal.as_raw());
        // The inner one is killed, whatever ends the outer one.
        running.assert_gone_after(Signal::KILL);
    }
}

#[test]
fn a_program_may_wait_for_its_daemon() {
    // The daemon is an orphan at once, while other runs end. Some take longer than others.
    let candidate = "export file=$STARTED$$; cat > $file.in; \
             (setsid sh -c 'sleep 0.$(($$ % 10)); \"$PROGRAM\" --judge $JUDGE $file.in > $file.new; \
             mv $file.new $file.out' &); \
             while [ ! -e $file.out ]; do sleep 0.01; done; cat $file.out";
    let mut running = begin(candidate, &["check", "-q", "-j4", &path_of(EDGE_CASES)]);
    running.ends_with(0);
    running.assert_gone();
}

#[test]
fn what_other_threads_have_found_counts_after_an_interrupt() {
    // The first run hangs. The second one is wrong, and has been judged when its thread begins the third one.
    let candidate = "cat > /dev/null; mkdir $STARTED.1 2> /dev/null && exec sleep 300; \
             mkdir $STARTED.2 2> /dev/null || echo > $STARTED; echo nonsense";
    let mut running = begin(candidate, &["check", "-j2", &path_of(EDGE_CASES)]);
    running.wait_until_started();
    let report = running.ends_by(Signal::TERM, false);
    assert!(report.contains("\nWA "), "{report}");

    let mut running = begin(candidate, &["stress", "-j2", "--save", "saved"]);
    running.wait_until_started();
    running.signal(Signal::TERM, false);
    let report = running.ends_with(1);
    assert!(report.starts_with("WA after "), "{report}");
    assert_saved_pairs(&running, 1);
}
