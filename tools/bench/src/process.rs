//! Runs a program on an input, for its output or for the time that it takes. Reads the figures that this program prints
//! in a process of its own.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::time::Instant;

/// A program and its input.
pub(crate) struct Job<'a> {
    pub(crate) program: PathBuf,
    pub(crate) argument: Option<&'a Path>,
    /// The file for standard input.
    pub(crate) input: &'a Path,
}

/// The destination of a program's output.
#[derive(Clone, Copy)]
pub(crate) enum Sink<'a> {
    /// The null device, which costs nothing.
    Null,
    /// A pipe that this process reads.
    Pipe,
    /// The file with this path, which is empty when the program starts.
    File(&'a Path),
}

impl Job<'_> {
    /// Runs the program, and returns the seconds from the start of the process to its end.
    pub(crate) fn time(&self, sink: Sink<'_>) -> Result<f64, String> {
        let mut command = self.command()?;
        command.stdout(match sink {
            Sink::Null => Stdio::null(),
            Sink::Pipe => Stdio::piped(),
            Sink::File(path) => File::create(path)
                .map_err(|error| format!("{}: {error}; set TMPDIR to a folder that can be written to", path.display()))?
                .into(),
        });
        // The capacity of a pipe on Linux.
        let mut buffer = vec![0; 64 * 1024];
        let start = Instant::now();
        let ended = command.spawn().and_then(|child| await_end(child, &mut buffer));
        let seconds = start.elapsed().as_secs_f64();
        self.require_success(ended)?;
        Ok(seconds)
    }

    /// Runs the program, and returns its standard output.
    pub(crate) fn answer(&self) -> Result<Vec<u8>, String> {
        let output = self.command()?.output();
        let (ended, answer) = match output {
            Ok(output) => (Ok(output.status), output.stdout),
            Err(error) => (Err(error), Vec::new()),
        };
        self.require_success(ended)?;
        Ok(answer)
    }

    fn command(&self) -> Result<Command, String> {
        let input = File::open(self.input)
            .map_err(|error| format!("{}: {error}; do not touch it while this runs", self.input.display()))?;
        let mut command = Command::new(&self.program);
        command.args(self.argument).stdin(input).stderr(Stdio::inherit());
        Ok(command)
    }

    fn require_success(&self, ended: io::Result<ExitStatus>) -> Result<(), String> {
        let program = self.program.display();
        match ended {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(format!("{program}: {status}; `cargo test` may show why")),
            Err(error) => Err(format!("{program}: {error}; install it, or run scripts/bench if it is built here")),
        }
    }
}

fn await_end(mut child: Child, buffer: &mut [u8]) -> io::Result<ExitStatus> {
    if let Some(pipe) = &mut child.stdout {
        while pipe.read(buffer)? > 0 {}
    }
    child.wait()
}

/// The figures that a process of this program has printed, and behind them the number that tells solutions apart.
pub(crate) fn figures_of<const COUNT: usize>(name: &str, output: &Output) -> Result<([f64; COUNT], u64), String> {
    let line = String::from_utf8_lossy(&output.stdout);
    let parse = || {
        let (figures, solution) = line.trim_end().rsplit_once(' ')?;
        let figures: Option<Vec<f64>> = figures.split(' ').map(|figure| figure.parse().ok()).collect();
        Some((figures?.try_into().ok()?, solution.parse().ok()?))
    };
    parse().ok_or_else(|| format!("{name}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// The peak memory of this process in bytes.
pub(crate) fn peak_memory() -> Result<u64, String> {
    testkit::peak_memory().ok_or("peak memory can be measured on Linux only".to_owned())
}
