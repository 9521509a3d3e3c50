//! Runs a built program and shows its output.

use std::io::Write as _;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

/// A built program, or a script with the program that interprets it.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<String>,
}

/// The built program of a problem, tested as its users would use it.
#[derive(Clone, Debug)]
pub struct Subject<P> {
    /// The program.
    pub program: Program,
    problem: PhantomData<fn() -> P>,
}

/// The result of running a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The exit code; `None` if a signal ended the program.
    pub code: Option<i32>,
    /// The bytes on standard output.
    pub stdout: Vec<u8>,
    /// The bytes on standard error.
    pub stderr: Vec<u8>,
}

impl Program {
    /// The program at `path`, which is `env!("CARGO_BIN_EXE_name")` in a test of its crate.
    pub fn at(path: &str) -> Self {
        Self { words: vec![path.to_owned()] }
    }

    /// The program with these arguments before the arguments of each run.
    pub(crate) fn with(mut self, arguments: &[&str]) -> Self {
        self.words.extend(arguments.iter().map(|&argument| argument.to_owned()));
        self
    }

    /// The program as a command of the shell.
    pub fn shell_command(&self) -> String {
        shlex::try_join(self.words.iter().map(String::as_str)).expect("no NUL")
    }

    /// A command that starts the program in the workspace's folder, without the variables that control colours.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.words[0]);
        command.args(&self.words[1..]).args(arguments).current_dir(workspace());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs the program to its end with `stdin` as its standard input.
    pub fn run(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        Run::of(self.command(arguments), stdin)
    }
}

impl<P> Subject<P> {
    /// The program that was built at this path.
    pub fn new(program: &str) -> Self {
        Self { program: Program::at(program), problem: PhantomData }
    }
}

impl Run {
    /// Runs a command to its end with `stdin` as its standard input. Ends it if it hangs.
    pub(crate) fn of(mut command: Command, stdin: &[u8]) -> Self {
        const PATIENCE: Duration = Duration::from_secs(300);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (id, mut pipe) = (child.id().to_string(), child.stdin.take().expect("a pipe"));
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            // Writing fails if the program does not read all of its input, which is no error.
            scope.spawn(move || drop(pipe.write_all(stdin)));
            scope.spawn(move || sender.send(child.wait_with_output()));
            let output = receiver.recv_timeout(PATIENCE).unwrap_or_else(|_| {
                let _ = Command::new("kill").args(["-KILL", &id]).status();
                panic!("the program hangs: {command:?}");
            });
            let Output { status, stdout, stderr } = output.expect("the program can be waited for");
            Self { code: status.code(), stdout, stderr }
        })
    }

    /// Exit code, output and messages as the text of a snapshot. Every newline is shown as `␊`, as a snapshot would
    /// ignore one that is missing or added at the end.
    pub fn transcript(&self) -> String {
        self.transcript_with(&show(&self.stdout))
    }

    /// The same with something else in place of the output.
    pub(crate) fn transcript_with(&self, stdout: &str) -> String {
        let code = self.code.map_or("none, ended by a signal".to_owned(), |code| code.to_string());
        format!("exit code: {code}\n-- stdout\n{stdout}-- stderr\n{}", show(&self.stderr))
    }
}

/// The folder of the workspace.
pub fn workspace() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).expect("the crate lies in tools/").to_owned()
}

/// Shows bytes as [`Run::transcript`] does.
pub(crate) fn show(bytes: &[u8]) -> String {
    let line = |line| {
        let text = String::from_utf8_lossy(line);
        let (text, end) = text.strip_suffix('\n').map_or((&*text, "[no newline]\n"), |text| (text, "␊\n"));
        format!("{}{end}", text.replace('\r', "␍").replace('\t', "␉").replace('\x1B', "␛"))
    };
    bytes.split_inclusive(|&byte| byte == b'\n').map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transcript(stdout: &[u8]) -> String {
        Run { code: Some(0), stdout: stdout.to_vec(), stderr: Vec::new() }.transcript()
    }

    #[test]
    fn transcripts_differ_where_only_newlines_do() {
        let outputs: [&[u8]; 6] =
            [b"LOSING\n\n", b"LOSING\n", b"LOSING", b"LOSING\r\n\r\n", b"LOSING \n\n", b"LOSING\n\n\n"];
        // A snapshot library ignores carriage returns and white space at the end.
        let compared = outputs.map(|output| transcript(output).trim_end().replace('\r', ""));
        for (index, one) in compared.iter().enumerate() {
            assert!(!compared[..index].contains(one), "{one}");
        }
    }
}
