//! A program under test with all processes that come from it, found by a mark.

use std::borrow::Cow;
use std::fs::{self, DirEntry, File};
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use testkit::{Program, TemporaryFolder, wait_until};

use super::{JUDGE, PROGRAM};

/// A program that is running, the leader of a group. All its processes have the same mark in their environment or in an
/// argument: one that clears its environment is given the mark as an argument.
pub(super) struct Running {
    child: Child,
    mark: String,
    pub(super) folder: TemporaryFolder,
}

/// Starts the program with these arguments against a candidate, if there is one.
pub(super) fn begin(candidate: &str, arguments: &[&str]) -> Running {
    begin_with(&[], candidate, arguments, |_, _| {})
}

/// Starts the words of `launcher`, followed by the program and its arguments, after `prepare` has prepared the
/// folder and the command. Its standard output and error are files in the folder if that does not change it.
pub(super) fn begin_with(
    launcher: &[&str],
    candidate: &str,
    arguments: &[&str],
    prepare: impl FnOnce(&TemporaryFolder, &mut Command),
) -> Running {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    // In digits, as `sleep` takes it after a point.
    let mark = format!("{:07}{:05}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let folder = TemporaryFolder::default();
    // Tests may have been started with signals ignored.
    let mut command = Program::at("env").command(&["--default-signal=HUP,INT,QUIT,TERM,TSTP"]);
    command.args(launcher).arg(PROGRAM).args(arguments);
    if !candidate.is_empty() {
        command.args(["--against", &shell_command(candidate)]);
    }
    let file = |name| File::create(folder.path(name)).expect("a file can be made");
    command.stdin(Stdio::null()).stdout(file("stdout")).stderr(file("stderr"));
    command.process_group(0).current_dir(folder.root());
    command.env("MARK", &mark).env("STARTED", folder.path("started"));
    command.env("PROGRAM", PROGRAM).env("JUDGE", JUDGE);
    prepare(&folder, &mut command);
    Running { child: command.spawn().expect("the program starts"), mark, folder }
}

impl Running {
    /// Waits until a candidate has started.
    pub(super) fn wait_until_started(&self) {
        wait_until("the candidate does not start", || self.has_started());
    }

    pub(super) fn has_started(&self) -> bool {
        fs::exists(self.folder.path("started")).expect("a path")
    }

    /// Signals the program, or its whole group.
    pub(super) fn signal(&self, signal: Signal, to_group: bool) {
        let id = Pid::from_child(&self.child);
        // Until it is waited for, its number is its own.
        let _ = if to_group { kill_process_group(id, signal) } else { kill_process(id, signal) };
    }

    /// Waits for the end of the program. Returns its exit code, or 128 and the signal that ended it, and what it wrote.
    pub(super) fn wait(&mut self) -> (i32, String) {
        let mut status = None;
        wait_until("the program does not end", || {
            status = self.child.try_wait().expect("the program can be waited for");
            status.is_some()
        });
        let status = status.expect("it has ended");
        let code = status.code().unwrap_or_else(|| 128 + status.signal().expect("a code or a signal"));
        (code, fs::read_to_string(self.folder.path("stdout")).expect("text"))
    }

    /// Waits for the end of the program, and asserts that it has this exit code. Returns what it wrote.
    pub(super) fn ends_with(&mut self, expected: i32) -> String {
        let (code, stdout) = self.wait();
        assert_eq!(code, expected, "{stdout}{}", self.stderr());
        stdout
    }

    /// Signals the program or its group, and asserts that this ends it, and all that it has started. Returns what it
    /// wrote.
    pub(super) fn ends_by(&mut self, signal: Signal, to_group: bool) -> String {
        self.signal(signal, to_group);
        let stdout = self.ends_with(128 + signal.as_raw());
        self.assert_gone();
        stdout
    }

    /// What has been written to standard error.
    pub(super) fn stderr(&self) -> String {
        fs::read_to_string(self.folder.path("stderr")).expect("text")
    }

    /// Asserts that no process with this mark is left. One that has been killed takes a moment to end.
    pub(super) fn assert_gone(&self) {
        wait_until("there are processes left", || self.processes().is_empty());
    }

    /// Ends all processes with this mark.
    pub(super) fn kill(&self) {
        wait_until("the processes do not end", || {
            self.signal_each("", Signal::KILL);
            self.processes().is_empty()
        });
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

    /// The command lines of the processes with this mark that have not ended.
    pub(super) fn processes(&self) -> Vec<String> {
        self.marked().map(|(_, line, _)| line.trim().to_owned()).collect()
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
