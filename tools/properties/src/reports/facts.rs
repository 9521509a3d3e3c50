//! What a report is about: an outcome made of bytes.

use std::path::Path;
use std::time::Duration;

use harness::{CaseOutcome, Judgement, Usage, Verbosity};
use lgame::LGame;
use problem::{Comparison, Layout, Problem, Verdict, compare, solve};

/// A fixture and what became of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact<'a> {
    pub(super) path: &'a Path,
    pub(super) outcome: &'a CaseOutcome,
}

impl Fact<'_> {
    pub(super) fn verdict(&self) -> Option<Verdict> {
        self.outcome.judgement().map(|judgement| judgement.verdict)
    }

    /// The message, or the reason why the input was left out.
    pub(super) fn message(&self) -> &str {
        match self.outcome {
            CaseOutcome::Judged(judgements) => &judgements[0].message,
            CaseOutcome::LeftOut(reason) | CaseOutcome::NotRead(reason) => reason,
        }
    }

    pub(super) fn is_accepted(&self) -> bool {
        self.verdict() == Some(Verdict::Accepted)
    }

    /// Whether a format for programs shows it.
    pub(super) fn is_in_table(&self, verbosity: Verbosity) -> bool {
        verbosity != Verbosity::Quiet || self.verdict().is_some_and(|verdict| verdict != Verdict::Accepted)
    }
}

/// An outcome with this verdict, this message and this output. A judgement has a difference if the output is compared.
pub(super) fn outcome(verdict: &[u8], message: &[u8], written: &[u8]) -> CaseOutcome {
    let byte = |index: usize| verdict.get(index).copied().unwrap_or_default();
    let number = usize::from(byte(0)) % (Verdict::ALL.len() + 1);
    let message = printable(message);
    let Some(&verdict) = Verdict::ALL.get(number) else { return CaseOutcome::LeftOut(message) };
    let is_accepted = verdict == Verdict::Accepted;
    let is_compared = matches!(verdict, Verdict::WrongAnswer | Verdict::PresentationError);
    let solution = solve(&LGame::DIALECTS[0], Layout::Free, &b"...x\n###.\n#***\nx..*\n"[..]).expect("a valid input");
    let difference = compare(&solution, written, Comparison::Exact).err().filter(|_| is_compared);
    let difference = difference.map(|mut difference| {
        difference.input = Some(written.to_vec());
        *difference
    });
    let memory = u64::from(byte(1)) << (byte(2) % 40);
    let usage = Usage {
        wall: Duration::from_micros(u64::from(byte(1)) * u64::from(byte(2))),
        cpu: (byte(3) % 2 == 1).then(|| Duration::from_millis(byte(2).into())),
        peak_memory: (byte(3) % 4 > 1).then_some(memory),
    };
    CaseOutcome::Judged(vec![Judgement {
        verdict,
        message: if is_accepted { String::new() } else { message },
        difference,
        outputs: None,
        transcript: Vec::new(),
        is_about_answer_file: byte(3) % 16 > 7,
        stderr: if is_accepted { Vec::new() } else { written.to_vec() },
        usage,
    }])
}

/// The characters of a text that a message can have: it is one line, and what comes from outside is quoted in it.
fn printable(text: &[u8]) -> String {
    let is_plain = |c: &char| matches!(c, '\'' | '"' | '\\') || c.escape_debug().eq([*c]);
    String::from_utf8_lossy(text).chars().filter(is_plain).collect()
}
