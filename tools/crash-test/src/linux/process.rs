//! Running programs: their output, how they end, and that they end at all.

use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The longest time that a run may take, far more than any takes on a busy machine.
pub(crate) const LIMIT: Duration = Duration::from_secs(300);

/// A command with nothing to read.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.stdin(Stdio::null());
    command
}

/// The path of a program of the workspace, which was built into the same folder as this one.
pub(crate) fn program(name: &str) -> PathBuf {
    static OWN: LazyLock<PathBuf> = LazyLock::new(|| std::env::current_exe().expect("Linux knows it"));
    OWN.with_file_name(name)
}

/// A command that has nothing of the environment that could change what a program prints.
pub(crate) fn command_of(name: &str, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut command = command(program(name));
    command.args(arguments).current_dir(testkit::workspace()).env_remove("RUST_BACKTRACE");
    command
}

/// A program that is running, with its output in pipes that are read all the time.
pub(crate) struct Running {
    child: Child,
    start: Instant,
    stdout: JoinHandle<Vec<u8>>,
    stderr: JoinHandle<Vec<u8>>,
}

/// How a program has ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) signal: Option<i32>,
    /// It has been killed, as it took longer than [`LIMIT`].
    pub(crate) is_hung: bool,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) const SIGABRT: i32 = 6;
pub(crate) const SIGKILL: i32 = 9;

impl Running {
    pub(crate) fn start(mut command: Command) -> Result<Self> {
        let start = Instant::now();
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = child.with_context(|| command.get_program().display().to_string())?;
        let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
        Ok(Self { child, start, stdout, stderr })
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the program, unless it has ended. The system has done it when [`wait`](Self::wait) returns.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
    }

    /// Waits for the end, and enforces it after a while.
    pub(crate) fn wait(mut self) -> Result<Ended> {
        let start = Instant::now();
        while !self.has_ended() && start.elapsed() <= LIMIT {
            thread::sleep(Duration::from_micros(200));
        }
        let is_hung = !self.has_ended();
        self.kill();
        let status = self.child.wait()?;
        let text =
            |thread: JoinHandle<Vec<u8>>| String::from_utf8_lossy(&thread.join().unwrap_or_default()).into_owned();
        let (stdout, stderr) = (text(self.stdout), text(self.stderr));
        Ok(Ended { code: status.code(), signal: status.signal(), is_hung, stdout, stderr })
    }
}

fn read(pipe: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What has been read before an error counts.
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut bytes));
        bytes
    })
}

impl Ended {
    pub(crate) fn is_killed(&self) -> bool {
        self.signal == Some(SIGKILL) && !self.is_hung
    }

    /// What it has printed on both streams.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.stdout.lines().chain(self.stderr.lines())
    }

    /// The end in words, with what was said last.
    pub(crate) fn in_words(&self) -> String {
        let end = match (self.is_hung, self.code, self.signal) {
            (true, ..) => format!("hung for {} s", LIMIT.as_secs()),
            (_, Some(code), _) => format!("exit code {code}"),
            (_, _, Some(signal)) => format!("signal {signal}"),
            _ => "an unknown end".to_owned(),
        };
        let last = |text: &str| {
            let lines: Vec<&str> = text.lines().rev().take(4).collect();
            lines.into_iter().rev().collect::<Vec<_>>().join(" | ")
        };
        format!("{end}; stdout: {:?}; stderr: {:?}", last(&self.stdout), last(&self.stderr))
    }
}

/// Runs a program to its end.
pub(crate) fn run(command: Command) -> Result<Ended> {
    Running::start(command)?.wait()
}
