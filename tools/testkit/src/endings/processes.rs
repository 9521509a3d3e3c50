//! Programs under test with all processes that come from them, found by a mark.

use std::borrow::Cow;
use std::fs::{self, DirEntry, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::Script;
use crate::program::Program;
use crate::temporary::TemporaryFolder;

/// How long to wait for what must happen. Only a test that fails waits so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// The signals that ask a process to end, and the one that it cannot catch.
pub(super) const ENDING: [Signal; 5] = [Signal::HUP, Signal::INT, Signal::QUIT, Signal::TERM, Signal::KILL];

/// Processes that have the same mark in their environment or in an argument. A program that clears its environment is
/// given the mark as an argument.
pub(super) struct Family {
    mark: String,
    pub(super) folder: TemporaryFolder,
}

/// A program that is running.
pub(super) struct Running {
    child: Child,
    stdout: PathBuf,
}

/// How a program ended.
#[derive(Debug)]
pub(super) struct Ended {
    /// 128 and the signal if one ended it, as shells say it.
    pub(super) code: i32,
    pub(super) stdout: String,
}

impl Default for Family {
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        // In digits, as `sleep` takes it after a point.
        let mark = format!("{:07}{:05}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self { mark, folder: TemporaryFolder::default() }
    }
}

impl Family {
    /// An option `--against` for a script.
    pub(super) fn against(&self, script: &Script) -> String {
        // A variable, as the script may be in quotation marks where it has this name.
        let text = script.text.replace("MARK", &self.mark).replace("STARTED", "\"$STARTED\"");
        shell_command(&format!("export STARTED={}; {text}", quoted(&self.folder.path("started"))))
    }

    /// Starts a program that ignores these signals and no others, as the leader of a group, with its standard output in
    /// a file unless `change` gives it another one.
    pub(super) fn start(
        &self,
        program: &Program,
        arguments: &[&str],
        ignored: &[Signal],
        change: impl FnOnce(&mut Command),
    ) -> Running {
        let path = program.command(&[]).get_program().to_owned();
        let mut command = Program::at("env").command(&["--default-signal=HUP,INT,QUIT,TERM,TSTP"]);
        command.args(ignored.iter().map(|signal| format!("--ignore-signal={}", signal.as_raw())));
        command.arg(path).args(arguments);
        let stdout = PathBuf::from(self.folder.path("stdout"));
        let file = File::create(&stdout).expect("a file can be made");
        let stderr = File::create(self.folder.path("stderr")).expect("a file can be made");
        command.env("TESTKIT_MARK", &self.mark).process_group(0).stdin(Stdio::null()).stdout(file).stderr(stderr);
        change(&mut command);
        Running { child: command.spawn().expect("the program starts"), stdout }
    }

    /// Waits until a candidate has started.
    pub(super) fn wait_until_started(&self) {
        wait_until("the candidate does not start", || fs::exists(self.folder.path("started")).unwrap_or(false));
    }

    /// Waits until no process with this mark is left. One that was killed leaves that to another process, which takes a
    /// moment.
    pub(super) fn wait_until_gone(&self) {
        let start = Instant::now();
        while !self.processes().is_empty() {
            assert!(start.elapsed() < PATIENCE, "there are processes left: {:?}", self.processes());
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Ends all processes with this mark.
    pub(super) fn kill(&self) {
        self.signal_each("", Signal::KILL);
        self.wait_until_gone();
    }

    /// Signals each process with this mark whose command line begins so.
    pub(super) fn signal_each(&self, program: &str, signal: Signal) {
        for (process, ..) in self.marked().filter(|(_, line, _)| line.starts_with(program)) {
            // It may have ended meanwhile.
            let _ = Pid::from_raw(process).map(|process| kill_process(process, signal));
        }
    }

    /// The states of the processes with this mark whose command line begins so.
    pub(super) fn states(&self, program: &str) -> String {
        self.marked().filter(|(_, line, _)| line.starts_with(program)).map(|(.., state)| state).collect()
    }

    /// Asserts that no process with this mark is left.
    pub(super) fn assert_gone(&self) {
        let left = self.processes();
        assert!(left.is_empty(), "{left:?}");
    }

    /// The command lines and the states of the processes with this mark that have not ended.
    pub(super) fn processes(&self) -> Vec<(String, char)> {
        self.marked().map(|(_, line, state)| (line, state)).collect()
    }

    fn marked(&self) -> impl Iterator<Item = (i32, String, char)> {
        fs::read_dir("/proc").expect("Linux has it").filter_map(|process| {
            let process = process.ok()?;
            let number = process.file_name().to_str()?.parse().ok()?;
            let read = |file: &str| {
                fs::read(process.path().join(file)).map(|text| String::from_utf8_lossy(&text).into_owned())
            };
            let (command_line, environment) = (read("cmdline").ok()?, read("environ").ok()?);
            let is_marked = command_line.contains(&self.mark) || environment.contains(&self.mark);
            let stat = read("stat").ok().filter(|_| is_marked)?;
            let state = stat.rsplit_once(") ")?.1.chars().next()?;
            (state != 'Z' && state != 'X').then(|| (number, command_line.replace('\0', " "), state))
        })
    }
}

impl Running {
    /// Signals the program, or its whole group.
    pub(super) fn signal(&self, signal: Signal, to_group: bool) {
        let id = Pid::from_child(&self.child);
        // Until it is waited for, its number is its own.
        let _ = if to_group { kill_process_group(id, signal) } else { kill_process(id, signal) };
    }

    /// Whether the program has started threads, and all of them wait for something at this moment, not for a processor.
    pub(super) fn is_asleep(&self) -> bool {
        let Ok(threads) = fs::read_dir(format!("/proc/{}/task", self.child.id())) else { return false };
        let is_asleep = |thread: io::Result<DirEntry>| {
            let stat = thread.and_then(|thread| fs::read_to_string(thread.path().join("stat")));
            stat.is_ok_and(|stat| stat.contains(") S "))
        };
        let are_asleep: Vec<bool> = threads.map(is_asleep).collect();
        are_asleep.len() > 1 && are_asleep.into_iter().all(|is_asleep| is_asleep)
    }

    /// Whether the program is suspended.
    pub(super) fn is_suspended(&self) -> bool {
        fs::read_to_string(format!("/proc/{}/stat", self.child.id())).is_ok_and(|stat| stat.contains(") T "))
    }

    /// Signals the program, and waits until it has noticed that: then it starts a thread.
    pub(super) fn signal_and_wait_until_noticed(&self, signal: Signal) {
        let threads = || fs::read_dir(format!("/proc/{}/task", self.child.id())).map_or(0, Iterator::count);
        let before = threads();
        self.signal(signal, false);
        wait_until("the program does not notice the signal", || threads() > before);
    }

    /// Waits for the end of the program.
    pub(super) fn wait(mut self) -> Ended {
        let mut status = None;
        wait_until("the program does not end", || {
            status = self.child.try_wait().expect("the program can be waited for");
            status.is_some()
        });
        let status = status.expect("it has ended");
        let code = status.code().unwrap_or_else(|| 128 + status.signal().expect("a code or a signal"));
        Ended { code, stdout: fs::read_to_string(&self.stdout).expect("text") }
    }
}

/// A word for a shell.
pub(super) fn quoted(word: &str) -> Cow<'_, str> {
    shlex::try_quote(word).expect("no NUL")
}

/// A command that runs a script of the shell.
pub(super) fn shell_command(script: &str) -> String {
    format!("sh -c {}", quoted(script))
}

/// Waits until a condition holds in a row of looks, and not only by chance.
pub(super) fn wait_until_it_holds(failure: &str, mut condition: impl FnMut() -> bool) {
    const LOOKS: u32 = 20;
    let mut looks = 0;
    wait_until(failure, || {
        looks = if condition() { looks + 1 } else { 0 };
        looks == LOOKS
    });
}

/// Waits until a condition holds.
pub(super) fn wait_until(failure: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "{failure}");
        thread::sleep(Duration::from_millis(1));
    }
}
