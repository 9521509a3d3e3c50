//! What every program owes its users whatever its game: streams, exit codes, messages.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Stdio;

use crate::fixtures::{Fixture, workspace};
use crate::program::{Program, Run};

/// A program and what it can be tried with.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Its name.
    pub name: &'static str,
    /// Where it was built.
    pub program: Program,
    /// A folder of the fixtures whose name ends in `sample`, in the default dialect.
    pub samples: &'static str,
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
            a_folder_is_no_input
            a_reader_that_goes_away_is_a_normal_end
            a_full_disk_is_an_error
            an_error_leaves_standard_output_empty
            what_follows_the_last_case_is_warned_of
            colours_are_for_explain_on_demand
            explain_reads_standard_input_as_well
            completions_are_made_for_every_shell
            a_terminal_is_told_what_is_awaited
            the_readme_shows_what_comes_out
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

    fn sample(&self) -> (String, Vec<u8>) {
        let path = format!("{}/01-sample.in", self.samples);
        let bytes = fs::read(workspace().join(&path)).expect("the sample can be read");
        (path, bytes)
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
        for arguments in [&["--help"][..], &["explain", "--help"], &["completions", "--help"]] {
            let help = self.run(arguments, b"");
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
        for arguments in [&["--judge", "codeforces"][..], &["--nonsense"], &["a.in", "b.in"], &["completions", "dos"]] {
            let run = self.run(arguments, b"");
            assert_eq!(run.code, Some(2), "{arguments:?}");
            assert!(run.stdout.is_empty() && !run.stderr.is_empty(), "{arguments:?}");
        }
    }

    pub fn a_file_a_dash_and_standard_input_are_the_same(&self) {
        let (path, bytes) = self.sample();
        let answer = fs::read(workspace().join(&path).with_extension("out")).expect("the sample has an answer");
        for run in [self.run(&[&path], b""), self.run(&["-"], &bytes), self.run(&[], &bytes)] {
            assert_eq!(run, Run { code: Some(0), stdout: answer.clone(), stderr: Vec::new() });
        }
    }

    pub fn a_missing_file_is_named(&self) {
        self.assert_refused(&self.run(&["no/such\nfile.in"], b""), &["no/such\\nfile.in: no such file"]);
    }

    pub fn a_folder_is_no_input(&self) {
        self.assert_refused(&self.run(&[self.samples], b""), &[self.samples, "a folder; name a file in it"]);
        let folder = File::open(workspace().join(self.samples)).expect("a folder can be opened");
        let run = self.program.command(&[]).stdin(folder).output().expect("the program runs");
        let run = Run { code: run.status.code(), stdout: run.stdout, stderr: run.stderr };
        self.assert_refused(&run, &["stdin: a folder"]);
    }

    pub fn a_reader_that_goes_away_is_a_normal_end(&self) {
        let input = TemporaryFile::new(&self.long_input);
        let mut command = self.program.command(&[input.path()]);
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
        let (path, _) = self.sample();
        for arguments in [&[path.as_str()][..], &["explain", self.position], &["completions", "bash"], &["--help"]] {
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
        let (path, mut input) = self.sample();
        let answer = self.run(&[&path], b"").stdout;
        let line = input.split(|&byte| byte == b'\n').count() + 1;
        input.extend_from_slice(b"\n  what is this?\n");
        let run = self.run(&[], &input);
        assert_eq!((run.code, run.stdout), (Some(0), answer));
        let warning = format!(
            "{}: stdin:{line}:3: warning: the input goes on after its last case; the rest is ignored\n",
            self.name
        );
        assert_eq!(String::from_utf8_lossy(&run.stderr), warning);
        self.assert_refused(&self.run(&["--strict"], &input), &["stdin:"]);
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
        self.assert_refused(&self.run(&["explain"], b"\n"), &["stdin:2:1: the input is empty"]);
    }

    pub fn completions_are_made_for_every_shell(&self) {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let run = self.run(&["completions", shell], b"");
            assert_eq!(run.code, Some(0));
            let script = String::from_utf8(run.stdout).expect("a script is text");
            assert!(script.contains("explain") && script.contains(self.name), "{shell}");
        }
    }

    /// Runs the program under `script`, which gives it a terminal, where there is a `script`.
    pub fn a_terminal_is_told_what_is_awaited(&self) {
        let (_, sample) = self.sample();
        let program = self.program.command(&[]);
        let line = format!("stty -echo; exec '{}'", Path::new(program.get_program()).display());
        let terminal = Program::at("script");
        if terminal.command(&["--version"]).output().is_err() {
            return;
        }
        let mut typed = sample;
        typed.push(0x04);
        let run = terminal.run(&["-qec", &line, "/dev/null"], &typed);
        let shown = String::from_utf8_lossy(&run.stdout);
        let hints = shown.matches(&format!("{}: type ", self.name)).count();
        assert_eq!((run.code, hints), (Some(0), 1), "{shown}");
        assert!(shown.contains("Ctrl-D"), "{shown}");
        assert!(!shown.contains('\x1B'), "an answer is never coloured: {shown}");
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

/// A file that is gone when the test is over.
struct TemporaryFile(std::path::PathBuf);

impl TemporaryFile {
    fn new(bytes: &[u8]) -> Self {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("testkit-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        fs::write(&path, bytes).expect("a temporary file can be written");
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the name of a temporary file is text")
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        // Whoever cleans the temporary folder will find it otherwise.
        let _ = fs::remove_file(&self.0);
    }
}
