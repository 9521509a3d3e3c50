//! What every program owes its users whatever its game: streams, exit codes, messages.

mod about_others;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;

use crate::fixtures::{Fixture, workspace};
use crate::program::{Program, Run};
use crate::temporary::TemporaryFolder;

/// A program and what it can be tried with.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name.
    pub name: &'static str,
    /// Where it was built.
    pub program: Program,
    /// One of its fixtures, in the default dialect.
    pub sample: &'static str,
    /// Whether an input says how many cases it has, so that something can follow the last.
    pub counts_cases: bool,
    /// Whether `explain` has something to say without a position.
    pub has_overview: bool,
    /// An input that is answered with more than a pipe holds.
    pub long_input: Vec<u8>,
    /// A position that `explain` takes.
    pub position: &'static str,
}

/// Makes a test of every promise, for the [`Subject`] that the expression gives.
#[macro_export]
macro_rules! contract_tests {
    ($subject:expr) => {
        $crate::contract_tests! { $subject =>
            help_shows_an_example
            version_is_told
            bad_usage_is_exit_2
            a_file_a_dash_and_standard_input_are_the_same
            a_missing_file_is_named
            an_empty_name_is_no_file
            a_folder_is_no_input
            a_reader_that_goes_away_is_a_normal_end
            a_full_disk_is_an_error
            an_error_leaves_standard_output_empty
            what_follows_the_last_case_is_warned_of
            colours_are_for_explain_on_demand
            explain_reads_standard_input_as_well
            completions_are_made_for_every_shell
            a_terminal_is_told_what_is_awaited
            a_terminal_shows_colours_unless_they_are_unwanted
            an_output_that_cannot_be_written_to_is_an_error
            the_readme_shows_what_comes_out
            its_own_fixtures_pass_their_check
            a_check_ends_with_1_for_what_is_wrong_and_2_for_what_is_no_case
            who_stops_reading_a_report_changes_no_verdict
            a_report_that_cannot_be_written_is_an_error
            a_report_in_a_pipe_is_plain_and_standard_error_empty
            an_interrupted_check_leaves_nothing_running
            a_checker_ends_with_testlib_s_codes
            stress_finds_nothing_wrong_with_this_program_itself
            numbers_without_measure_are_borne
            stress_saves_what_it_finds_as_a_case
            what_is_generated_is_what_the_seed_says_and_legal
            commands_about_other_programs_refuse_what_they_do_not_understand
        }
    };
    ($subject:expr => $($promise:ident)+) => {
        $(#[test] fn $promise() { $subject.$promise() })+
    };
}

impl Subject {
    fn run(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        self.program.run(arguments, stdin)
    }

    fn sample_bytes(&self) -> Vec<u8> {
        fs::read(workspace().join(self.sample)).expect("the sample can be read")
    }

    /// The run must have failed with one line that says all of `parts`, and nothing on standard output.
    fn assert_refused(&self, run: &Run, parts: &[&str]) {
        let message = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.code, Some(2), "{message}");
        assert!(run.stdout.is_empty(), "standard output is not empty");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert!(message.starts_with(&format!("{}: ", self.name)) && message.ends_with('\n'), "{message}");
        for part in parts {
            assert!(message.contains(part), "{message:?} does not say {part:?}");
        }
    }

    /// Each of these arguments must be refused with exit code 2, an empty standard output and this message.
    fn assert_bad_usage(&self, refused: &[(&[&str], &str)]) {
        for (arguments, message) in refused {
            let run = self.run(arguments, b"");
            let stderr = String::from_utf8_lossy(&run.stderr);
            assert!(
                run.code == Some(2) && run.stdout.is_empty() && stderr.contains(message),
                "{arguments:?}: {stderr}"
            );
        }
    }

    /// Asserts that the program refuses a fixture with one line that names its file.
    pub fn assert_refuses(&self, fixture: &Fixture) {
        let path = fixture.relative_path().to_string_lossy();
        let run = self.run(&["--judge", &fixture.judge, &path], b"");
        self.assert_refused(&run, &[&format!("{path}:")]);
    }
}

#[expect(missing_docs, reason = "each name is the promise")]
impl Subject {
    pub fn help_shows_an_example(&self) {
        let commands = ["check", "checker", "stress", "generate", "explain", "completions"];
        let of_commands = commands.iter().map(|command| vec![*command, "--help"]);
        for arguments in of_commands.chain([vec!["--help"]]) {
            let help = self.run(&arguments, b"");
            assert_eq!((help.code, help.stderr.as_slice()), (Some(0), &b""[..]));
            let text = String::from_utf8(help.stdout).expect("help is text");
            assert!(text.contains("Usage:") && !text.contains('\x1B'), "{text}");
            assert!(text.contains("Example"), "{arguments:?} shows no example: {text}");
        }
    }

    pub fn version_is_told(&self) {
        let run = self.run(&["--version"], b"");
        assert_eq!(run.code, Some(0));
        assert_eq!(run.stdout, format!("{} {}\n", self.name, env!("CARGO_PKG_VERSION")).as_bytes());
    }

    pub fn bad_usage_is_exit_2(&self) {
        let refused = [
            (&["--judge", "codeforces"][..], "invalid value 'codeforces' for '--judge"),
            (&["--nonsense"], "unexpected argument '--nonsense'"),
            (&["a.in", "b.in"], "unexpected argument 'b.in'"),
            (&["completions", "dos"], "invalid value 'dos'"),
            (&["--strict", "explain", self.position], "what belongs to 'explain' comes after it"),
            (&["explain", self.position, "more"], "unexpected argument 'more'"),
        ];
        self.assert_bad_usage(&refused);
    }

    pub fn a_file_a_dash_and_standard_input_are_the_same(&self) {
        let bytes = self.sample_bytes();
        let answer = fs::read(workspace().join(self.sample).with_extension("out")).expect("the sample has an answer");
        for run in [self.run(&[self.sample], b""), self.run(&["-"], &bytes), self.run(&[], &bytes)] {
            assert_eq!(run, Run { code: Some(0), stdout: answer.clone(), stderr: Vec::new() });
        }
    }

    pub fn a_missing_file_is_named(&self) {
        self.assert_refused(&self.run(&["no/such\nfile.in"], b""), &["no/such\\nfile.in: no such file"]);
    }

    pub fn an_empty_name_is_no_file(&self) {
        self.assert_refused(&self.run(&[""], b""), &["'': no such file"]);
    }

    pub fn a_folder_is_no_input(&self) {
        let folder = Path::new(self.sample).parent().and_then(Path::to_str).expect("a fixture lies in a folder");
        self.assert_refused(&self.run(&[folder], b""), &[folder, "a folder; name a file in it"]);
        let folder = File::open(workspace().join(folder)).expect("a folder can be opened");
        let run = self.program.command(&[]).stdin(folder).output().expect("the program runs");
        let run = Run { code: run.status.code(), stdout: run.stdout, stderr: run.stderr };
        self.assert_refused(&run, &["stdin: a folder"]);
    }

    pub fn a_reader_that_goes_away_is_a_normal_end(&self) {
        let folder = TemporaryFolder::default();
        let input = folder.write("input", &self.long_input);
        let mut command = self.program.command(&[&input]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::with_capacity(16, child.stdout.take().expect("standard output is a pipe"))
            .read_line(&mut line)
            .expect("the first line can be read");
        // The reader is gone by now, with most of the answer unread.
        let mut message = String::new();
        child.stderr.take().expect("standard error is a pipe").read_to_string(&mut message).expect("text");
        assert_eq!((child.wait().expect("the program ends").code(), message.as_str()), (Some(0), ""));
    }

    pub fn a_full_disk_is_an_error(&self) {
        if !Path::new("/dev/full").exists() {
            return;
        }
        for arguments in [&[self.sample][..], &["explain", self.position], &["completions", "bash"], &["--help"]] {
            let full = File::options().write(true).open("/dev/full").expect("the device can be opened");
            let output = self.program.command(arguments).stdout(full).output().expect("the program runs");
            let run = Run { code: output.status.code(), stdout: Vec::new(), stderr: output.stderr };
            self.assert_refused(&run, &["standard output", "No space left"]);
        }
    }

    pub fn an_error_leaves_standard_output_empty(&self) {
        // All of the answer but its last case would fill several pipes.
        let mut input = self.long_input.clone();
        let last_line = input.trim_ascii_end().iter().rposition(|&byte| byte == b'\n').expect("several lines");
        input.truncate(last_line + 1);
        input.extend_from_slice(b"?\n");
        self.assert_refused(&self.run(&[], &input), &["stdin:", "'?' is no"]);
    }

    pub fn what_follows_the_last_case_is_warned_of(&self) {
        let mut input = self.sample_bytes();
        let answer = self.run(&[self.sample], b"").stdout;
        let line = input.split(|&byte| byte == b'\n').count() + 1;
        input.extend_from_slice(b"\n  what is this?\n");
        let run = self.run(&[], &input);
        self.assert_refused(&self.run(&["--strict"], &input), &["stdin:"]);
        if !self.counts_cases {
            return self.assert_refused(&run, &[&format!("stdin:{line}:3: ")]);
        }
        assert_eq!((run.code, run.stdout), (Some(0), answer));
        let warning = format!(
            "{}: stdin:{line}:3: warning: the input goes on after its last case; the rest is ignored\n",
            self.name
        );
        assert_eq!(String::from_utf8_lossy(&run.stderr), warning);
    }

    pub fn colours_are_for_explain_on_demand(&self) {
        let explain = |color| self.run(&["explain", color, self.position], b"").stdout;
        let (plain, coloured) = (explain("--color=never"), explain("--color=always"));
        assert!(coloured.contains(&0x1B) && !plain.contains(&0x1B));
        // A pipe is no terminal.
        assert_eq!(explain("--color=auto"), plain);
        let mut without_codes = Vec::new();
        for piece in coloured.split(|&byte| byte == 0x1B).enumerate() {
            let (index, piece) = piece;
            let from = if index == 0 { 0 } else { piece.iter().position(|&byte| byte == b'm').map_or(0, |at| at + 1) };
            without_codes.extend_from_slice(&piece[from..]);
        }
        assert_eq!(without_codes, plain);
    }

    pub fn explain_reads_standard_input_as_well(&self) {
        let argument = self.run(&["explain", self.position], b"");
        let stdin = self.run(&["explain"], self.position.as_bytes());
        assert_eq!((argument.code, &argument), (Some(0), &stdin));
        self.assert_refused(&self.run(&["explain", "?"], b""), &["POSITION:1:1: '?' is no cell"]);
        let two = format!("{0} {0}", self.position);
        self.assert_refused(&self.run(&["explain", &two], b""), &["POSITION:1:", "explain takes one"]);
        self.assert_refused(&self.run(&["explain", ""], b""), &["POSITION:1:1: the input is empty"]);
        let nothing = self.run(&["explain"], b"\n");
        if self.has_overview {
            assert_eq!((nothing.code, nothing.stderr.is_empty(), nothing.stdout.is_empty()), (Some(0), true, false));
        } else {
            self.assert_refused(&nothing, &["stdin:2:1: the input is empty"]);
        }
    }

    pub fn completions_are_made_for_every_shell(&self) {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let run = self.run(&["completions", shell], b"");
            assert_eq!(run.code, Some(0));
            let script = String::from_utf8(run.stdout).expect("a script is text");
            for word in ["explain", "stress", "against", self.name] {
                assert!(script.contains(word), "{shell}");
            }
        }
    }

    /// Types `typed` at the program's own terminal, and gives all that the terminal shows. `None` where there is no `script`
    /// as util-linux has it, which makes the terminal.
    fn on_a_terminal(&self, line: &str, typed: &[u8]) -> Option<Run> {
        let script = Program::at("script");
        let version = script.command(&["--version"]).output().ok()?;
        if !String::from_utf8_lossy(&version.stdout).contains("util-linux") {
            return None;
        }
        let program = self.program.command(&[]).get_program().to_string_lossy().into_owned();
        let line = format!("stty -echo; {}", line.replace("PROGRAM", &format!("'{program}'")));
        Some(script.run(&["-qec", &line, "/dev/null"], typed))
    }

    pub fn a_terminal_is_told_what_is_awaited(&self) {
        let mut typed = self.sample_bytes();
        typed.push(0x04);
        // A program that awaits a second end of the input takes the last line for itself.
        let Some(run) =
            self.on_a_terminal("PROGRAM; read -r line; echo \"left: $line\"", &[&typed[..], b"goodbye\n"].concat())
        else {
            return;
        };
        let shown = String::from_utf8_lossy(&run.stdout);
        let hints = shown.matches(&format!("{}: type ", self.name)).count();
        assert_eq!((run.code, hints), (Some(0), 1), "{shown}");
        assert!(shown.contains("Ctrl-D"), "{shown}");
        assert!(shown.contains("left: goodbye"), "one end of the input is not enough: {shown}");
        assert!(!shown.contains('\x1B'), "an answer is never coloured: {shown}");
    }

    pub fn a_terminal_shows_colours_unless_they_are_unwanted(&self) {
        // A machine that builds says CI, and is taken to understand colours whatever its terminal.
        for (environment, coloured) in [("TERM=xterm", true), ("TERM=xterm NO_COLOR=1", false), ("TERM=dumb", false)] {
            let line = format!("env -u CI {environment} PROGRAM explain '{}'", self.position);
            let Some(run) = self.on_a_terminal(&line, b"") else { return };
            assert_eq!(run.stdout.contains(&0x1B), coloured, "{environment}");
        }
    }

    #[cfg(unix)]
    pub fn an_output_that_cannot_be_written_to_is_an_error(&self) {
        let readable = File::open("/dev/null").expect("the device can be opened");
        let output = self.program.command(&[self.sample]).stdout(readable).output().expect("the program runs");
        let run = Run { code: output.status.code(), stdout: Vec::new(), stderr: output.stderr };
        self.assert_refused(&run, &["standard output"]);
    }

    /// Types every command of this program that the README shows with its output, and looks at what comes out.
    pub fn the_readme_shows_what_comes_out(&self) {
        let readme = fs::read_to_string(workspace().join("README.md")).expect("the README can be read");
        let release = format!("target/release/{}", self.name);
        let built = self.program.command(&[]).get_program().to_string_lossy().into_owned();
        let mut count = 0;
        for block in readme.split("```console\n").skip(1) {
            let (block, _) = block.split_once("```").expect("a block ends");
            let indent = block.len() - block.trim_start().len();
            let lines: Vec<&str> = block.lines().map(|line| line.get(indent..).unwrap_or("")).collect();
            for session in lines.join("\n").split("$ ").filter(|session| session.contains(&release)) {
                let (line, shown) = session.split_once('\n').unwrap_or((session, ""));
                let line = line.replace(&release, &built);
                let run = Program::at("sh").run(&["-c", &format!("exec 2>&1; {line}")], b"");
                assert_eq!(String::from_utf8_lossy(&run.stdout).trim_end(), shown.trim_end(), "{line}");
                count += 1;
            }
        }
        assert!(count > 0, "the README shows no command of {} with its output", self.name);
    }
}
