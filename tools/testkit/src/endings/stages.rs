//! Every signal at every stage.

use std::fs;
use std::io::{self, PipeReader, PipeWriter, Read, Write};

use problem::Problem;
use rustix::process::Signal;

use super::processes::{ENDING, Ended, Family, quoted, shell_command, wait_until, wait_until_it_holds};
use super::{STUBBORN, script};
use crate::Subject;
use crate::program::Program;

/// The signals that ask a process to end.
const ASKING: &[Signal] = ENDING.split_last().expect("a signal").1;

/// A pipe that is full, so that a write to it waits for a reader.
fn full_pipe() -> (PipeReader, PipeWriter) {
    let (reader, mut writer) = io::pipe().expect("a pipe");
    rustix::io::ioctl_fionbio(&writer, true).expect("a flag of the pipe");
    while writer.write(&[b'.'; 4096]).is_ok() {}
    rustix::io::ioctl_fionbio(&writer, false).expect("a flag of the pipe");
    (reader, writer)
}

fn assert_interrupted(ended: &Ended, signal: Signal) {
    assert_eq!(ended.code, 128 + signal.as_raw(), "{}", ended.stdout);
}

impl<P: Problem> Subject<P> {
    /// Starts a command against each stubborn candidate, ends it by each signal, and passes what it wrote to `look`
    /// unless it was killed.
    fn end_in_a_case(&self, command: &[&str], look: impl Fn(&Ended)) {
        // A panic aborts.
        for (number, signal) in ENDING.into_iter().chain([Signal::ABORT]).enumerate() {
            for (script, to_group) in STUBBORN.iter().zip([false, true].into_iter().cycle().skip(number)) {
                let is_killed = [Signal::KILL, Signal::ABORT].contains(&signal);
                if is_killed && script.is_hidden {
                    continue;
                }
                let family = Family::default();
                let against = family.against(script);
                let arguments = [command, &["--against", &against]].concat();
                let running = family.start(&self.program, &arguments, &[], |_| {});
                family.wait_until_started();
                running.signal(signal, to_group);
                let ended = running.wait();
                assert_interrupted(&ended, signal);
                if is_killed {
                    family.wait_until_gone();
                } else {
                    family.assert_gone();
                    look(&ended);
                }
            }
        }
    }

    /// A test.
    pub fn every_signal_ends_a_check_in_a_case(&self) {
        let cases = format!("{}/{}/edge", Self::fixture_folder(), P::DIALECTS[0].name);
        self.end_in_a_case(&["check", "-j1", &cases], |ended| {
            let last = ended.stdout.lines().last().unwrap_or_default();
            assert!(last.contains(" not judged: interrupted by SIG"), "{last}");
        });
    }

    /// A test.
    pub fn every_signal_ends_stress_in_a_case(&self) {
        self.end_in_a_case(&["stress", "-j2"], |ended| {
            assert_eq!(ended.stdout, "interrupted; no difference in 0 cases\n");
        });
    }

    /// A test.
    pub fn ignored_signals_stay_ignored_and_the_others_end_it(&self) {
        for ignored in [&[Signal::HUP][..], &[Signal::INT], &[Signal::HUP, Signal::INT, Signal::QUIT], ASKING] {
            let family = Family::default();
            let arguments = ["stress", "--against", &family.against(&STUBBORN[2])];
            let running = family.start(&self.program, &arguments, ignored, |_| {});
            family.wait_until_started();
            // The second one would not be needed if one of the first were not ignored.
            for &signal in ignored {
                running.signal(signal, true);
            }
            let other = ENDING.into_iter().find(|signal| !ignored.contains(signal)).expect("a signal");
            running.signal(other, false);
            assert_interrupted(&running.wait(), other);
            family.wait_until_gone();
        }
    }

    /// A test.
    pub fn a_signal_before_the_first_case_ends_it(&self) {
        for signal in ENDING {
            let family = Family::default();
            let (_reader, writer) = full_pipe();
            // It first writes the seed, and waits for a reader.
            let arguments = ["stress", "--against", &family.against(&STUBBORN[0])];
            let running = family.start(&self.program, &arguments, &[], |command| {
                command.stderr(writer);
            });
            wait_until("it does not start its guard", || family.processes().len() == 2);
            running.signal(signal, false);
            assert_interrupted(&running.wait(), signal);
            family.wait_until_gone();
            assert!(!fs::exists(family.folder.path("started")).expect("a path"));
        }
    }

    /// A test.
    pub fn a_signal_while_shrinking_shows_the_smallest_so_far(&self) {
        for (signal, to_group) in ASKING.iter().zip([false, true].into_iter().cycle()) {
            let family = Family::default();
            // Wrong in the first two runs, so that shrinking has made a step.
            let candidate = script(
                "cat > /dev/null; echo x >> STARTED.runs; \
                 [ $(wc -l < STARTED.runs) -le 2 ] && echo nonsense && exit; \
                 echo > STARTED; sleep 300",
            );
            let place = family.folder.path("saved");
            let arguments =
                ["stress", "-j1", "--seed", "1", "--save", &place, "--against", &family.against(&candidate)];
            let running = family.start(&self.program, &arguments, &[], |_| {});
            family.wait_until_started();
            let judge = P::DIALECTS[0].name;
            assert_eq!(family.saved(judge), ["01-stress-unshrunk.in", "01-stress-unshrunk.out"]);
            running.signal(*signal, to_group);
            let ended = running.wait();
            family.assert_gone();
            assert_eq!(ended.code, 1, "{}", ended.stdout);
            assert!(ended.stdout.starts_with("WA in the first "), "{}", ended.stdout);
            assert!(ended.stdout.contains("was interrupted; there may be one\n"), "{}", ended.stdout);
            assert!(ended.stdout.ends_with(&format!("saved as {place}/{judge}/01-stress.in\n")), "{}", ended.stdout);
            self.assert_saved_pairs(&family, 1);
        }
    }

    /// A test.
    pub fn a_signal_while_shrinking_a_hang_keeps_what_is_certain(&self) {
        let family = Family::default();
        // The first run exceeds the whole limit, the next two the shorter one that is for shrinking a hang.
        let candidate = script(
            "cat > /dev/null; echo x >> STARTED.runs; \
             [ $(wc -l < STARTED.runs) -ge 4 ] && kill -INT $PPID; sleep 300",
        );
        let running = family.start_saving(&self.program, &candidate, |command| {
            command.args(["--time-limit", "0.6"]);
        });
        let ended = running.wait();
        assert_eq!(ended.code, 1, "{}", ended.stdout);
        assert!(ended.stdout.contains("there may be one; this one was tried for 0.2"), "{}", ended.stdout);
        let judge = P::DIALECTS[0].name;
        assert!(ended.stdout.ends_with("/01-stress-unshrunk.in\n"), "{}", ended.stdout);
        assert_eq!(family.saved(judge), ["01-stress-unshrunk.in", "01-stress-unshrunk.out"]);
        self.assert_saved_pairs(&family, 1);
    }

    /// A test.
    pub fn a_signal_while_reporting_ends_it_although_nobody_reads(&self) {
        for (signal, command) in
            ENDING.into_iter().zip([&["check", &Self::sample()][..], &["stress"]].into_iter().cycle())
        {
            let family = Family::default();
            let (_reader, writer) = full_pipe();
            let against = family.against(&script("(setsid sleep 300 &); cat > STARTED; echo nonsense"));
            let arguments = [command, &["--against", &against]].concat();
            let running = family.start(&self.program, &arguments, &[], |command| {
                command.stdout(writer);
            });
            family.wait_until_started();
            // It and its guard are left, and it waits for a reader.
            wait_until_it_holds("it does not report", || family.processes().len() == 2 && running.is_asleep());
            running.signal(signal, false);
            assert_interrupted(&running.wait(), signal);
            family.wait_until_gone();
        }
    }

    /// A test.
    pub fn an_interrupted_report_says_so_in_every_format(&self) {
        let cases = format!("{}/{}/edge", Self::fixture_folder(), P::DIALECTS[0].name);
        let formats = [
            ("text", " not judged: interrupted by SIGINT"),
            ("tsv", " not judged: interrupted by SIGINT\t"),
            ("json", "\"is_complete\":false"),
            ("junit", "<error type=\"interrupt\" message=\"interrupted by SIGINT\"/>"),
            ("github", "::error title=not complete::interrupted by SIGINT: "),
        ];
        for (format, expected) in formats {
            let family = Family::default();
            let arguments = ["check", "-j1", "--format", format, "--against", &family.against(&STUBBORN[0]), &cases];
            let running = family.start(&self.program, &arguments, &[], |_| {});
            family.wait_until_started();
            running.signal(Signal::INT, true);
            let ended = running.wait();
            assert_interrupted(&ended, Signal::INT);
            assert!(ended.stdout.contains(expected), "{}", ended.stdout);
        }
    }

    /// A test.
    pub fn an_interrupted_check_removes_its_bar(&self) {
        let family = Family::default();
        // The bar is drawn after a tenth of a second.
        let candidate =
            script("cat > /dev/null; [ -e STARTED ] && kill -INT $PPID && sleep 300; echo > STARTED; sleep 0.2");
        let against = family.against(&candidate);
        let cases = format!("{}/{}/edge", Self::fixture_folder(), P::DIALECTS[0].name);
        let line =
            format!("env --default-signal=INT TERM=xterm PROGRAM check -q -j1 --against {} {cases}", quoted(&against));
        let Some(run) = self.run_on_a_terminal(&line, b"") else { return };
        let shown = String::from_utf8_lossy(&run.stdout);
        let mut drawn = shown.split('\r');
        let bar = drawn.find(|part| part.starts_with("1 of ")).expect("a bar");
        let blank = drawn.next().expect("something after it");
        assert!(blank.trim().is_empty() && blank.len() >= bar.len(), "{shown:?}");
        let summary = drawn.next().expect("a summary");
        assert!(summary.contains(" not judged: interrupted by SIGINT"), "{shown:?}");
        assert_eq!(run.code, Some(128 + Signal::INT.as_raw()));
    }

    /// A test.
    pub fn an_interrupted_check_of_the_solver_sums_up(&self) {
        let family = Family::default();
        let (mut reader, writer) = full_pipe();
        let running = family.start(&self.program, &["check", "-v", "-j1", &Self::fixture_folder()], &[], |command| {
            command.stdout(writer);
        });
        // It waits for somebody to read the first line of its report.
        wait_until_it_holds("it does not report", || running.is_asleep());
        running.signal_and_wait_until_noticed(Signal::HUP);
        let mut report = String::new();
        reader.read_to_string(&mut report).expect("text");
        assert_interrupted(&running.wait(), Signal::HUP);
        let last = report.lines().last().unwrap_or_default();
        assert!(last.contains(" AC; ") && last.contains(" not judged: interrupted by SIGHUP"), "{last}");
    }

    /// A test.
    pub fn suspending_suspends_programs_and_convicts_none(&self) {
        for is_killed in [false, true] {
            let family = Family::default();
            let right = shell_command(&format!(
                "echo > {}; while [ ! -e {} ]; do sleep 0.01; done; exec {} --judge {}",
                quoted(&family.folder.path("started")),
                quoted(&family.folder.path("go")),
                quoted(&self.path()),
                P::DIALECTS[0].name
            ));
            let arguments = ["check", "-j1", "--time-limit", "30", "--against", &right, &Self::sample()];
            let running = family.start(&self.program, &arguments, &[], |_| {});
            family.wait_until_started();
            running.signal(Signal::TSTP, true);
            // It may just have made a child, for whose next program a shell waits in the state `D`.
            let is_suspended = || ["T", "TT", "DT", "TD"].contains(&family.states("sh ").as_str());
            wait_until("the candidate is not suspended", is_suspended);
            wait_until("the program is not suspended", || family.states(&self.path()).contains('T'));
            if is_killed {
                running.signal(Signal::KILL, false);
                assert_interrupted(&running.wait(), Signal::KILL);
                family.wait_until_gone();
                continue;
            }
            family.folder.write("go", b"");
            running.signal(Signal::CONT, true);
            let ended = running.wait();
            assert!(ended.code == 0 && ended.stdout.contains("1 case: 1 AC; "), "{}", ended.stdout);
            family.assert_gone();
        }
    }

    /// A test.
    pub fn suspending_at_any_moment_hangs_nothing(&self) {
        /// So many that some hit a program in the moment in which it is started.
        const TIMES: usize = 100;
        let family = Family::default();
        let judge = P::DIALECTS[0].name;
        let against = format!("{} --judge {judge}", quoted(&self.path()));
        let arguments = ["stress", "-j2", "--judge", judge, "--cases", "1000000000", "--against", &against];
        let running = family.start(&self.program, &arguments, &[], |_| {});
        let program = format!("{} --judge {judge}", self.path());
        wait_until("it does not start", || family.states(&program).contains(['R', 'S', 'D']));
        for _ in 0..TIMES {
            running.signal(Signal::TSTP, true);
            wait_until("the program is not suspended", || running.is_suspended());
            running.signal(Signal::CONT, true);
            wait_until("the program is not resumed", || !running.is_suspended());
        }
        running.signal(Signal::TERM, true);
        assert_interrupted(&running.wait(), Signal::TERM);
        family.assert_gone();
    }

    /// A test.
    pub fn suspending_is_ignored_where_nobody_could_resume(&self) {
        let family = Family::default();
        let path = self.path();
        let against = family.against(&STUBBORN[0]);
        // In a session of its own nobody waits for its group.
        let arguments = ["--wait", &path, "stress", "--against", &against];
        let running = family.start(&Program::at("setsid"), &arguments, &[], |_| {});
        family.wait_until_started();
        for signal in [Signal::TSTP, Signal::TERM] {
            family.signal_each(&format!("{path} stress"), signal);
        }
        assert_eq!(running.wait().code, 128 + Signal::TERM.as_raw());
        family.wait_until_gone();
    }

    /// A test.
    pub fn a_program_that_ends_in_order_when_all_are_asked_to_end_is_not_convicted(&self) {
        let family = Family::default();
        let polite = script("cat > /dev/null; kill -TERM $PPID; exit 143");
        for _ in 0..10 {
            let against = family.against(&polite);
            let ended = family.start(&self.program, &["stress", "-j1", "--against", &against], &[], |_| {}).wait();
            assert_interrupted(&ended, Signal::TERM);
        }
    }

    /// A test.
    pub fn what_a_run_leaves_behind_ends_with_it(&self) {
        let cases = format!("{}/{}/edge", Self::fixture_folder(), P::DIALECTS[0].name);
        // The first run leaves a daemon behind, and the others look for it.
        let daemon = script(
            "cat > /dev/null; if [ -e STARTED ]; then kill -0 $(cat STARTED) 2> /dev/null && echo > STARTED.alive; \
             else setsid sh -c 'echo $$ > STARTED.new; mv STARTED.new STARTED; exec sleep 300' & \
             while [ ! -e STARTED ]; do sleep 0.01; done; fi",
        );
        for (threads, script) in [("-j1", &daemon), ("-j1", &STUBBORN[2]), ("-j3", &STUBBORN[2]), ("-j3", &STUBBORN[5])]
        {
            let family = Family::default();
            let against = family.against(script);
            let arguments = ["check", threads, "--time-limit", "0.2", "--against", &against, &cases];
            let ended = family.start(&self.program, &arguments, &[], |_| {}).wait();
            family.assert_gone();
            assert_eq!(ended.code, 1, "{}", ended.stdout);
            assert!(!fs::exists(family.folder.path("started.alive")).expect("a path"));
        }
    }
}
