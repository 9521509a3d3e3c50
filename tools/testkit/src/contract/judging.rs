//! The contract of the commands that judge other programs, and of those that generate inputs for them.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use problem::Problem;

use super::{Subject, full_disk};
use crate::fixtures::fixtures;
use crate::held_pipe::HeldPipe;
use crate::program::{Program, Run};
use crate::temporary::TemporaryFolder;

impl<P: Problem> Subject<P> {
    /// The path of the program.
    pub(crate) fn path(&self) -> String {
        self.program.command(&[]).get_program().to_string_lossy().into_owned()
    }

    /// The folder of the program's fixtures.
    pub(crate) fn fixture_folder() -> String {
        format!("fixtures/{}", P::NAME)
    }

    fn judges() -> impl Iterator<Item = &'static str> {
        crate::fixtures::judges::<P>()
    }

    /// Asserts that the run ended with `code`, a report whose last line contains `summary`, and nothing on standard
    /// error.
    pub(crate) fn assert_reported(run: &Run, code: i32, summary: &str) {
        let (report, message) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        assert_eq!((run.code, message.as_ref()), (Some(code), ""), "{report}");
        let last = report.lines().last().unwrap_or_default();
        assert!(last.contains(summary), "{last:?} does not contain {summary:?}");
    }
}

/// Each name is the promise.
impl<P: Problem> Subject<P> {
    pub(super) fn check_accepts_the_fixtures_of_the_program(&self) {
        let inputs = fixtures(P::NAME).len();
        let run = self.run(&["check", &Self::fixture_folder()], b"");
        Self::assert_reported(&run, 0, &format!("{inputs} cases: {inputs} AC; "));
        // Other programs need not reject invalid inputs.
        let group = format!("{}/{}", Self::fixture_folder(), P::DIALECTS[0].name);
        let command = format!("'{}' --judge {}", self.path(), P::DIALECTS[0].name);
        let run = self.run(&["check", "--against", &command, "--filter", "edge", &group], b"");
        Self::assert_reported(&run, 0, " AC; ");
        let run = self.run(&["check", "--against", &command, "--filter", "invalid", &group], b"");
        Self::assert_rejected(
            &run,
            &["no case found: invalid inputs, and outputs to be judged, are for this solver only"],
        );
    }

    pub(super) fn check_exits_with_1_for_wrong_answers_and_2_for_invalid_fixtures(&self) {
        let sample = &Self::sample();
        Self::assert_reported(&self.run(&["check", "--against", "true", sample], b""), 1, "1 case: 1 WA; ");
        Self::assert_reported(&self.run(&["check", "-q", "--against", "false", sample], b""), 1, "1 case: 1 RE; ");
        let folder = TemporaryFolder::default();
        let place = folder.path("");
        Self::assert_rejected(
            &self.run(&["check", &place], b""),
            &["no case found: a case is a file NAME.in with NAME.out"],
        );
        folder.write("1.in", &Self::sample_bytes());
        Self::assert_reported(&self.run(&["check", &place], b""), 2, "1 case: 1 IE; ");
        folder.write("1.ans", &Self::sample_answer());
        Self::assert_reported(&self.run(&["check", &place], b""), 0, "1 case: 1 AC; ");
        Self::assert_rejected(
            &self.run(&["check", "--filter", "not there", &place], b""),
            &["no case found: --filter leaves none"],
        );
        Self::assert_rejected(
            &self.run(&["check", &folder.path("not-there")], b""),
            &["not-there: no such file or folder"],
        );
        let run = self.run(&["check", "--against", "no-such-program", &place], b"");
        Self::assert_rejected(&run, &["--against: there is no program 'no-such-program'"]);
        folder.write("2.out", b"");
        Self::assert_reported(&self.run(&["check", &place], b""), 2, "2 cases: 1 AC, 1 IE; ");
    }

    pub(super) fn a_closed_pipe_does_not_change_the_exit_code_of_check(&self) {
        for (command, code) in [(format!("'{}'", self.path()), 0), ("true".to_owned(), 1)] {
            let place = format!("{}/{}/edge", Self::fixture_folder(), P::DIALECTS[0].name);
            let mut check = self.program.command(&["check", "-v", "--against", &command, &place]);
            let mut child = check.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
            let mut first = String::new();
            BufReader::with_capacity(16, child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
            let mut message = String::new();
            child.stderr.take().expect("a pipe").read_to_string(&mut message).expect("text");
            assert_eq!((child.wait().expect("it ends").code(), message.as_str()), (Some(code), ""), "{first}");
        }
    }

    pub(super) fn a_report_that_cannot_be_written_is_an_error(&self) {
        let Some(full) = full_disk() else { return };
        let fixtures = Self::fixture_folder();
        for arguments in [&["check", &fixtures][..], &["stress", "--against", "true"], &["generate", "--seed", "1"]] {
            let run = self.run_into(&full, arguments);
            let message = String::from_utf8_lossy(&run.stderr);
            assert_eq!(run.code, Some(2), "{message}");
            assert!(message.contains("standard output") && message.contains("No space left"), "{message}");
        }
    }

    pub(super) fn a_report_in_a_pipe_is_plain_and_standard_error_empty(&self) {
        let run = |color| self.run(&["check", "--color", color, "--against", "true", &Self::sample()], b"");
        assert_eq!((run("auto").stderr.as_slice(), run("auto").stdout.contains(&0x1B)), (&b""[..], false));
        assert!(run("always").stdout.contains(&0x1B));
    }

    pub(super) fn an_interrupted_check_leaves_nothing_running(&self) {
        let folder = TemporaryFolder::default();
        let pipe = HeldPipe::new(&folder);
        let command = format!("sh -c '{}'", pipe.script());
        let program = self.program.command(&[]).get_program().to_string_lossy().into_owned();
        let sample = Self::sample();
        let line = [program.as_str(), "check", "--against", &command, &sample];
        // Tests that run in the background may have been started with interrupts ignored, and only GNU's `env` can undo
        // that.
        let launcher = if cfg!(target_os = "linux") { &["env", "--default-signal=INT"][..] } else { &[] };
        let words = [launcher, &line].concat();
        let mut child = Program::at(words[0]).command(&words[1..]);
        let mut child = child.stdout(Stdio::null()).spawn().expect("the program starts");
        pipe.wait_until_opened();
        let line = format!("kill -INT {}", child.id());
        assert!(std::process::Command::new("sh").args(["-c", &line]).status().expect("a shell").success());
        assert_eq!(child.wait().expect("it ends").code(), Some(130));
        pipe.wait_until_closed();
    }

    pub(super) fn stress_finds_no_difference_between_the_program_and_itself(&self) {
        for judge in Self::judges() {
            let command = format!("'{}' --judge {judge} --strict", self.path());
            let arguments = ["stress", "--judge", judge, "--against", &command, "--cases", "300", "--seed", "5"];
            let run = self.run(&arguments, b"");
            let report = String::from_utf8_lossy(&run.stdout);
            // A problem may have fewer cases, all of which are tried then.
            let is_complete = report == "no difference in 300 cases\n" || report.contains(" cases: all of up to ");
            assert!(run.code == Some(0) && is_complete, "{report}");
            assert_eq!(String::from_utf8_lossy(&run.stderr), format!("{}: seed 5\n", P::NAME));
        }
    }

    pub(super) fn huge_numbers_are_accepted(&self) {
        let most = usize::MAX.to_string();
        let run = self.run(&["stress", "--against", "echo nonsense", "--cases", &most, "--seed", "1"], b"");
        assert_eq!(run.code, Some(1), "{}", String::from_utf8_lossy(&run.stdout));
        // That many cases would not fit into memory. They are written one after another until the pipe is closed.
        let mut generate = self.program.command(&["generate", "--cases", &most, "--seed", "1"]);
        let mut child = generate.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
        let mut some = [0; 4096];
        child.stdout.take().expect("a pipe").read_exact(&mut some).expect("something to read");
        assert_eq!(child.wait().expect("it ends").code(), Some(0));
        let run = self.run(&["check", "-j", "100000", &Self::sample()], b"");
        assert_eq!(run.code, Some(0));
    }

    pub(super) fn stress_saves_each_counterexample_as_a_case(&self) {
        let folder = TemporaryFolder::default();
        let place = folder.path("found/here");
        for judge in Self::judges() {
            let arguments = ["stress", "--judge", judge, "--against", "echo nonsense", "--seed", "1", "--save", &place];
            let runs = [self.run(&arguments, b""), self.run(&arguments, b"")];
            for (number, run) in (1..).zip(&runs) {
                let report = String::from_utf8_lossy(&run.stdout);
                assert_eq!(run.code, Some(1), "{report}");
                assert!(report.starts_with("WA in the first "), "{report}");
                assert!(
                    report.lines().next().is_some_and(|line| line.contains(": case 1 of 1, line 1, column 1: ")),
                    "{report}"
                );
                assert!(report.contains("\n    got       nonsense↵\n              ^\n"), "{report}");
                assert!(report.ends_with(&format!("saved as {place}/{judge}/{number:02}-stress.in\n")), "{report}");
            }
        }
        let found = 2 * P::DIALECTS.len();
        Self::assert_reported(&self.run(&["check", &place], b""), 0, &format!("{found} cases: {found} AC; "));
        // An answer without an input is not overwritten.
        let judge = P::DIALECTS[0].name;
        let orphan = folder.write(&format!("orphan/{judge}/01-stress.out"), b"other");
        let run = self.run(&["stress", "--against", "echo nonsense", "--save", &folder.path("orphan")], b"");
        let report = String::from_utf8_lossy(&run.stdout);
        assert!(report.ends_with(&format!("/{judge}/02-stress.in\n")), "{report}");
        assert_eq!(fs::read(orphan).expect("a file"), b"other");
        // What is found is saved even if it cannot be shown.
        if let Some(full) = full_disk() {
            let place = folder.path("full");
            let arguments = ["stress", "--against", "echo nonsense", "--seed", "1", "--save", &place];
            let run = self.run_into(&full, &arguments);
            assert_eq!(run.code, Some(2), "{}", String::from_utf8_lossy(&run.stderr));
            Self::assert_reported(&self.run(&["check", &place], b""), 0, "1 case: 1 AC; ");
        }
        let file = folder.write("file", b"");
        let run = self.run(&["stress", "--against", "echo nonsense", "--save", &file], b"");
        Self::assert_rejected(&run, &["--save: "]);
    }

    pub(super) fn generated_inputs_depend_on_the_seed_and_are_legal(&self) {
        for judge in Self::judges() {
            let generate = |more: &[&str]| self.run(&[&["generate", "--judge", judge], more].concat(), b"");
            let one = generate(&["--seed", "1"]);
            assert_eq!((one.code, one.stderr.as_slice()), (Some(0), &b""[..]));
            assert_eq!(generate(&["--seed", "1"]), one);
            assert!((2..6).any(|seed: u32| generate(&["--seed", &seed.to_string()]).stdout != one.stdout));
            // Shapes take turns, so that the first case has the first shape.
            let dialect = P::dialect(judge).expect("a judge");
            let (largest, generator) = (*dialect.format.sizes().end(), dialect.generator.expect("it generates"));
            let (size, shape) = (largest.to_string(), generator.shapes[0].name);
            let first = ["--seed", "1", "--cases", "1", "--size", &size];
            assert_eq!(generate(&[&first[..], &["--shape", shape]].concat()), generate(&first));
            assert_eq!(generate(&first).code, Some(0), "{judge}: --size {size}");
            for seed in 1..20 {
                let generated = generate(&["--seed", &seed.to_string()]);
                let run = self.run(&["--judge", judge, "--strict"], &generated.stdout);
                assert_eq!((run.code, String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""));
            }
            // Without a seed it shows the one that it has chosen.
            let unseeded = generate(&[]);
            let message = String::from_utf8(unseeded.stderr).expect("text");
            let seed = message.split("--seed ").nth(1).and_then(|rest| rest.split('`').next()).expect("a seed");
            assert_eq!(generate(&["--seed", seed]).stdout, unseeded.stdout, "{message}");
        }
    }

    pub(super) fn judging_commands_reject_bad_usage(&self) {
        let rejected = [
            (&["check"][..], "<FOLDER>"),
            (&["check", "-v", "-q", &Self::sample()], "cannot be used with"),
            (&["check", "-j", "0", &Self::sample()], "invalid value '0' for '--jobs"),
            (&["check", "--time-limit", "0", &Self::sample()], "more than 0"),
            (&["check", "--time-limit", "NaN", &Self::sample()], "more than 0"),
            (&["check", "--time-limit", "1e99", &Self::sample()], "at most"),
            (&["check", "--time-limit", "soon", &Self::sample()], "a number of seconds"),
            (&["check", "--memory-limit", "0", &Self::sample()], "0 is not in 1.."),
            (&["check", "--memory-limit", "0.5", &Self::sample()], "invalid digit"),
            (&["check", "--format", "xml", &Self::sample()], "invalid value 'xml'"),
            (&["check", "--against", "'x", &Self::sample()], "a quote or a backslash is not closed"),
            (&["check", "--against", "", &Self::sample()], "the command is empty"),
            (&["stress"], "--against <CMD>"),
            (&["stress", "--against", "true", "--cases", "0"], "invalid value '0' for '--cases"),
            (&["stress", "--against", "true", "--seed", "-1"], "-1"),
            (&["generate", "--size", "9000000000000000000"], "--size 9000000000000000000: "),
            (&["stress", "--against", "true", "--max-size", "18446744073709551616"], "invalid value"),
            (&["generate", "--shape", "round"], "invalid value 'round' for '--shape"),
            (&["generate", "--cases", "many"], "invalid value 'many'"),
        ];
        self.assert_bad_usage(&rejected);
        if let Some(below) = P::DIALECTS[0].format.sizes().start().checked_sub(1) {
            let size = below.to_string();
            let too_small = [
                (&["generate", "--size", &size][..], format!("--size {size}: a case has ")),
                (
                    &["stress", "--against", "true", "--max-size", &size],
                    format!("--max-size {size}: the smallest case has "),
                ),
            ];
            for (arguments, message) in &too_small {
                self.assert_bad_usage(&[(arguments, message)]);
            }
        }
    }
}
