//! Which verdicts a submission should get.

use problem::Verdict::{self, Accepted, RuntimeError, TimeLimitExceeded, WrongAnswer};

/// The verdicts that packages know.
const ALL: [Verdict; 4] = [Accepted, WrongAnswer, TimeLimitExceeded, RuntimeError];

/// Which verdicts a submission may get, and which one of them it must get at least once.
#[derive(Clone, Copy, Debug)]
pub struct Expectation {
    permitted: &'static [Verdict],
    required: &'static [Verdict],
}

impl Expectation {
    /// What is expected of a submission in a folder, such as `wrong_answer`. `None` if the name says nothing.
    pub(super) fn of(folder: &str, is_legacy: bool) -> Option<Self> {
        let (permitted, required): (&[Verdict], &[Verdict]) = match folder {
            "accepted" => (&[Accepted], &ALL),
            "partially_accepted" => (&ALL, &ALL),
            "rejected" => (&ALL, &ALL[1..]),
            "wrong_answer" => (&[Accepted, WrongAnswer], &[WrongAnswer]),
            "time_limit_exceeded" if is_legacy => (&ALL[..3], &[TimeLimitExceeded]),
            "time_limit_exceeded" => (&[Accepted, TimeLimitExceeded], &[TimeLimitExceeded]),
            "run_time_error" if is_legacy => (&ALL, &[RuntimeError]),
            "run_time_error" => (&[Accepted, RuntimeError], &[RuntimeError]),
            "brute_force" => (&[Accepted, TimeLimitExceeded, RuntimeError], &ALL[2..]),
            _ => return None,
        };
        Some(Self { permitted, required })
    }

    /// Whether nothing is permitted except to be accepted on all inputs.
    pub fn is_to_be_accepted(&self) -> bool {
        self.permitted == [Accepted]
    }

    /// Why the verdicts on some inputs are not as expected.
    pub fn why_not(&self, verdicts: &[Verdict]) -> Option<String> {
        // Of these pairs packages know one.
        let known = |verdict: Verdict| match verdict {
            Verdict::PresentationError => WrongAnswer,
            Verdict::MemoryLimitExceeded => RuntimeError,
            other => other,
        };
        let either = |verdicts: &[Verdict]| verdicts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ");
        if let Some(verdict) = verdicts.iter().find(|&&verdict| !self.permitted.contains(&known(verdict))) {
            return Some(format!("expected {} on all inputs, but got {verdict}", either(self.permitted)));
        }
        let has_required = verdicts.iter().any(|&verdict| self.required.contains(&known(verdict)));
        (!has_required).then(|| format!("expected {} on an input, but got it on none", either(self.required)))
    }
}
