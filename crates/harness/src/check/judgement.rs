//! Judging a program on one input.

use anyhow::Context;
use problem::{
    Comparison, Difference, Problem, Solution, Verdict, block, compare, hint_about_output, quote, visible_line,
};

use crate::candidate::{Candidate, Ending, Supervisor, Usage, in_mib};
use crate::clock::Clock;

/// The result of judging one input.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason in one line, empty if the verdict is `Accepted`.
    pub message: String,
    /// Where the output is wrong, if it was compared.
    pub difference: Option<Box<Difference>>,
    /// The case with the wrong answer, its lines joined by slashes.
    pub case: Option<Vec<u8>>,
    /// Whether `difference` is about the answer file, because the solver is judged.
    pub is_about_answer_file: bool,
    /// The end of what the program wrote to standard error.
    pub stderr: Vec<u8>,
    /// What the program took; for the problem's own solver only the time.
    pub usage: Usage,
    /// Whether the candidate received the input in the judge's own layout instead of as it is.
    pub is_rewritten: bool,
    /// What is unusual about the answer file, and was ignored.
    pub about_answer: Option<String>,
}

impl Judgement {
    /// Whether the program is wrong. It is not to blame for what could not be measured.
    pub(crate) fn blames_program(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::InternalError)
    }

    /// What is said if the program passes the next time on the same input.
    pub(crate) fn passed_again(&self) -> &'static str {
        match self.verdict {
            Verdict::TimeLimitExceeded | Verdict::MemoryLimitExceeded => {
                "on the same input the program kept its limits the next time"
            }
            _ => {
                "on the same input the answer was right the next time: the program's answers change from run to run; \
                 look for uninitialised memory or randomness"
            }
        }
    }

    pub(crate) fn new(verdict: Verdict, message: String, usage: Usage) -> Self {
        Self {
            verdict,
            message,
            difference: None,
            case: None,
            is_about_answer_file: false,
            stderr: Vec::new(),
            usage,
            is_rewritten: false,
            about_answer: None,
        }
    }

    /// What is worth knowing besides the verdict, whatever that is.
    pub fn notes(&self) -> impl Iterator<Item = String> {
        let rewritten = self.is_rewritten.then(|| "the input was given in the judge's own layout".to_owned());
        rewritten.into_iter().chain(self.about_answer.clone())
    }

    /// The reason in one line: the message, and the last line of standard error if the program failed.
    pub(crate) fn reason(&self) -> String {
        let last = self.stderr.split(|&byte| byte == b'\n').rfind(|line| !line.is_empty());
        match last.filter(|_| self.verdict == Verdict::RuntimeError) {
            Some(last) => format!("{}; stderr: {}", self.message, quote(last)),
            None => self.message.clone(),
        }
    }

    /// Blocks for people, with styles: the difference, and the end of what the program wrote to standard error.
    pub(crate) fn details(&self) -> String {
        const STDERR_LINES: usize = 8;
        let labels = if self.is_about_answer_file { ["solver", "file"] } else { ["expected", "got"] };
        let difference = self.difference.as_ref().map(|difference| difference.to_text(self.case.as_deref(), labels));
        let stderr = String::from_utf8_lossy(&self.stderr);
        let lines: Vec<String> = stderr.lines().map(|line| visible_line(line.as_bytes()).replace('␣', " ")).collect();
        difference.unwrap_or_default() + &block("stderr", &lines[lines.len().saturating_sub(STDERR_LINES)..])
    }

    pub(super) fn with_hint(mut self, hint: &str) -> Self {
        self.message += hint;
        self
    }

    pub(super) fn accepted(usage: Usage) -> Self {
        Self::new(Verdict::Accepted, String::new(), usage)
    }

    /// An output differs from the solver's.
    pub(crate) fn of_difference<P: Problem>(
        solution: &Solution<P>,
        input: &[u8],
        difference: Box<Difference>,
        usage: Usage,
    ) -> Self {
        let dialect = solution.dialect();
        let case = dialect.format.case(input, difference.case);
        let judgement = Self::new(dialect.verdict(&difference), difference.to_string(), usage);
        Self { case, difference: Some(difference), ..judgement }
    }
}

/// A candidate and what it is to be run on.
#[derive(Debug)]
pub(crate) struct Trial<'a, P: Problem> {
    pub(crate) candidate: &'a Candidate,
    pub(crate) input: &'a [u8],
    /// The solution of the input.
    pub(crate) solution: &'a Solution<P>,
    /// Which white space of its output has to be right.
    pub(crate) comparison: Comparison,
    pub(crate) supervisor: &'a Supervisor,
    pub(crate) clock: Clock,
}

/// Runs a candidate, and judges its output.
///
/// # Errors
///
/// If the candidate cannot be run at all.
pub(crate) fn judge_candidate<P: Problem>(trial: &Trial<'_, P>) -> anyhow::Result<Judgement> {
    let Trial { candidate, input, solution, comparison, supervisor, clock } = *trial;
    let limit = output_limit(solution);
    let run = supervisor.run(candidate, input, limit).context("--against")?;
    let usage = clock.usage(run.usage);
    let (verdict, message) = match run.ending {
        Ending::Exit(0) => match compare(solution, &run.stdout, comparison) {
            Ok(()) => return Ok(Judgement::accepted(usage)),
            Err(difference) => {
                let hint = hint_about_output(solution.dialect(), input, &run.stdout);
                let judgement = Judgement::of_difference(solution, input, difference, usage).with_hint(&hint);
                return Ok(Judgement { stderr: run.stderr, ..judgement });
            }
        },
        Ending::Exit(code) => (Verdict::RuntimeError, exit_code(code)),
        Ending::Signal(number) => (Verdict::RuntimeError, format!("ended by {}", signal(number))),
        Ending::Suspended(number) => {
            (Verdict::RuntimeError, format!("suspended by {}, and ended at the time limit", signal(number)))
        }
        Ending::OutOfTime => {
            let cpu = usage.cpu.map(|cpu| format!(" ({:.2} s of CPU time)", cpu.as_secs_f64())).unwrap_or_default();
            let seconds = candidate.time_limit.as_secs_f64();
            (Verdict::TimeLimitExceeded, format!("stopped after {seconds} s{cpu}"))
        }
        Ending::OutOfMemory => {
            let limit = in_mib(candidate.memory_limit.unwrap_or(0));
            (Verdict::MemoryLimitExceeded, format!("more than {limit} MiB of memory"))
        }
        Ending::TooMuchOutput => (Verdict::WrongAnswer, format!("stopped after more than {limit} bytes of output")),
    };
    Ok(Judgement { stderr: run.stderr, ..Judgement::new(verdict, message, usage) })
}

/// How many bytes a candidate may write as an answer; it is stopped if it writes more.
pub(crate) fn output_limit<P: Problem>(solution: &Solution<P>) -> usize {
    const EXTRA: usize = 1024 * 1024;
    2 * solution.to_bytes().len() + EXTRA
}

/// An exit code in words. Windows ends a program that has crashed with one of its error codes.
fn exit_code(code: i32) -> String {
    let error = code.cast_unsigned();
    let meaning = match error {
        0xC000_0005 => " (access violation)",
        0xC000_001D => " (illegal instruction)",
        0xC000_0094 => " (integer division by zero)",
        0xC000_00FD => " (stack overflow)",
        0xC000_0135 => " (a DLL is missing)",
        0xC000_013A => " (ended by Ctrl-C)",
        0xC000_0374 => " (heap corruption)",
        0xC000_0409 => " (aborted)",
        _ => "",
    };
    // A warning or an error of the system; programs end with small numbers.
    if matches!(error >> 28, 0x8 | 0xC) {
        format!("exit code 0x{error:08X}{meaning}")
    } else {
        format!("exit code {code}")
    }
}

fn signal(number: i32) -> String {
    let meaning = match number {
        4 => " (illegal instruction)",
        6 => " (aborted)",
        8 => " (arithmetic error)",
        9 => " (killed, perhaps because memory ran out)",
        11 => " (segmentation fault)",
        15 => " (terminated)",
        // The first numbers are those on macOS.
        17 | 19 => " (SIGSTOP)",
        18 | 20 => " (SIGTSTP)",
        21 => " (as it reads from the terminal)",
        22 => " (as it writes to the terminal)",
        _ => "",
    };
    format!("signal {number}{meaning}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exit_codes_that_windows_gives_are_explained() {
        assert_eq!(exit_code(-0x3FFF_FFFB), "exit code 0xC0000005 (access violation)");
        assert_eq!(exit_code(-0x3FFF_FFFF), "exit code 0xC0000001");
        assert_eq!(exit_code(-0x7FFF_FFFD), "exit code 0x80000003");
        assert_eq!(exit_code(-1), "exit code -1");
        assert_eq!(exit_code(3), "exit code 3");
    }
}
