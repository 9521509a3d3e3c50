//! Judging a program on one input.

use std::time::Duration;

use anyhow::Context;
use problem::{Comparison, Difference, Expected, Text, Verdict, block, excerpt, plain_line, visible_lines};

use crate::answers::Programs;
use crate::candidate::{Candidate, Ending, Supervisor, Usage};

/// The result of judging one input.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason in one line, empty if the verdict is `Accepted`.
    pub message: String,
    /// Where the output is wrong, if it was compared.
    pub difference: Option<Difference>,
    /// A right output and what the program has written, if a checker has compared them.
    pub outputs: Option<[Vec<u8>; 2]>,
    /// Who said what, if the program has talked with an interactor, a line each.
    pub transcript: Vec<String>,
    /// Whether `difference` is about the answer file.
    pub is_about_answer_file: bool,
    /// The beginning and the end of what the program wrote to standard error.
    pub stderr: Vec<u8>,
    /// What the program took; for the problem's own solver only the time.
    pub usage: Usage,
}

impl Judgement {
    pub(crate) fn new(verdict: Verdict, message: String, usage: Usage) -> Self {
        let (difference, outputs, transcript, stderr) = Default::default();
        Self { verdict, message, difference, outputs, transcript, is_about_answer_file: false, stderr, usage }
    }

    /// Nothing was judged, for this reason, which is not the program's fault.
    pub(crate) fn not_judged(why: String) -> Self {
        Self::new(Verdict::InternalError, why, Usage::of_wall(Duration::ZERO))
    }

    pub(super) fn accepted(usage: Usage) -> Self {
        Self::new(Verdict::Accepted, String::new(), usage)
    }

    /// Whether the program is wrong. It is not to blame for what could not be measured.
    pub(crate) fn blames_program(&self) -> bool {
        !matches!(self.verdict, Verdict::Accepted | Verdict::InternalError)
    }

    /// Whether this blames the same as another one that is not accepted: the program, or what knows the answers.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let is_internal = |judgement: &Self| judgement.verdict == Verdict::InternalError;
        self.verdict != Verdict::Accepted && is_internal(self) == is_internal(other)
    }

    /// The remark that the program has passed the next time on the same input.
    pub(crate) fn passed_again(&self) -> &'static str {
        match self.verdict {
            Verdict::TimeLimitExceeded | Verdict::MemoryLimitExceeded => {
                "on the same input the program stayed within its limits the next time"
            }
            _ => {
                "on the same input the answer was right the next time: the program's answers change from run to run; \
                 look for uninitialised memory or randomness"
            }
        }
    }

    /// Blocks for people, with styles: the difference, or both outputs, or who said what; and what the program wrote to
    /// standard error.
    pub(crate) fn details(&self) -> String {
        let labels = if self.is_about_answer_file { ["solver", "file"] } else { ["expected", "got"] };
        let difference = self.difference.as_ref().map(|difference| difference.to_text(labels));
        let outputs = self.outputs.iter().flat_map(|outputs| ["answer", "got"].into_iter().zip(outputs));
        let outputs = outputs.map(|(label, output)| block(label, &visible_lines(output))).collect::<String>();
        let talk = block("talk", &self.transcript);
        let stderr: Vec<&[u8]> = self.stderr.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
        // The cause is in the first or in the last lines, depending on the language, and may be at the end of a long one.
        let stderr = block("stderr", &excerpt(&stderr, 4, |line| plain_line(line, 1_000)));
        difference.unwrap_or_default() + &outputs + &talk + &stderr
    }
}

/// A candidate, what it is to be run on, and what is right.
pub(crate) struct Trial<'a> {
    pub(crate) candidate: &'a Candidate,
    pub(crate) input: &'a [u8],
    /// The right answers. Without them, any output is accepted.
    pub(crate) expected: Option<&'a dyn Expected>,
    /// The interactor with which it talks, if it does.
    pub(crate) interactive: Option<&'a Programs<'a>>,
    /// Which white space of its output has to be right, if not what the judge demands.
    pub(crate) comparison: Option<Comparison>,
    pub(crate) supervisor: &'a Supervisor,
}

/// Runs a candidate, and judges its output.
///
/// # Errors
///
/// If the candidate cannot be run at all.
pub(crate) fn judge_candidate(trial: &Trial<'_>) -> anyhow::Result<Judgement> {
    /// The longest output, in bytes, where the right answer is not known.
    const LONGEST_OUTPUT: usize = 64 << 20;
    let Trial { candidate, input, expected, interactive, comparison, supervisor } = *trial;
    let limit = expected.map_or(LONGEST_OUTPUT, Expected::longest_output);
    let (run, by_talk, transcript) = match interactive {
        Some(programs) => {
            let (run, judged, transcript) = programs.talk(candidate, input, expected.unwrap_or(&Text(Vec::new())))?;
            (run, Some(judged), transcript)
        }
        None => (supervisor.run(candidate, input, limit).context("--against")?, None, Vec::new()),
    };
    let usage = run.usage;
    let judged = || match (&by_talk, expected) {
        (Some(judged), _) => judged.clone(),
        (None, Some(expected)) => expected.judge(&run.stdout, comparison),
        (None, None) => Ok(()),
    };
    let rejection = match run.ending {
        Ending::Exit(_) | Ending::Signal(_) | Ending::TooMuchOutput => judged().err(),
        _ => None,
    };
    let how = run.ending.in_words(candidate);
    let (verdict, message) = match (run.ending, &rejection) {
        (Ending::Exit(0), None) => return Ok(Judgement::accepted(usage)),
        (Ending::Exit(0), Some(rejection)) => (rejection.verdict, rejection.message.clone()),
        (Ending::Exit(_) | Ending::Signal(_), None) if expected.is_some() => {
            (Verdict::RuntimeError, how + ", but its output is right")
        }
        (Ending::Exit(_) | Ending::Signal(_) | Ending::Suspended(_), _) => (Verdict::RuntimeError, how),
        (Ending::OutOfTime, _) => {
            let cpu = usage.cpu.map(|cpu| format!(" ({:.2} s of CPU time)", cpu.as_secs_f64())).unwrap_or_default();
            let has_spoken = transcript.last().is_some_and(|line| line.starts_with("candidate: "));
            let has_waited = by_talk.is_some() && !has_spoken && usage.has_waited(candidate.time_limit / 5);
            let why = if has_waited { "; it waits for input, or its output was not flushed" } else { "" };
            (Verdict::TimeLimitExceeded, how + &cpu + why)
        }
        (Ending::OutOfMemory, _) => (Verdict::MemoryLimitExceeded, how),
        (Ending::TooMuchOutput, rejection) => {
            let first = rejection.as_ref().map(|rejection| format!("; {}", rejection.message)).unwrap_or_default();
            (Verdict::WrongAnswer, format!("stopped after more than {limit} bytes of output{first}"))
        }
    };
    let difference = rejection.and_then(|rejection| rejection.difference);
    let difference = difference.filter(|_| verdict != Verdict::RuntimeError);
    let is_shown = verdict == Verdict::WrongAnswer || verdict == Verdict::PresentationError;
    let outputs = (is_shown && difference.is_none() && interactive.is_none())
        .then(|| [expected.map_or_else(Vec::new, Expected::answer), run.stdout]);
    Ok(Judgement { difference, outputs, transcript, stderr: run.stderr, ..Judgement::new(verdict, message, usage) })
}
