//! Running a process: writing its input, reading its output, and stopping it together with its children.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

use super::{Ending, RunOutput, Usage};

/// How many bytes of standard error are kept: the last ones.
const STDERR_KEPT: usize = 8 * 1024;

/// How often a process is polled for its end while its children hold its pipes open.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

pub(super) fn run(words: &[String], input: &[u8], output_limit: usize, time_limit: Duration) -> io::Result<RunOutput> {
    let start = Instant::now();
    let deadline = start + time_limit;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut group = Group::spawn(&mut command, deadline)?;
    let mut streams = Streams::of(&mut group.child, input)?;
    let ending = streams.communicate(&mut group.child, output_limit, deadline)?;
    let usage = Usage::of_wall(start.elapsed());
    group.stop();
    Ok(RunOutput { ending, stdout: streams.stdout.bytes, stderr: streams.stderr.bytes, usage })
}

/// A process and all processes that it starts, except those that leave its group.
struct Group {
    child: Child,
    id: Pid,
}

/// The groups that are running, so that an interrupt can stop them all.
static RUNNING: Mutex<BTreeSet<Pid>> = Mutex::new(BTreeSet::new());

/// Locked for reading while a process is started and registered, and for writing to prevent further starts.
static STARTING: RwLock<()> = RwLock::new(());

impl Group {
    /// Starts a process. If the system is temporarily out of resources, tries again until the deadline.
    fn spawn(command: &mut Command, deadline: Instant) -> io::Result<Self> {
        loop {
            match Self::try_spawn(command) {
                Err(error) if is_transient(&error) && Instant::now() < deadline => std::thread::sleep(POLL_INTERVAL),
                spawned => return spawned,
            }
        }
    }

    fn try_spawn(command: &mut Command) -> io::Result<Self> {
        let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        let child = command.process_group(0).spawn()?;
        let id = Pid::from_raw(i32::try_from(child.id()).map_err(io::Error::other)?);
        with_running(|groups| groups.insert(id));
        Ok(Self { child, id })
    }

    fn stop(&mut self) {
        // The only possible error is that the group has already ended. Its id cannot belong to another group: the system does
        // not reuse it while a process of the group is left, and otherwise the last one was waited for only a moment ago.
        let _ = killpg(self.id, Signal::SIGKILL);
        // The process has ended, or is about to.
        let _ = self.child.wait();
        with_running(|groups| groups.remove(&self.id));
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if with_running(|groups| groups.contains(&self.id)) {
            self.stop();
        }
    }
}

/// Whether the system is only temporarily out of processes, descriptors or memory.
fn is_transient(error: &io::Error) -> bool {
    use nix::errno::Errno;
    let number = error.raw_os_error().map(Errno::from_raw);
    matches!(number, Some(Errno::EMFILE | Errno::ENFILE | Errno::EAGAIN | Errno::ENOMEM))
}

fn with_running<R>(action: impl FnOnce(&mut BTreeSet<Pid>) -> R) -> R {
    action(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

pub(super) fn stop_all_on_interrupt() {
    /// The exit code by which shells report an interrupt.
    const INTERRUPTED: i32 = 130;
    // Signals that were ignored at the start, as under `nohup`, stay ignored.
    let _ = ctrlc::try_set_handler(|| {
        let _no_more_starts = STARTING.write().unwrap_or_else(PoisonError::into_inner);
        with_running(|groups| {
            for &group in groups.iter() {
                let _ = killpg(group, Signal::SIGKILL);
            }
        });
        std::process::exit(INTERRUPTED);
    });
}

fn ending_of(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, signal) => Ending::Signal(signal.unwrap_or(0)),
    }
}

/// The three pipes of a process, polled together so that none can block the others.
struct Streams<'a> {
    stdin: Option<ChildStdin>,
    /// The part of the input that has not been written yet.
    input: &'a [u8],
    stdout: Output,
    stderr: Output,
}

/// A pipe to read from, and what has been read.
struct Output {
    pipe: Option<Box<dyn Pipe>>,
    bytes: Vec<u8>,
}

trait Pipe: Read + AsFd {}
impl<P: Read + AsFd> Pipe for P {}

impl<'a> Streams<'a> {
    fn of(child: &mut Child, input: &'a [u8]) -> io::Result<Self> {
        let missing = || io::Error::other("a pipe is missing");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;
        set_nonblocking(stdin.as_fd())?;
        Ok(Self { stdin: Some(stdin), input, stdout: Output::of(stdout)?, stderr: Output::of(stderr)? })
    }

    /// Writes the input and reads the output until the process ends or has to be stopped.
    fn communicate(&mut self, child: &mut Child, output_limit: usize, deadline: Instant) -> io::Result<Ending> {
        let mut poll_at = Instant::now() + POLL_INTERVAL;
        let mut pause = Duration::from_micros(50);
        loop {
            let now = Instant::now();
            if now >= deadline {
                return Ok(Ending::OutOfTime);
            }
            if self.stdout.pipe.is_some() || self.stderr.pipe.is_some() {
                self.wait_for_any(deadline.min(poll_at) - now.min(poll_at))?;
                self.write_some();
                self.stdout.read_some(output_limit + 1)?;
                self.stderr.read_last()?;
            } else {
                // Both pipes are closed: the process ends in a moment, unless it goes on without output.
                self.stdin = None;
                if let Some(status) = child.try_wait()? {
                    return Ok(ending_of(status));
                }
                std::thread::sleep(pause.min(deadline - now));
                pause = POLL_INTERVAL.min(2 * pause);
            }
            if self.stdout.bytes.len() > output_limit {
                return Ok(Ending::TooMuchOutput);
            }
            if Instant::now() >= poll_at {
                poll_at += POLL_INTERVAL;
                if let Some(status) = child.try_wait()? {
                    // All that it has written is in the pipes. Further output of its children is not waited for.
                    self.stdout.read_some(output_limit + 1)?;
                    self.stderr.read_last()?;
                    let too_much = self.stdout.bytes.len() > output_limit;
                    return Ok(if too_much { Ending::TooMuchOutput } else { ending_of(status) });
                }
            }
        }
    }

    /// Waits until a pipe can be written or read, or the time is up.
    fn wait_for_any(&self, timeout: Duration) -> io::Result<()> {
        let reading = [&self.stdout, &self.stderr].into_iter().filter_map(|output| output.pipe.as_ref());
        let mut polled: Vec<PollFd<'_>> = reading.map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLIN)).collect();
        polled.extend(self.stdin.as_ref().map(|pipe| PollFd::new(pipe.as_fd(), PollFlags::POLLOUT)));
        // Rounded up, so that a wait of less than a millisecond does not become a busy loop.
        let milliseconds = timeout.as_millis().saturating_add(1);
        let timeout = PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::MAX);
        match poll(&mut polled, timeout) {
            Ok(_) | Err(nix::Error::EINTR) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn write_some(&mut self) {
        let Some(pipe) = &mut self.stdin else { return };
        while !self.input.is_empty() {
            match pipe.write(self.input) {
                Ok(written) => self.input = &self.input[written..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                // A program need not read all of its input.
                Err(_) => break,
            }
        }
        self.stdin = None;
    }
}

impl Output {
    fn of(pipe: impl Pipe + 'static) -> io::Result<Self> {
        set_nonblocking(pipe.as_fd())?;
        Ok(Self { pipe: Some(Box::new(pipe)), bytes: Vec::new() })
    }

    /// Reads what is available, until at least `limit` bytes have been read in all.
    fn read_some(&mut self, limit: usize) -> io::Result<()> {
        let mut buffer = [0; 16 * 1024];
        while let Some(pipe) = &mut self.pipe {
            if self.bytes.len() >= limit {
                break;
            }
            match pipe.read(&mut buffer) {
                Ok(0) => self.pipe = None,
                Ok(count) => self.bytes.extend_from_slice(&buffer[..count]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads what is available and keeps only the end of everything read so far.
    fn read_last(&mut self) -> io::Result<()> {
        self.read_some(8 * STDERR_KEPT)?;
        let surplus = self.bytes.len().saturating_sub(STDERR_KEPT);
        self.bytes.drain(..surplus);
        Ok(())
    }
}

/// Makes reading and writing return at once instead of blocking.
fn set_nonblocking(pipe: BorrowedFd<'_>) -> io::Result<()> {
    let flags = OFlag::from_bits_retain(fcntl(pipe, FcntlArg::F_GETFL)?);
    fcntl(pipe, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK))?;
    Ok(())
}
