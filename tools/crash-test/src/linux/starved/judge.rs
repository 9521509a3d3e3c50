//! Whether a program with too little has ended as it should.

use std::path::Path;
use std::process::Command;

use crate::linux::process::{Ended, SIGABRT};
use crate::linux::work::Work;

/// An end that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) enum Outcome {
    /// With the right result.
    Right,
    /// With a line that says what has failed.
    Error,
    /// There was no memory, which the standard library says before it ends the process.
    NoMemory,
    /// The system could not start the program. Right only where it cannot even print its help.
    NotStarted,
    /// The shell that starts the program could not open the file for its output.
    NotOpened,
}

/// What a limit makes fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::linux) enum Lack {
    Memory,
    Other,
}

/// What an error may name.
pub(super) struct Places {
    /// The program, with whose name an error may begin.
    program: String,
    /// The paths that it was given.
    paths: Vec<String>,
}

impl Places {
    pub(super) fn of(program: &Path, folder: &Path, command: &Command) -> Self {
        // A command that is an argument is several words.
        let arguments = command.get_args().map(|argument| argument.to_string_lossy().into_owned());
        let words = arguments.flat_map(|argument| argument.split(' ').map(str::to_owned).collect::<Vec<_>>());
        let paths = words.chain([folder.to_string_lossy().into_owned()]);
        let paths = paths.map(|path| path.trim_end_matches('/').to_owned());
        Self {
            program: program.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            paths: paths.filter(|path| path.contains('/')).collect(),
        }
    }

    /// Whether the line says more than the system does, and names a path, a stream or the command if the system could
    /// not use a file.
    fn are_named_by(&self, line: &str) -> bool {
        /// The numbers of errors of the system that are about a file that cannot be opened, made, or written.
        const OF_FILES: [&str; 6] = ["13", "23", "24", "27", "28", "30"];
        /// Names by themselves. The command is named by its option.
        const NAMES: [&str; 4] = ["standard input", "standard output", "standard error", "--against"];
        let message = line.strip_prefix(&self.program).and_then(|rest| rest.strip_prefix(": "));
        let Some((said, number)) = message.unwrap_or(line).rsplit_once(" (os error ") else {
            return message.map_or(line.contains(": "), |message| !message.is_empty());
        };
        if !OF_FILES.iter().any(|of_file| number.strip_prefix(of_file).is_some_and(|rest| rest.starts_with(')'))) {
            return said.contains(": ");
        }
        said.split(": ").any(|part| NAMES.contains(&part)) || self.paths.iter().any(|path| said.contains(path.as_str()))
    }
}

/// What the standard library prints when a thread gets no stack for signals; the main thread needs one before `main`.
const NO_STACK_FOR_SIGNALS: &str = "failed to allocate an alternative stack: Cannot allocate memory";

/// Judges an end that is not the right one.
pub(super) fn judge(run: &Ended, lack: Lack, work: &Work, places: &Places) -> Result<Outcome, String> {
    let is_started = !run.stderr.contains("error while loading shared libraries") && run.code != Some(126);
    let wrong = |what: &str| Err(format!("{what}: {}", run.in_words()));
    if run.is_hung {
        return wrong("it hangs");
    }
    if lack == Lack::Memory && run.signal == Some(SIGABRT) && run.stderr.contains(NO_STACK_FOR_SIGNALS) {
        let is_before_main = run.stderr.contains("thread 'main'");
        return Ok(if is_before_main { Outcome::NotStarted } else { Outcome::NoMemory });
    }
    if run.stderr.contains("panicked at") {
        return wrong("it panics");
    }
    let is_error = |line: &&str| !line.contains(": warning: ") && !(work.is_progress)(line);
    let errors: Vec<&str> = run.stderr.lines().filter(is_error).collect();
    match (run.code, run.signal) {
        (Some(126 | 127), _) if !is_started => Ok(Outcome::NotStarted),
        (Some(code), _) if work.error_codes.contains(&code) => match errors[..] {
            [line] if line.starts_with("sh: ") => Ok(Outcome::NotOpened),
            [] if says_what_could_not_be_judged(run, places) => Ok(Outcome::Error),
            [] => wrong("there is no error"),
            [..] if errors.len() > work.most_errors => wrong("there are several errors"),
            [..] if errors.iter().all(|line| places.are_named_by(line)) => Ok(Outcome::Error),
            [..] => wrong("the error does not say what has failed"),
        },
        // Before the program is there, the system has no other way to say it.
        (_, Some(_)) if lack == Lack::Memory && run.stdout.is_empty() && run.stderr.is_empty() => {
            Ok(Outcome::NotStarted)
        }
        (_, Some(SIGABRT)) if lack == Lack::Memory && run.stderr.contains("memory allocation of ") => {
            Ok(Outcome::NoMemory)
        }
        _ => wrong("it ends in a wrong way"),
    }
}

/// Whether each line of a report of `check` that says that something could not be judged says why.
fn says_what_could_not_be_judged(run: &Ended, places: &Places) -> bool {
    let mut reasons = run.stdout.lines().filter_map(|line| line.strip_prefix("IE ")).peekable();
    reasons.peek().is_some() && reasons.all(|reason| places.are_named_by(&format!("{}: {reason}", places.program)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::tests::script;

    fn judged(run: &Ended, lack: Lack) -> Result<Outcome, String> {
        let mut command = Command::new("sh");
        command.args(["octal", "--against", "/bin/prog --judge x", "fixtures/a/"]);
        judge(run, lack, &script(""), &Places::of(Path::new("/bin/octal"), Path::new("/tmp/x"), &command))
    }

    fn ended(code: Option<i32>, signal: Option<i32>, stderr: &str) -> Ended {
        Ended { code, signal, stderr: stderr.to_owned(), ..Ended::default() }
    }

    #[test]
    fn an_error_has_to_name_the_file() {
        for line in [
            "octal: /tmp/x/values: cannot write: File too large (os error 27)",
            "octal: fixtures/a/1.in: Too many open files (os error 24)",
            "octal: --against: 'prog' cannot be run: Too many open files (os error 24)",
            "octal: all is written but the summary: standard output: No space left on device (os error 28)",
            "octal: standard output: No space left on device (os error 28)",
            "octal: a thread: Resource temporarily unavailable (os error 11)",
            "octal: there is not enough memory",
        ] {
            assert_eq!(judged(&ended(Some(2), None, &format!("{line}\n")), Lack::Other), Ok(Outcome::Error), "{line}");
        }
        for line in [
            "",
            "something went wrong",
            "octal: ",
            "octal: cannot write: No space left on device (os error 28)",
            "octal: a/b: No space left on device (os error 28)",
            "octal: the pipe of a thread: Too many open files (os error 24)",
            "octal: Cannot allocate memory (os error 12)",
            "octal: /tmp/x/values: File too large (os error 27)\noctal: /tmp/x/values: File too large (os error 27)",
        ] {
            assert!(judged(&ended(Some(2), None, line), Lack::Other).is_err(), "{line}");
        }
    }

    #[test]
    fn warnings_are_no_errors_and_the_shell_is_not_the_program() {
        let lines = "octal: warning: a slow disk\noctal: /tmp/x/values: File too large (os error 27)\n";
        assert_eq!(judged(&ended(Some(2), None, lines), Lack::Other), Ok(Outcome::Error));
        let of_shell = "sh: 1: cannot create /tmp/x/answer: Read-only file system\n";
        assert_eq!(judged(&ended(Some(2), None, of_shell), Lack::Other), Ok(Outcome::NotOpened));
    }

    #[test]
    fn what_could_not_be_judged_is_explained_in_the_report() {
        let with_report = |report: &str| Ended { stdout: report.to_owned(), ..ended(Some(2), None, "") };
        let right = "IE fixtures/a/1.in: Too many open files (os error 24)\n1 case: 1 IE\n";
        assert_eq!(judged(&with_report(right), Lack::Other), Ok(Outcome::Error));
        assert!(judged(&with_report("IE 1.in: Too many open files (os error 24)\n"), Lack::Other).is_err());
        assert!(judged(&with_report("1 case: 1 IE\n"), Lack::Other).is_err());
    }

    #[test]
    fn a_panic_a_signal_and_an_unknown_code_are_violations() {
        let panic = "thread 'main' panicked at src/main.rs:1:1:\nno\n";
        assert!(judged(&ended(Some(101), None, panic), Lack::Memory).is_err());
        assert!(judged(&ended(None, Some(SIGABRT), panic), Lack::Memory).is_err());
        assert!(judged(&ended(None, Some(25), ""), Lack::Other).is_err());
        assert!(judged(&ended(Some(1), None, "x: y\n"), Lack::Other).is_err());
        assert!(judged(&Ended { is_hung: true, ..ended(None, Some(9), "") }, Lack::Memory).is_err());
        let start = "thread 'main' (1) panicked at /rustc/x/library/std/src/sys/pal/unix/stack_overflow.rs:236:13:\n\
            failed to allocate an alternative stack: Cannot allocate memory (os error 12)\n";
        assert_eq!(judged(&ended(None, Some(SIGABRT), start), Lack::Memory), Ok(Outcome::NotStarted));
        assert!(judged(&ended(None, Some(SIGABRT), start), Lack::Other).is_err());
        let of_another = start.replace("main", "<unnamed>");
        assert_eq!(judged(&ended(None, Some(SIGABRT), &of_another), Lack::Memory), Ok(Outcome::NoMemory));
        let memory = ended(None, Some(SIGABRT), "memory allocation of 4096 bytes failed\n");
        assert_eq!(judged(&memory, Lack::Memory), Ok(Outcome::NoMemory));
        assert!(judged(&memory, Lack::Other).is_err());
    }
}
