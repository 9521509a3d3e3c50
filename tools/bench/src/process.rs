//! Runs a program on an input, for its output or for the time that it takes, and runs this program in processes of its
//! own, so that their peak memory can be measured.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// What to do if a file cannot be written.
pub(crate) const WRITABLE: &str = "set TMPDIR to a folder that can be written to";

/// A program and its input.
pub(crate) struct Job<'a> {
    pub(crate) program: PathBuf,
    pub(crate) argument: Option<&'a Path>,
    /// The file for standard input.
    pub(crate) input: &'a Path,
}

/// The destination of a program's output.
#[derive(Clone, Copy)]
pub(crate) enum Sink {
    /// The null device, which costs nothing.
    Null,
    /// A pipe that this process reads.
    Pipe,
}

impl Job<'_> {
    /// Runs the program, and returns the seconds from the start of the process to its end.
    pub(crate) fn time(&self, sink: Sink) -> Result<f64> {
        let mut command = self.command()?;
        command.stdout(match sink {
            Sink::Null => Stdio::null(),
            Sink::Pipe => Stdio::piped(),
        });
        // The capacity of a pipe on Linux.
        let mut buffer = vec![0; 64 * 1024];
        let start = Instant::now();
        let ended = command.spawn().and_then(|child| await_end(child, &mut buffer));
        let seconds = start.elapsed().as_secs_f64();
        require_code(&command, ended, &[0])?;
        Ok(seconds)
    }

    /// Runs the program, and returns its standard output.
    pub(crate) fn answer(&self) -> Result<Vec<u8>> {
        answer(&mut self.command()?)
    }

    fn command(&self) -> Result<Command> {
        let input = File::open(self.input)
            .with_context(|| format!("{}: do not touch it while this runs", self.input.display()))?;
        let mut command = Command::new(&self.program);
        command.args(self.argument).stdin(input).stderr(Stdio::inherit());
        Ok(command)
    }
}

/// Runs a program that succeeds, and returns its standard output.
pub(crate) fn answer(command: &mut Command) -> Result<Vec<u8>> {
    let (ended, answer) = match command.output() {
        Ok(output) => (Ok(output.status), output.stdout),
        Err(error) => (Err(error), Vec::new()),
    };
    require_code(command, ended, &[0])?;
    Ok(answer)
}

/// Returns the seconds from the start of a program to its end. Its exit code must be one of `codes`.
pub(crate) fn time(command: &mut Command, codes: &[i32]) -> Result<f64> {
    let start = Instant::now();
    let ended = command.stdout(Stdio::null()).status();
    let seconds = start.elapsed().as_secs_f64();
    require_code(command, ended, codes)?;
    Ok(seconds)
}

fn require_code(command: &Command, ended: io::Result<ExitStatus>, codes: &[i32]) -> Result<()> {
    let program = command.get_program().display();
    let status = ended.with_context(|| format!("{program}; install it, or run scripts/bench if it is built here"))?;
    let is_expected = status.code().is_some_and(|code| codes.contains(&code));
    ensure!(is_expected, "{program}: {status}; `cargo test` may show why");
    Ok(())
}

fn await_end(mut child: Child, buffer: &mut [u8]) -> io::Result<ExitStatus> {
    if let Some(pipe) = &mut child.stdout {
        while pipe.read(buffer)? > 0 {}
    }
    child.wait()
}

/// The path of this program.
pub(crate) fn own() -> Result<PathBuf> {
    std::env::current_exe().context("this program; run it with scripts/bench")
}

/// The environment variable with what a process of this program is to solve: the kind of measurement, and its
/// arguments, a line each.
pub(crate) const SOLVE: &str = "BENCH_SOLVE";

/// What a process says about a game that it has solved.
pub(crate) struct Solved {
    pub(crate) seconds: f64,
    /// Of memory.
    pub(crate) bytes: f64,
    /// What else is counted, as the kind of measurement says.
    pub(crate) counts: Vec<f64>,
    /// What tells solutions apart.
    pub(crate) solution: u64,
}

/// Lets `solve` solve what the environment asks for, if anything, and returns a line with the result.
pub(crate) fn solve_if_requested(solve: fn(&[&str]) -> Result<Solved>) -> Option<Result<String>> {
    let request = std::env::var(SOLVE).ok()?;
    let solved = solve(&request.lines().collect::<Vec<_>>());
    Some(solved.map(|Solved { seconds, bytes, counts, solution }| {
        counts.iter().fold(format!("{solution} {seconds} {bytes}"), |line, count| format!("{line} {count}"))
    }))
}

/// Starts a process of this program that solves what these lines ask for.
pub(crate) fn start(request: &[&str]) -> Result<Child> {
    let mut command = Command::new(own()?);
    command.env(SOLVE, request.join("\n")).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().with_context(|| request.join(" "))
}

/// What such a process says in the end.
pub(crate) fn result_of(process: Child) -> Result<Solved> {
    let output = process.wait_with_output()?;
    let line = String::from_utf8_lossy(&output.stdout);
    let parse = || {
        let (solution, figures) = line.trim_end().split_once(' ')?;
        let figures: Vec<f64> = figures.split(' ').map(|figure| figure.parse().ok()).collect::<Option<_>>()?;
        let &[seconds, bytes, ref counts @ ..] = figures.as_slice() else { return None };
        Some(Solved { seconds, bytes, counts: counts.to_vec(), solution: solution.parse().ok()? })
    };
    parse().with_context(|| format!("{}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// The peak memory of this process in bytes.
pub(crate) fn peak_memory() -> Result<u64> {
    testkit::peak_memory().context("peak memory can be measured on Linux only")
}

/// A count as a figure, which need not be exact.
#[expect(clippy::cast_precision_loss, reason = "it is printed with a few digits")]
pub(crate) fn float(count: u64) -> f64 {
    count as f64
}
