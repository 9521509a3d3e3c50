//! The promises to problem setters: checkers and validators.

use std::fs::{self, File};
#[cfg(unix)]
use std::path::Path;

use problem::{Comparison, Problem, Verdict};

use super::Subject;
use crate::fixtures::{fixtures, judges};
use crate::groups::LEGAL;
#[cfg(unix)]
use crate::program::Program;
use crate::program::Run;
#[cfg(unix)]
use crate::skip::skip;
use crate::temporary::TemporaryFolder;

/// The files of a call of a checker.
struct Call {
    folder: TemporaryFolder,
    input: String,
    output: String,
    answer: String,
}

/// What a checker of some style gave.
struct Reply {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    /// The feedback of a checker for Kattis.
    judge_message: String,
}

impl Call {
    /// A call about an output to the first sample.
    fn new<P: Problem>(output: &[u8]) -> Self {
        let folder = TemporaryFolder::default();
        let input = folder.write("input", &Subject::<P>::sample_bytes());
        let answer = folder.write("answer", &Subject::<P>::sample_answer());
        let output = folder.write("output", output);
        fs::create_dir(folder.path("feedback")).expect("a folder can be made");
        Self { folder, input, output, answer }
    }

    /// The arguments after `checker`, in the order of a style, which is also the last one of its name.
    fn arguments(&self, style: &str) -> Vec<String> {
        let Self { folder, input, output, answer } = self;
        let files = match style {
            "kattis" => [input, answer, &folder.path("feedback/")],
            "cms" => [input, answer, output],
            _ => [input, output, answer],
        };
        let words = ["checker", "--style", style].into_iter().map(str::to_owned);
        words.chain(files.into_iter().cloned()).collect()
    }
}

impl<P: Problem> Subject<P> {
    fn reply(&self, style: &str, call: &Call) -> Reply {
        let arguments = call.arguments(style);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let stdin = if style == "kattis" { fs::read(&call.output).expect("an output") } else { Vec::new() };
        let Run { code, stdout, stderr } = self.run(&arguments, &stdin);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
        let judge_message = fs::read_to_string(call.folder.path("feedback/judgemessage.txt")).unwrap_or_default();
        Reply { code, stdout: text(&stdout), stderr: text(&stderr), judge_message }
    }

    pub(super) fn checker_exits_with_the_codes_of_testlib(&self) {
        let folder = TemporaryFolder::default();
        let (input, right) = (Self::sample_bytes(), Self::sample_answer());
        let input = folder.write("input", &input);
        let answer = folder.write("answer", &right);
        let checked = |output: &[u8]| {
            let output = folder.write("output", output);
            let run = self.run(&["checker", &input, &output, &answer], b"");
            assert!(run.stdout.is_empty(), "standard output is not empty");
            (run.code, String::from_utf8_lossy(&run.stderr).into_owned())
        };
        assert!(matches!(checked(&right), (Some(0), message) if message.contains("accepted")));
        assert!(matches!(checked(b""), (Some(1), message) if message.contains("wrong answer: case 1 of ")));
        let blank = [b"\n", &right[..]].concat();
        let code = if P::DIALECTS[0].output.wrong_white_space == Verdict::PresentationError { 2 } else { 1 };
        let (found, message) = checked(&blank);
        assert!(found == Some(code) && message.contains("1 newline too many"), "{message}");
        // White space at the end counts for some judges only.
        let is_exact = P::DIALECTS[0].output.comparison == Comparison::Exact;
        let blank = [&right[..], b"\n"].concat();
        assert_eq!(checked(&blank).0, Some(if is_exact { 2 } else { 0 }));
        let rejected = |arguments: &[&str], part: &str| {
            let run = self.run(arguments, b"");
            let message = String::from_utf8_lossy(&run.stderr);
            assert_eq!((run.code, run.stdout.as_slice()), (Some(3), &b""[..]), "{message}");
            assert!(message.contains(part), "{message:?} does not contain {part:?}");
        };
        let bad = folder.write("bad", b"nonsense\n");
        rejected(&["checker", &bad, &answer, &answer], "bad:1:1: ");
        rejected(&["checker", &input, &answer, &bad], "bad: this answer is wrong: case 1 of ");
        rejected(&["checker", &input, &folder.path("gone"), &answer], "gone: no such file");
        rejected(&["checker", &input, &answer], "takes INPUT OUTPUT ANSWER");
        rejected(&["checker", "--judge", "x", &input, &answer, &answer], "invalid value 'x'");
        // The folder of an input determines its dialect.
        for judge in judges::<P>() {
            let mut fixtures = fixtures(P::NAME).into_iter();
            let edge = fixtures.find(|fixture| fixture.judge == judge && fixture.group == "edge").expect("a case");
            let input = edge.relative_path().to_string_lossy();
            let output = input.replace(".in", ".out");
            assert_eq!(self.run(&["checker", &input, &output, &output], b"").code, Some(0), "{judge}");
        }
    }

    pub(super) fn a_checker_answers_in_the_style_of_the_system_that_calls_it(&self) {
        let call = Call::new::<P>(&Self::sample_answer());
        let is_exact = |reply: Reply, code: i32, stdout: &str, stderr: &str| {
            assert_eq!((reply.code, reply.stdout.as_str(), reply.stderr.as_str()), (Some(code), stdout, stderr));
            reply.judge_message
        };
        let accepted = self.reply("oj", &call).stdout;
        assert!(accepted.starts_with("accepted: ") && accepted.ends_with('\n'), "{accepted:?}");
        is_exact(self.reply("testlib", &call), 0, "", &format!("{}: {accepted}", P::NAME));
        assert_eq!(is_exact(self.reply("kattis", &call), 42, "", ""), accepted);
        is_exact(self.reply("cms", &call), 0, "1.0\n", &format!("translate:success\nADMIN_MESSAGE:{accepted}"));
        is_exact(self.reply("oj", &call), 0, &accepted, "");

        for output in [&b""[..], b"nonsense\n", &[&Self::sample_answer(), &b"\x1B\xFF\xC2\x9B"[..]].concat()] {
            let call = Call::new::<P>(output);
            let text = self.reply("oj", &call).stdout;
            let line = text.lines().next().expect("a line").to_owned();
            assert!(line.starts_with("wrong answer: ") && !text.contains('\x1B'), "{text:?}");
            is_exact(self.reply("testlib", &call), 1, "", &format!("{}: {text}", P::NAME));
            assert_eq!(is_exact(self.reply("kattis", &call), 43, "", ""), text);
            let reply = self.reply("cms", &call);
            let message = reply.stderr.strip_prefix("translate:wrong\nADMIN_MESSAGE:").expect("the form of CMS");
            assert_eq!((reply.code, reply.stdout.as_str(), message.trim_end()), (Some(0), "0.0\n", line.as_str()));
            is_exact(self.reply("oj", &call), 1, &text, "");
        }
    }

    pub(super) fn testlib_s_report_is_text_or_xml(&self) {
        let call = Call::new::<P>(b"<&>\n");
        let report = call.folder.path("report");
        let checked = |more: &[&str]| {
            let arguments = call.arguments("testlib");
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(more.iter().copied()).collect();
            (self.run(&arguments, b"").code, fs::read_to_string(&report).unwrap_or_default())
        };
        let (code, text) = checked(&[&report]);
        assert!(code == Some(1) && text.starts_with("wrong answer: case 1 of "), "{text}");
        let (code, text) = checked(&[&report, "-appes"]);
        let xml = roxmltree::Document::parse(&text).expect("XML");
        let root = xml.root_element();
        assert_eq!(
            (code, root.tag_name().name(), root.attribute("outcome")),
            (Some(1), "result", Some("wrong-answer"))
        );
        assert!(root.text().is_some_and(|message| message.starts_with("wrong answer: case 1 of ")), "{text}");
        assert_eq!(checked(&[&report, "-appes", "more"]).0, Some(3));
        assert_eq!(checked(&[&report, "appes"]).0, Some(3));
        assert_eq!(checked(&["--judg=x"]).0, Some(3), "a mistyped option is no report");
        assert_eq!(checked(&[&call.folder.path("no/such/folder/report")]).0, Some(3));
        // What Polygon adds to the call.
        let arguments = ["checker", "--testset", "tests", "--group", "1", &call.input, &call.answer, &call.answer];
        assert_eq!(self.run(&arguments, b"").code, Some(0));
    }

    pub(super) fn a_checker_that_is_called_wrongly_says_which_files_it_takes(&self) {
        let Call { folder, input, answer, .. } = &Call::new::<P>(b"");
        let (feedback, gone) = (folder.path("feedback"), folder.path("gone"));
        let wrong = folder.write("wrong", b"nonsense\n");
        let rejected = |style: &str, files: &[&str], parts: &[&str]| {
            let run = self.run(&[&["checker", "--style", style], files].concat(), &Self::sample_answer());
            let message = String::from_utf8_lossy(&run.stderr);
            assert_eq!((run.code, run.stdout.as_slice()), (Some(3), &b""[..]), "{style} {files:?}: {message}");
            assert_eq!(message.lines().count(), 1, "{message}");
            for part in parts {
                assert!(message.contains(part), "{style} {files:?}: {message:?} does not contain {part:?}");
            }
        };
        for (style, takes) in [
            ("testlib", "takes INPUT OUTPUT ANSWER [REPORT [-appes]]"),
            ("kattis", "takes INPUT ANSWER FEEDBACK_DIR, and the output on standard input"),
            ("cms", "takes INPUT ANSWER OUTPUT"),
            ("oj", "takes INPUT OUTPUT ANSWER"),
        ] {
            rejected(style, &[], &[takes, "0 are given"]);
            rejected(style, &[input], &[takes, "one is given"]);
            rejected(style, &[input, answer], &[takes, "2 are given"]);
            // Of another system, or in another order.
            rejected(style, &[answer, input, if style == "kattis" { &feedback } else { answer }], &[takes, "answer"]);
            if style == "kattis" {
                rejected(style, &[input, answer, answer], &[takes, "answer: not a folder"]);
                rejected(style, &[input, answer, &gone], &[takes, "gone: no such folder; create it"]);
                rejected(style, &[input, &wrong, &feedback], &["wrong: this answer is wrong", "are the two swapped?"]);
            } else {
                rejected(style, &[input, answer, &feedback], &[takes, "feedback: a folder", "--style kattis"]);
                let swapped = if style == "cms" { [input, &wrong, answer] } else { [input, answer, &wrong] };
                let swapped = swapped.map(String::as_str);
                rejected(style, &swapped, &[takes, "wrong: this answer is wrong", "are the two swapped?"]);
                let both = [input.as_str(), &wrong, &wrong];
                rejected(style, &both, &[takes, "wrong: this answer is wrong", "correct it first"]);
            }
        }
        rejected("oj", &[input, answer, answer, answer], &["takes INPUT OUTPUT ANSWER"]);
        // Kattis and CMS pass on the flags of a task.
        let run = self.run(&["checker", "--style", "kattis", input, answer, &feedback, "--x", "-1", "y"], b"");
        assert_eq!(run.code, Some(43));
        let run = self.run(&["checker", "--style", "cms", input, answer, answer, "--x"], b"");
        assert_eq!(run.code, Some(0));
    }

    pub(super) fn an_input_that_is_no_case_is_the_setter_s_fault(&self) {
        let call = Call::new::<P>(&Self::sample_answer());
        fs::write(&call.input, "nonsense\n").expect("a file can be written");
        for style in ["testlib", "kattis", "cms", "oj"] {
            let reply = self.reply(style, &call);
            assert_eq!((reply.code, reply.stdout.as_str()), (Some(3), ""), "{style}");
            assert!(reply.stderr.contains("input:1:1: "), "{}", reply.stderr);
            assert!(reply.stderr.contains("the input is at fault, not the output"), "{}", reply.stderr);
            if style == "kattis" {
                // It does not show standard error.
                assert!(reply.judge_message.contains("the input is at fault"), "{}", reply.judge_message);
            }
        }
    }

    pub(super) fn a_huge_output_is_wrong_at_once(&self) {
        const SIZE: u64 = 100 << 20;
        let call = Call::new::<P>(b"");
        let output = File::create(&call.output).and_then(|file| file.set_len(SIZE)).map(|()| &call.output);
        output.expect("a sparse file");
        for style in ["testlib", "kattis", "cms", "oj"] {
            let reply = if style == "kattis" {
                let arguments = call.arguments(style);
                let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
                let output = File::open(&call.output).expect("an output");
                let run = self.program.command(&arguments).stdin(output).output().expect("the program runs");
                let judge_message =
                    fs::read_to_string(call.folder.path("feedback/judgemessage.txt")).expect("feedback");
                Reply { code: run.status.code(), stdout: String::new(), stderr: String::new(), judge_message }
            } else {
                self.reply(style, &call)
            };
            let Reply { code, stdout, stderr, judge_message } = reply;
            let expected = match style {
                "kattis" => 43,
                "cms" => 0,
                _ => 1,
            };
            assert_eq!(code, Some(expected), "{style}");
            let all = [stdout, stderr, judge_message].concat();
            assert!(all.contains("wrong answer: more than 1") && all.contains(" bytes of output"), "{style}: {all}");
        }
    }

    pub(super) fn an_output_that_is_longer_than_any_that_is_read_is_not_compared(&self) {
        let answer = Self::sample_answer();
        let limit = 2 * answer.len() + (1 << 20);
        for (length, is_compared) in [(limit, true), (limit + 1, false)] {
            // Space behind a right answer.
            let mut output = answer.clone();
            output.resize(length, b'\n');
            let reply = self.reply("testlib", &Call::new::<P>(&output));
            let is_refused = reply.stderr.contains(&format!("more than {limit} bytes of output"));
            assert_eq!(is_refused, !is_compared, "{length} bytes: {}", reply.stderr);
        }
    }

    #[cfg(unix)]
    pub(super) fn feedback_that_cannot_be_written_is_no_verdict(&self) {
        let call = Call::new::<P>(b"");
        fs::create_dir(call.folder.path("feedback/judgemessage.txt")).expect("a folder can be made");
        let reply = self.reply("kattis", &call);
        assert!(reply.code == Some(3) && reply.stderr.contains("judgemessage.txt: "), "{}", reply.stderr);
        // On a full disk.
        if !Path::new("/dev/full").exists() {
            return skip("there is no /dev/full");
        }
        let call = Call::new::<P>(b"");
        let report = call.folder.path("feedback/judgemessage.txt");
        std::os::unix::fs::symlink("/dev/full", &report).expect("a link can be made");
        let feedback = call.folder.path("feedback");
        for arguments in [
            &["checker", "--style", "kattis", &call.input, &call.answer, &feedback][..],
            &["checker", &call.input, &call.output, &call.answer, &report],
        ] {
            let run = self.run(arguments, b"");
            let message = String::from_utf8_lossy(&run.stderr);
            assert!(run.code == Some(3) && message.contains("No space left"), "{arguments:?}: {message}");
        }
    }

    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "there is nothing to test here")]
    pub(super) fn feedback_that_cannot_be_written_is_no_verdict(&self) {}

    pub(super) fn validate_accepts_what_strict_accepts(&self) {
        for fixture in fixtures(P::NAME) {
            let path = fixture.relative_path().to_string_lossy().into_owned();
            let strict = self.run(&["--strict", "--judge", &fixture.judge, &path], b"");
            let is_valid = strict.code == Some(0);
            assert!(!LEGAL.contains(&fixture.group.as_str()) || is_valid, "{path}");
            // By the folder that names the judge, and from standard input.
            let by_folder = self.run(&["validate", &path], b"");
            // With the flags of another validator.
            let kattis =
                ["validate", "--style", "kattis", "--judge", &fixture.judge, "--", "-", "n=7", "--judge", "x", "-h"];
            let kattis = self.run(&kattis, &fixture.input());
            let expected = if is_valid { [0, 42] } else { [3, 43] };
            assert_eq!([by_folder.code, kattis.code], expected.map(Some), "{path}");
            let message = String::from_utf8_lossy(&by_folder.stderr).into_owned();
            if is_valid {
                assert!(message.contains(&format!(": valid: {} could give", fixture.judge)), "{message}");
            } else {
                assert_eq!(message, String::from_utf8_lossy(&strict.stderr), "{path}");
            }
            assert!(by_folder.stdout.is_empty() && kattis.stdout.is_empty());
        }
        let rejected = |arguments: &[&str], part: &str| {
            let run = self.run(arguments, b"");
            let message = String::from_utf8_lossy(&run.stderr);
            assert!(run.code == Some(3) && message.contains(part), "{arguments:?}: {message}");
        };
        rejected(&["validate", "gone"], "gone: no such file");
        rejected(&["validate", "--style", "kattis", "gone"], "gone: no such file");
        rejected(&["validate", "--style", "kattis", "--judg", "x"], "unexpected argument '--judg'");
        rejected(&["validate", "--strct"], "unexpected argument '--strct'");
        rejected(&["validate", &Self::sample(), "more"], "unexpected argument 'more'");
        rejected(&["validate", "--style", "cms"], "invalid value 'cms'");
    }

    pub(super) fn no_other_command_exits_with_the_codes_of_checker(&self) {
        // Bad usage of a checker must not look like a verdict.
        for arguments in [
            &["checker"][..],
            &["checker", "a"],
            &["--strict", "checker"],
            &["checker", "a", "b", "c"],
            &["--bogus", "checker"],
            &["--strict=1", "checker"],
        ] {
            assert_eq!(self.run(arguments, b"").code, Some(3), "{arguments:?}");
        }
        for arguments in [
            &["check", "checker"][..],
            &["checker.in"],
            &["explain", "checker", "checker"],
            &["--judge", "checker"],
            &["stress", "--against", "checker"],
            &["completions", "checker"],
        ] {
            assert_eq!(self.run(arguments, b"").code, Some(2), "{arguments:?}");
        }
    }

    #[cfg(unix)]
    pub(super) fn a_script_is_a_checker_that_a_system_can_call(&self) {
        // As each system calls it, in the folder where its files are.
        for (style, line, code) in [
            ("testlib", "./check input output answer report -appes", 0),
            ("kattis", "./check input answer feedback/ case_sensitive --judge x -h < output", 42),
            ("cms", "./check input answer output", 0),
            ("oj", "./check \"$PWD/input\" \"$PWD/output\" \"$PWD/answer\"", 0),
        ] {
            let call = Call::new::<P>(&Self::sample_answer());
            let program = self.program.command(&[]).get_program().to_string_lossy().into_owned();
            let judge = P::DIALECTS[0].name;
            let script = format!("#!/bin/sh\nexec '{program}' checker --style {style} --judge {judge} -- \"$@\"\n");
            // Another process writes it: programs that other tests start meanwhile would keep it open for writing, and
            // a system does not run a file that is.
            let make = ["-c", "cat > \"$0\" && chmod +x \"$0\"", &call.folder.path("check")];
            assert_eq!(Program::at("sh").run(&make, script.as_bytes()).code, Some(0), "a script can be made");
            let line = format!("cd '{}' && {line}", call.folder.path(""));
            assert_eq!(Program::at("sh").run(&["-c", &line], b"").code, Some(code), "{line}");
        }
    }

    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "there is nothing to test here")]
    pub(super) fn a_script_is_a_checker_that_a_system_can_call(&self) {}
}
