//! Whether a program with too little has ended as it should.

use super::process::{Ended, SIGABRT};
use super::work::Work;

/// An end that is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StarvedEnd {
    /// With the right result.
    Right,
    /// With a line that says what has failed.
    Error,
    /// There was no memory, which the standard library of Rust or of C says before it ends the process.
    NoMemory,
    /// The system could not start the program. Right only where it cannot even print its help.
    NotStarted,
}

/// What the standard libraries of Rust and of C print before they end a process.
const OF_MEMORY: [&str; 2] = ["memory allocation of ", "Fatal glibc error: failed to register TLS destructor"];

/// What the standard library prints when a thread gets no stack for signals; the main thread needs one before `main`.
const NO_STACK_FOR_SIGNALS: &str = "failed to allocate an alternative stack: Cannot allocate memory";

/// Judges an end that is not the right one, of a command that has too little memory or of something else.
pub(super) fn judge(run: &Ended, lacks_memory: bool, work: &Work) -> Result<StarvedEnd, String> {
    let wrong = |what: &str| Err(format!("{what}: {}", run.in_words()));
    if run.is_hung {
        return wrong("it hangs");
    }
    if lacks_memory && run.signal == Some(SIGABRT) && run.stderr.contains(NO_STACK_FOR_SIGNALS) {
        let is_before_main = run.stderr.contains("thread 'main'");
        return Ok(if is_before_main { StarvedEnd::NotStarted } else { StarvedEnd::NoMemory });
    }
    if run.stderr.contains("panicked at") {
        return wrong("it panics");
    }
    // A wrong answer would be a verdict on the wrong program.
    if work.judges_another && run.code == Some(1) && run.stdout.contains(" RE") && !run.stdout.contains(" WA") {
        return Ok(StarvedEnd::Error);
    }
    let errors: Vec<&str> = run.stderr.lines().filter(|line| !line.contains(": warning: ")).collect();
    match (run.code, errors.as_slice()) {
        (Some(126 | 127), _) => Ok(StarvedEnd::NotStarted),
        (Some(2), []) if says_what_could_not_be_judged(run) => Ok(StarvedEnd::Error),
        (Some(2), [line]) if says_what_has_failed(line) => Ok(StarvedEnd::Error),
        (Some(2), []) => wrong("expected an error"),
        (Some(2), [_]) => wrong("the error does not say what has failed"),
        (Some(2), _) => wrong("there are several errors"),
        // Before the program is there, the system has no other way to say it.
        (None, []) if lacks_memory && run.stdout.is_empty() => Ok(StarvedEnd::NotStarted),
        (None, _) if lacks_memory && OF_MEMORY.iter().any(|said| run.stderr.contains(said)) => Ok(StarvedEnd::NoMemory),
        _ => wrong("it ends in a wrong way"),
    }
}

/// Whether a line of the form `program: message` says more than the system does: what it could not do, or with what.
fn says_what_has_failed(line: &str) -> bool {
    let Some((_, message)) = line.split_once(": ").filter(|(_, message)| !message.is_empty()) else { return false };
    message.split_once(" (os error ").is_none_or(|(said, _)| said.contains(": "))
}

/// Whether each line of a report of `check` that says that something could not be judged says why.
fn says_what_could_not_be_judged(run: &Ended) -> bool {
    let mut reasons = run.stdout.lines().filter(|line| line.starts_with("IE ")).peekable();
    reasons.peek().is_some() && reasons.all(|reason| says_what_has_failed(&format!("check: {reason}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linux::process::Words;

    fn judged(code: i32, stderr: &str) -> Result<StarvedEnd, String> {
        let (code, signal) = if code < 128 { (Some(code), None) } else { (None, Some(code - 128)) };
        let run = Ended { code, signal, stderr: stderr.to_owned(), ..Ended::default() };
        judge(&run, signal.is_some(), &Work::new("", |_| Words::new()))
    }

    #[test]
    fn an_error_has_to_say_what_has_failed() {
        for line in [
            "octal: /tmp/x/values: cannot write: File too large (os error 27)",
            "octal: standard output: No space left on device (os error 28)",
            "octal: warning: a slow disk\noctal: there is not enough memory",
        ] {
            assert_eq!(judged(2, line), Ok(StarvedEnd::Error), "{line}");
        }
        for line in [
            "",
            "something went wrong",
            "octal: ",
            "octal: Cannot allocate memory (os error 12)",
            "octal: /tmp/x/values: File too large (os error 27)\noctal: /tmp/x/values: File too large (os error 27)",
        ] {
            assert!(judged(2, line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_panic_a_signal_and_an_unknown_code_are_violations() {
        let panic = "thread 'main' panicked at src/main.rs:1:1:\nno\n";
        for (code, stderr) in [(101, panic), (128 + SIGABRT, panic), (1, "x: y\n"), (128 + 25, "x: y\n")] {
            assert!(judged(code, stderr).is_err(), "{code}");
        }
        let start = "thread 'main' (1) panicked at library/std/src/sys/pal/unix/stack_overflow.rs:236:13:\n\
            failed to allocate an alternative stack: Cannot allocate memory (os error 12)\n";
        assert_eq!(judged(128 + SIGABRT, start), Ok(StarvedEnd::NotStarted));
        assert_eq!(judged(128 + SIGABRT, &start.replace("main", "<unnamed>")), Ok(StarvedEnd::NoMemory));
        assert_eq!(judged(128 + SIGABRT, "memory allocation of 4096 bytes failed\n"), Ok(StarvedEnd::NoMemory));
    }
}
