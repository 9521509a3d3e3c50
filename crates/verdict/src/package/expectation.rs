//! Which verdicts a submission should get.

use problem::Verdict::{self, Accepted, RuntimeError, TimeLimitExceeded, WrongAnswer};

use super::yaml::Yaml;

/// The verdicts that packages know.
const ALL: [Verdict; 4] = [Accepted, WrongAnswer, TimeLimitExceeded, RuntimeError];

/// Which verdicts a submission may get, and which one of them it must get at least once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    permitted: Vec<Verdict>,
    required: Vec<Verdict>,
}

impl Expectation {
    /// What is expected of a submission, such as `wrong_answer/greedy.cpp`: by its folder, unless `submissions.yaml` has
    /// an entry for the folder or the submission. `None` if neither says anything.
    pub(super) fn of(submission: &str, is_legacy: bool, yaml: &Yaml) -> Option<Self> {
        let folder = submission.split('/').next().unwrap_or_default();
        let of_folder: Option<(&[Verdict], &[Verdict])> = match folder {
            "accepted" => Some((&[Accepted], &ALL)),
            "partially_accepted" => Some((&ALL, &ALL)),
            "rejected" => Some((&ALL, &ALL[1..])),
            "wrong_answer" => Some((&[Accepted, WrongAnswer], &[WrongAnswer])),
            "time_limit_exceeded" if is_legacy => Some((&ALL[..3], &[TimeLimitExceeded])),
            "time_limit_exceeded" => Some((&[Accepted, TimeLimitExceeded], &[TimeLimitExceeded])),
            "run_time_error" if is_legacy => Some((&ALL, &[RuntimeError])),
            "run_time_error" => Some((&[Accepted, RuntimeError], &[RuntimeError])),
            "brute_force" => Some((&[Accepted, TimeLimitExceeded, RuntimeError], &ALL[2..])),
            _ => None,
        };
        let listed = |key: &str| {
            let places = [submission, &format!("{folder}/*"), folder].map(|place| format!("{place}.{key}"));
            let names = places.iter().find_map(|place| yaml.list(place))?;
            let is_meant = |verdict: &Verdict| names.contains(&name(*verdict));
            Some(ALL.into_iter().filter(is_meant).collect::<Vec<_>>())
        };
        let (permitted, required) = (listed("permitted"), listed("required"));
        let of_folder = of_folder.or((permitted.is_some() || required.is_some()).then_some((&ALL, &ALL)))?;
        Some(Self {
            permitted: permitted.unwrap_or_else(|| of_folder.0.to_vec()),
            required: required.unwrap_or_else(|| of_folder.1.to_vec()),
        })
    }

    /// Whether nothing is permitted except to be accepted on all inputs.
    pub(super) fn is_to_be_accepted(&self) -> bool {
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
            return Some(format!("expected {} on all inputs, but got {verdict}", either(&self.permitted)));
        }
        let has_required = verdicts.iter().any(|&verdict| self.required.contains(&known(verdict)));
        (!has_required).then(|| format!("expected {} on an input, but got it on none", either(&self.required)))
    }
}

/// The name of a verdict in `submissions.yaml`.
fn name(verdict: Verdict) -> String {
    if verdict == RuntimeError { "RTE".to_owned() } else { verdict.to_string() }
}
