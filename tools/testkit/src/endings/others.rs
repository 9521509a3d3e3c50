//! Processes beside those that a run starts: children of the shell that starts the program, other runs, and a check
//! within a check.

use std::fs;

use problem::Problem;
use rustix::process::Signal;

use super::processes::{Family, quoted, shell_command, wait_until};
use super::{STUBBORN, script};
use crate::Subject;
use crate::program::Program;

impl<P: Problem> Subject<P> {
    fn edge_cases() -> String {
        format!("{}/{}/edge", Self::fixture_folder(), P::DIALECTS[0].name)
    }

    /// A test.
    pub fn children_from_before_are_left_alone(&self) {
        let family = Family::default();
        // A shell that becomes the program leaves it its children, and theirs: these have no parent any more.
        let before = "sleep 300 & (sleep 301 &); (sh -c 'sleep 0.1; sleep 302 & sleep 0.2' &); exec \"$@\"";
        let candidate = script("(setsid sleep 303 &); cat > /dev/null; sleep 0.1; echo nonsense");
        let (path, against, cases) = (self.path(), family.against(&candidate), Self::edge_cases());
        let arguments = ["-c", before, "sh", &path, "check", "-q", "--against", &against, &cases];
        let ended = family.start(&Program::at("sh"), &arguments, &[], |_| {}).wait();
        assert_eq!(ended.code, 1, "{}", ended.stdout);
        let left = || {
            let processes = family.processes().into_iter();
            let mut left: Vec<String> = processes.map(|(line, _)| line.trim().to_owned()).collect();
            left.sort();
            left
        };
        wait_until("the processes from before are not left as they were", || {
            left() == ["sleep 300", "sleep 301", "sleep 302"]
        });
        family.kill();
    }

    /// A test.
    pub fn a_program_that_cannot_be_started_while_there_are_orphans_is_an_error(&self) {
        for name in ["no-such-program", "/dev/null"] {
            let family = Family::default();
            let before = "sleep 300 & exec \"$@\"";
            let (path, cases) = (self.path(), Self::edge_cases());
            let arguments = ["-c", before, "sh", &path, "check", "--against", name, &cases];
            assert_eq!(family.start(&Program::at("sh"), &arguments, &[], |_| {}).wait().code, 2);
            family.kill();
        }
        // It removes itself when its first run has started a daemon.
        let family = Family::default();
        let program =
            family.folder.write("program", b"#!/bin/sh\nrm \"$0\"; (setsid sleep 300 &); cat > /dev/null; sleep 0.1\n");
        fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("it is ours");
        let ended = family
            .start(&self.program, &["check", "-j1", "--against", &quoted(&program), &Self::edge_cases()], &[], |_| {})
            .wait();
        assert_eq!(ended.code, 2, "{}", ended.stdout);
        family.assert_gone();
    }

    /// A test.
    pub fn a_check_within_a_check_ends_with_it(&self) {
        for signal in [Signal::KILL, Signal::TERM] {
            let family = Family::default();
            let (path, cases) = (self.path(), Self::edge_cases());
            let inner = family.against(&STUBBORN[2]);
            let inner = format!("{} check -j1 --against {} {cases}", quoted(&path), quoted(&inner));
            let running = family.start(&self.program, &["check", "-j1", "--against", &inner, &cases], &[], |_| {});
            family.wait_until_started();
            running.signal(signal, false);
            assert_eq!(running.wait().code, 128 + signal.as_raw());
            family.wait_until_gone();
        }
    }

    /// A test.
    pub fn a_program_may_wait_for_its_daemon(&self) {
        let family = Family::default();
        let judge = P::DIALECTS[0].name;
        // The daemon is an orphan at once, while other runs end. Some take longer than others.
        let candidate = format!(
            "export file={}$$ program={}; cat > \"$file.in\"; \
             (setsid sh -c 'sleep 0.$(($$ % 10)); \"$program\" --judge {judge} \"$file.in\" > \"$file.new\"; \
             mv \"$file.new\" \"$file.out\"' &); \
             while [ ! -e \"$file.out\" ]; do sleep 0.01; done; cat \"$file.out\"",
            quoted(&family.folder.path("")),
            quoted(&self.path())
        );
        let against = shell_command(&candidate);
        let arguments = ["check", "-q", "-j4", "--against", &against, &Self::edge_cases()];
        let ended = family.start(&self.program, &arguments, &[], |_| {}).wait();
        assert_eq!(ended.code, 0, "{}", ended.stdout);
        family.assert_gone();
    }

    /// A test.
    pub fn orphans_that_have_ended_do_not_pile_up(&self) {
        let family = Family::default();
        // When they have ended, as many entries of the system's table would stay.
        let candidate = script(
            "cat > /dev/null; for i in 1 2 3 4 5 6 7 8 9; do (true &); (true &); (true &); done; \
             while [ $(wc -w < /proc/$PPID/task/$PPID/children) -gt 9 ]; do sleep 0.01; done; echo > STARTED",
        );
        let arguments =
            ["check", "-j1", "--time-limit", "60", "--against", &family.against(&candidate), &Self::sample()];
        let ended = family.start(&self.program, &arguments, &[], |_| {}).wait();
        assert_eq!(ended.code, 1, "{}", ended.stdout);
        assert!(ended.stdout.contains("1 case: 1 WA; "), "{}", ended.stdout);
    }

    /// A test.
    pub fn what_other_threads_have_found_counts_after_an_interrupt(&self) {
        // The first run hangs. The second one is wrong, and has been judged when its thread begins the third one.
        let candidate = script(
            "cat > /dev/null; mkdir STARTED.1 2> /dev/null && exec sleep 300; \
             mkdir STARTED.2 2> /dev/null || echo > STARTED; echo nonsense",
        );
        let family = Family::default();
        let against = family.against(&candidate);
        let running =
            family.start(&self.program, &["check", "-j2", "--against", &against, &Self::edge_cases()], &[], |_| {});
        family.wait_until_started();
        running.signal(Signal::TERM, false);
        let ended = running.wait();
        assert_eq!(ended.code, 128 + Signal::TERM.as_raw());
        assert!(ended.stdout.contains("\nWA "), "{}", ended.stdout);

        let family = Family::default();
        let arguments = ["stress", "-j2", "--save", &family.place(), "--against", &family.against(&candidate)];
        let running = family.start(&self.program, &arguments, &[], |_| {});
        family.wait_until_started();
        running.signal(Signal::TERM, false);
        let ended = running.wait();
        assert_eq!(ended.code, 1, "{}", ended.stdout);
        assert!(ended.stdout.starts_with("WA in the first "), "{}", ended.stdout);
        self.assert_saved_pairs(&family, 1);
    }
}
