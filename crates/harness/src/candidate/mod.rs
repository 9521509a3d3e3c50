//! Running the programs that are judged.
//!
//! A [`Candidate`] is a command with its limits. A [`Supervisor`] runs candidates, also several at a time, and owns
//! what runs. Each run starts processes of its own, and has one life on all systems, which [`Supervisor::run_once`] tells:
//!
//! 1. start the program, with the beginning of its input in a pipe;
//! 2. feed it the rest of the input, and read what it writes;
//! 3. watch its time, its memory and the length of its output;
//! 4. stop everything that it has started, whether it ended or exceeded a limit;
//! 5. reap it, and say how it ended and what it took.
//!
//! `unix/` and `windows/` have a supervisor and a `Program` each, for these steps: there a program runs in a process
//! group, here in a job. If this process was suspended meanwhile, so that nobody knows whether the program ended in time
//! (`watch.rs`), the run is repeated, up to three times.
//!
//! # Nothing is left
//!
//! | what ends | what stops the programs |
//! |---|---|
//! | a run | its supervisor, as the last step but one of its life |
//! | the command, by itself or because of a signal | [`Supervisor::stop`], also when a supervisor is dropped |
//! | this process, killed or by a panic, on Unix | a second process, the guard (`unix/guard.rs`) |
//! | this process, killed or by a panic, on Windows | the system: it closes the job of this process (`windows/`) |
//!
//! A process that leaves the group of its program still has the mark of its run in its environment. On Linux such
//! processes are looked for when a program had to be stopped, else once a second, and at the end (`unix/marks.rs`).

mod ending;
mod usage;
mod watch;

#[cfg(unix)]
mod unix;
#[cfg(unix)]
use unix as system;

#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as system;

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

pub(crate) use ending::Ending;
use system::Program;
pub use system::Supervisor;
pub(crate) use system::guard;
pub(crate) use usage::{MIB, in_mib};
pub use usage::{PeakMemory, Usage};

use crate::source::{display_name, with_bare_newlines};

/// A program to be judged, which is run once for each input.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program, then its arguments.
    words: Vec<String>,
    /// How long the program may take for one input.
    pub(crate) time_limit: Duration,
    /// How many bytes of memory it may take.
    pub(crate) memory_limit: Option<u64>,
    /// Whether it has ended as if by an interrupt, and there was none.
    ends_like_an_interrupt: Arc<AtomicBool>,
}

/// The result of one run.
#[derive(Debug)]
pub(crate) struct RunOutput {
    pub(crate) ending: Ending,
    /// What the program wrote to standard output, if that is within the limit.
    pub(crate) stdout: Vec<u8>,
    /// The end of what it wrote to standard error.
    pub(crate) stderr: Vec<u8>,
    pub(crate) usage: Usage,
}

impl Candidate {
    /// Splits a command into words as a shell does. No shell is started later: there are no pipes, variables or
    /// patterns.
    ///
    /// ```
    /// use std::time::Duration;
    /// use harness::Candidate;
    ///
    /// let second = Duration::from_secs(1);
    /// assert!(Candidate::parse("python3 'my solution.py' --fast", second).is_ok());
    /// assert!(Candidate::parse("python3 'my solution.py", second).is_err());
    /// ```
    pub fn parse(command: &str, time_limit: Duration) -> Result<Self, String> {
        if command.contains('\0') {
            return Err("a NUL byte cannot be part of a command".to_owned());
        }
        let words = split(command, cfg!(windows)).ok_or("a quote or a backslash is not closed")?;
        if words.first().is_none_or(String::is_empty) {
            return Err("the command is empty; name a program".to_owned());
        }
        if let Some(word) = shell_word(command, &words) {
            let quoted = shlex::try_quote(command).map_err(|error| error.to_string())?;
            return Err(format!("no shell is started, so '{word}' would be taken literally; write: sh -c {quoted}"));
        }
        Ok(Self { words, time_limit, memory_limit: None, ends_like_an_interrupt: Arc::default() })
    }

    /// The same program with a limit of its memory: how many bytes may be resident in the largest of its processes.
    #[must_use]
    pub fn with_memory_limit(self, bytes: u64) -> Self {
        Self { memory_limit: Some(bytes), ..self }
    }

    /// The same program with a shorter time limit.
    pub(crate) fn with_time_limit(&self, time_limit: Duration) -> Self {
        Self { time_limit: time_limit.min(self.time_limit), ..self.clone() }
    }
}

/// Splits a command as a shell does. On Windows a backslash is part of a path, and escapes nothing.
fn split(command: &str, has_paths_with_backslashes: bool) -> Option<Vec<String>> {
    if !has_paths_with_backslashes {
        return shlex::split(command);
    }
    let words = shlex::split(&command.replace('\\', "\0"))?;
    Some(words.into_iter().map(|word| word.replace('\0', "\\")).collect())
}

/// The error of a run after [`Supervisor::stop`]: it has no result, whatever the program did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllStopped;

impl Supervisor {
    /// Runs a candidate on an input, until it ends, exceeds one of its limits, or has written more than `output_limit`
    /// bytes to standard output. Nothing that it has started in its group or job is left then.
    ///
    /// # Errors
    ///
    /// If the program cannot be run, and [`AllStopped`] after [`stop`](Self::stop).
    pub(crate) fn run(&self, candidate: &Candidate, input: &[u8], output_limit: usize) -> anyhow::Result<RunOutput> {
        /// How often a program is run again because it is not known whether it ended in time.
        const REPETITIONS: usize = 3;
        /// How long it takes at most to notice an interrupt: on a machine where many processes wait for a processor, and
        /// usually, which is enough for a program that ends like that by itself.
        const LATEST_NOTICE: [Duration; 2] = [Duration::from_secs(2), Duration::from_millis(50)];
        const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
        if candidate.memory_limit.is_some() && !system::IS_MEASURED {
            anyhow::bail!("--memory-limit needs a system that says how much memory a program takes; leave it out");
        }
        let mut repetitions = 0..REPETITIONS;
        loop {
            let run = self.run_once(candidate, input, output_limit);
            if run.as_ref().is_ok_and(|output| output.ending.may_be_an_interrupt()) {
                let ends_so_by_itself = candidate.ends_like_an_interrupt.load(Ordering::Relaxed);
                let deadline = Instant::now() + LATEST_NOTICE[usize::from(ends_so_by_itself)];
                while !self.is_stopped() && Instant::now() < deadline {
                    thread::sleep(BETWEEN_LOOKS);
                }
                candidate.ends_like_an_interrupt.store(true, Ordering::Relaxed);
            }
            // What has been stopped, or could not be started any more, has no result.
            if self.is_stopped() {
                return Err(AllStopped.into());
            }
            let output = run.map_err(|error| cannot_run(&candidate.words[0], &error))?;
            if output.ending != Ending::Disturbed || repetitions.next().is_none() {
                return Ok(output);
            }
        }
    }

    /// The life of a run.
    fn run_once(&self, candidate: &Candidate, input: &[u8], output_limit: usize) -> io::Result<RunOutput> {
        let mut program = Program::start(self, candidate, input)?;
        // Until it ends, or has to be stopped for the reason that is returned.
        let mut feed_and_watch = || -> io::Result<Option<Ending>> {
            loop {
                // Before the process is looked at: it is too slow only if it is still running after this time.
                program.watch.look();
                let left = candidate.time_limit.saturating_sub(program.watch.watched());
                let wait = program.watch.plan(left.min(program.longest_wait()));
                program.transfer(wait)?;
                let has_ended = program.has_ended()?;
                if program.streams.stdout.len() > output_limit {
                    return Ok(Some(Ending::TooMuchOutput));
                }
                if has_ended {
                    return Ok(None);
                }
                if let Some(ending) = program.over_limit(left) {
                    return Ok(Some(ending));
                }
            }
        };
        let watched = feed_and_watch();
        program.watch.look();
        let reaped = program.stop_and_reap(matches!(watched, Ok(None)), output_limit);
        let (stopped, (status, usage)) = (watched?, reaped?);
        let ending = match stopped {
            Some(ending) => ending,
            None if program.streams.stdout.len() > output_limit => Ending::TooMuchOutput,
            None => Ending::by_itself(candidate, status, usage, program.watch.watched()),
        };
        let written = [program.streams.stdout, program.streams.stderr];
        let [stdout, stderr] = if cfg!(windows) { written.map(|bytes| with_bare_newlines(&bytes)) } else { written };
        Ok(RunOutput { ending, stdout, stderr, usage })
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Display for AllStopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the program was stopped because of an interrupt")
    }
}

impl std::error::Error for AllStopped {}

/// The first argument of the process that a supervisor starts to stop all programs if this one is killed. It is for
/// this program alone, and is not listed among the commands.
pub(crate) const GUARD: &str = "guard-programs";

/// How many bytes of standard error are kept: the last ones.
const STDERR_KEPT: usize = 8 * 1024;

/// Keeps only the end of standard error.
fn keep_end(stderr: &mut Vec<u8>) {
    stderr.drain(..stderr.len().saturating_sub(STDERR_KEPT));
}

/// Why a program cannot be run.
fn cannot_run(program: &str, error: &io::Error) -> anyhow::Error {
    /// The number of the error that a file is not a program.
    const ENOEXEC: i32 = 8;
    let path = Path::new(program);
    let name = display_name(program);
    let lacks_interpreter = error.kind() == io::ErrorKind::NotFound && program.contains('/');
    if let Some(fix) = source_fix(path).filter(|_| path.is_file() && !lacks_interpreter) {
        return anyhow::anyhow!("--against: '{name}' is source code; {fix}");
    }
    let why = match error.kind() {
        io::ErrorKind::NotFound if !program.contains('/') && path.is_file() => {
            return anyhow::anyhow!(
                "--against: no program '{name}' is installed; for the file in this folder write './{name}'"
            );
        }
        io::ErrorKind::NotFound if !program.contains('/') || !path.exists() => {
            return anyhow::anyhow!("--against: there is no program '{name}'; name one, or a path");
        }
        io::ErrorKind::NotFound if has_cr_in_first_line(path) => {
            "its first line ends with CR LF; remove the CR".to_owned()
        }
        io::ErrorKind::NotFound => "the program that its first line names is missing".to_owned(),
        io::ErrorKind::PermissionDenied if path.is_dir() => "it is a folder; name a program".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is denied; `chmod +x` grants it if this is a program".to_owned(),
        _ if cfg!(unix) && error.raw_os_error() == Some(ENOEXEC) => {
            "it is not a program; if it is a script, begin it with `#!`, or write for example `python3 FILE`".to_owned()
        }
        _ => error.to_string(),
    };
    anyhow::anyhow!("--against: '{name}' cannot be run: {why}")
}

/// What to do with a file that is source code by its name.
fn source_fix(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "c" | "cc" | "cpp" | "cxx" | "cs" | "go" | "java" | "kt" | "pas" | "rs" => {
            Some("compile it, and name the program that results")
        }
        "js" | "lua" | "php" | "pl" | "py" | "rb" => Some("name its interpreter before it, as in 'python3 FILE'"),
        _ => None,
    }
}

/// Whether a file is a script that was saved as on Windows.
fn has_cr_in_first_line(path: &Path) -> bool {
    let mut line = Vec::new();
    let read = File::open(path).and_then(|file| BufReader::new(file).take(4096).read_until(b'\n', &mut line));
    read.is_ok() && line.starts_with(b"#!") && line.ends_with(b"\r\n")
}

/// A word that would mean something to a shell. In quotation marks it is an argument.
fn shell_word<'a>(command: &str, words: &'a [String]) -> Option<&'a String> {
    let is_redirection = |word: &str| word.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(['<', '>']);
    let is_operator = |word: &str| matches!(word, "|" | "||" | "&" | "&&" | ";") || cfg!(unix) && word.ends_with(';');
    let is_unquoted = |word: &&String| command.split_whitespace().any(|part| part == word.as_str());
    // What a shell would replace, or not take for a part of a name.
    let is_no_program = |word: &&String| {
        cfg!(unix) && (word.starts_with('~') || word.contains(['$', '=', '|', ';', '&'])) && !Path::new(word).exists()
    };
    let program = words.first().filter(is_no_program);
    words.iter().filter(|word| is_operator(word) || is_redirection(word)).chain(program).find(is_unquoted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_of_paths_stay_on_windows() {
        let words = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
        assert_eq!(split(r".\a.exe C:\x\new", true), words(&[r".\a.exe", r"C:\x\new"]));
        assert_eq!(
            split(r#""C:\my files\a.exe" 'C:\my files\'"#, true),
            words(&[r"C:\my files\a.exe", r"C:\my files\"])
        );
        assert_eq!(split(r"'C:\my files\", true), None);
        assert_eq!(split(r"a\ b", false), words(&["a b"]));
    }
}
