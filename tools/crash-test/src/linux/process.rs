//! Running programs: their output, how they end, and that they end at all.

use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The longest time that a run may take, far more than any takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(300);

/// A program and its arguments.
pub(crate) type Words = Vec<String>;

/// A program of the workspace, which was built into the same folder as this one, with these arguments.
pub(crate) fn words(name: &str, arguments: &[&str]) -> Words {
    let path = std::env::current_exe().expect("Linux knows it").with_file_name(name);
    [path.to_string_lossy().into_owned()].into_iter().chain(arguments.iter().map(|&word| word.to_owned())).collect()
}

/// A program that is running, with its output in pipes that are read all the time.
pub(crate) struct RunningProcess {
    child: Child,
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
const SIGKILL: i32 = 9;

impl RunningProcess {
    pub(crate) fn start(words: &Words) -> Result<Self> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).current_dir(testkit::workspace()).env_remove("RUST_BACKTRACE");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().with_context(|| words[0].clone())?;
        let (stdout, stderr) = (read(child.stdout.take()), read(child.stderr.take()));
        Ok(Self { child, stdout, stderr })
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

    /// The end in words, with what was said.
    pub(crate) fn in_words(&self) -> String {
        let end = match (self.is_hung, self.code, self.signal) {
            (true, ..) => format!("hung for {} s", LIMIT.as_secs()),
            (_, Some(code), _) => format!("exit code {code}"),
            (_, _, signal) => format!("signal {signal:?}"),
        };
        let start = |text: &str| text.chars().take(500).collect::<String>();
        format!("{end}; stdout: {:?}; stderr: {:?}", start(&self.stdout), start(&self.stderr))
    }
}

/// Runs a program to its end.
pub(crate) fn run(words: &Words) -> Result<Ended> {
    RunningProcess::start(words)?.wait()
}
