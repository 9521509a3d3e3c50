//! Runs a built program and shows its output.

use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::fixtures::workspace;

/// A built program.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
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
    #[must_use]
    pub fn at(path: &str) -> Self {
        Self { path: path.into() }
    }

    /// A command that starts the program in the workspace's folder, without the variables that control colours.
    #[must_use]
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.path);
        command.args(arguments).current_dir(workspace());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs the program to its end with `stdin` as its standard input.
    #[must_use]
    pub fn run(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut pipe = child.stdin.take().expect("standard input is a pipe");
        let (mut out, mut err) = (child.stdout.take().expect("a pipe"), child.stderr.take().expect("a pipe"));
        std::thread::scope(|scope| {
            // Writing fails if the program does not read all of its input, which is no error.
            scope.spawn(move || drop(pipe.write_all(stdin)));
            let stdout = scope.spawn(move || read_all(&mut out));
            let stderr = scope.spawn(move || read_all(&mut err));
            let code = wait(&mut child, arguments);
            Run { code, stdout: stdout.join().expect("it can be read"), stderr: stderr.join().expect("it can be read") }
        })
    }
}

fn read_all(pipe: &mut impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    pipe.read_to_end(&mut bytes).expect("a pipe can be read");
    bytes
}

/// Waits for a program to end, and kills it if it hangs.
fn wait(child: &mut Child, arguments: &[&str]) -> Option<i32> {
    const PATIENCE: Duration = Duration::from_secs(300);
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            return status.code();
        }
        if start.elapsed() > PATIENCE {
            child.kill().expect("the program can be ended");
            panic!("the program hangs: {arguments:?}");
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

impl Run {
    /// Exit code, messages and output as the text of a snapshot. Every line end is shown as `␊`, as a snapshot would
    /// ignore one that is missing or added at the end. The middle of a long output is replaced by its checksum.
    #[must_use]
    pub fn transcript(&self) -> String {
        let code = self.code.map_or("none, ended by a signal".to_owned(), |code| code.to_string());
        format!("exit code: {code}\n-- stderr\n{}-- stdout\n{}", show(&self.stderr), show(&self.stdout))
    }
}

/// Shows bytes as [`Run::transcript`] does.
pub(crate) fn show(bytes: &[u8]) -> String {
    const HEAD: usize = 40;
    const TAIL: usize = 5;
    let lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    if lines.len() <= HEAD + TAIL + 1 {
        return lines.into_iter().map(show_line).collect();
    }
    let (head, rest) = lines.split_at(HEAD);
    let (middle, tail) = rest.split_at(rest.len() - TAIL);
    let mut shown: String = head.iter().copied().map(show_line).collect();
    let checksum = fnv(&middle.concat());
    writeln!(shown, "[{} lines, FNV-1a {checksum:016x}]", middle.len()).expect("memory takes every write");
    shown.extend(tail.iter().copied().map(show_line));
    shown
}

fn show_line(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let (text, end) = text.strip_suffix('\n').map_or((&*text, "[no line end]\n"), |text| (text, "␊\n"));
    format!("{}{end}", text.replace('\r', "␍").replace('\t', "␉").replace('\x1B', "␛"))
}

/// The Fowler-Noll-Vo hash, which is enough to notice changes.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn transcript(stdout: &[u8]) -> String {
        Run { code: Some(0), stdout: stdout.to_vec(), stderr: Vec::new() }.transcript()
    }

    #[test]
    fn transcripts_differ_where_only_line_ends_do() {
        let outputs: [&[u8]; 6] =
            [b"LOSING\n\n", b"LOSING\n", b"LOSING", b"LOSING\r\n\r\n", b"LOSING \n\n", b"LOSING\n\n\n"];
        // A snapshot library ignores carriage returns and white space at the end.
        let compared = outputs.map(|output| transcript(output).trim_end().replace('\r', ""));
        for (index, one) in compared.iter().enumerate() {
            assert!(!compared[..index].contains(one), "{one}");
        }
    }

    #[test]
    fn a_change_in_the_middle_of_a_long_output_changes_its_transcript() {
        let lines = |changed: usize| -> Vec<u8> {
            (0..1000).flat_map(|line| format!("{}\n", if line == changed { 7 } else { 5 }).into_bytes()).collect()
        };
        assert_ne!(transcript(&lines(500)), transcript(&lines(501)).replace("501", "500"));
        assert_eq!(transcript(&lines(500)).lines().count(), 3 + 40 + 1 + 5);
    }
}
