//! Whether a program with too little has ended as it should.

use crate::process::{Ended, SIGABRT};

/// An end that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// With the right result.
    Right,
    /// With a line that says what has failed.
    Error,
    /// There was no memory, which the standard library says before it ends the process.
    NoMemory,
    /// The system could not start the program.
    NotStarted,
}

/// What a limit makes fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    Memory,
    Other,
}

/// The numbers of errors of the system that are about a file: files that cannot be opened, made, or written.
const OF_FILES: [&str; 6] =
    ["(os error 13)", "(os error 23)", "(os error 24)", "(os error 27)", "(os error 28)", "(os error 30)"];

/// Judges an end that is not the right one.
pub(super) fn judge(run: &Ended, lack: Lack) -> Result<Outcome, String> {
    // `check` says in its report what it could not judge.
    let not_judged = run.stdout.lines().find(|line| line.starts_with("IE ")).unwrap_or_default();
    let error = run.stderr.lines().rfind(|line| !line.contains(": warning: ")).unwrap_or(not_judged);
    let is_started = !run.stderr.contains("error while loading shared libraries") && run.code != Some(126);
    let wrong = |what: &str| Err(format!("{what}: {}", run.in_words()));
    if run.is_hung {
        return wrong("it hangs");
    }
    if run.stderr.contains("panicked at") {
        return wrong("it panics");
    }
    match (run.code, run.signal) {
        (Some(126 | 127), _) if !is_started => Ok(Outcome::NotStarted),
        (Some(2), _) if !names_what_failed(error) => wrong("the error does not say what has failed"),
        (Some(2), _) => Ok(Outcome::Error),
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

/// Whether the line says more than the system does, and names a path, an option, a command or a stream if the system could not use a
/// file.
fn names_what_failed(line: &str) -> bool {
    let Some(place) = OF_FILES.iter().find_map(|number| line.find(number)) else { return line.contains(": ") };
    let before = &line[..place];
    ["/", "standard output", "standard input", "stdout", "stdin", "--against", "thread", "pipe"]
        .iter()
        .any(|name| before.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(code: Option<i32>, signal: Option<i32>, stderr: &str) -> Ended {
        Ended { code, signal, stderr: stderr.to_owned(), ..Ended::default() }
    }

    #[test]
    fn an_error_has_to_name_the_file() {
        let judged = |line: &str| judge(&ended(Some(2), None, line), Lack::Other);
        assert_eq!(judged("octal: /tmp/x: cannot write: File too large (os error 27)\n"), Ok(Outcome::Error));
        for line in ["", "octal: cannot write: No space left on device (os error 28)\n", "something went wrong\n"] {
            assert!(judged(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_panic_a_signal_and_an_unknown_code_are_violations() {
        let panic = "thread 'main' panicked at src/main.rs:1:1:\nno\n";
        assert!(judge(&ended(Some(101), None, panic), Lack::Memory).is_err());
        assert!(judge(&ended(None, Some(SIGABRT), panic), Lack::Memory).is_err());
        assert!(judge(&ended(None, Some(25), ""), Lack::Other).is_err());
        assert!(judge(&ended(Some(1), None, "x: y\n"), Lack::Other).is_err());
        assert!(judge(&Ended { is_hung: true, ..ended(None, Some(9), "") }, Lack::Memory).is_err());
        let memory = ended(None, Some(SIGABRT), "memory allocation of 4096 bytes failed\n");
        assert_eq!(judge(&memory, Lack::Memory), Ok(Outcome::NoMemory));
        assert!(judge(&memory, Lack::Other).is_err());
    }
}
