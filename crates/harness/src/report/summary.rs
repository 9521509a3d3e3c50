//! What a report counts.

use std::time::Duration;

use problem::{Problem, Verdict};

use crate::candidate::{MIB, PeakMemory, Usage};
use crate::check::{CaseOutcome, Fixture};

/// Fixtures whose judge and layout were found in the same way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) judge: &'static str,
    /// Why this judge.
    pub(super) chosen_by: String,
    pub(super) layout: String,
    pub(super) cases: usize,
}

impl Group {
    fn of<P: Problem>(fixture: &Fixture<P>) -> Self {
        let (judge, layout) = (fixture.dialect.name, fixture.layout.to_string());
        Self { judge, chosen_by: fixture.chosen_by.to_string(), layout, cases: 1 }
    }

    fn is_like(&self, other: &Self) -> bool {
        (self.judge, &self.chosen_by, &self.layout) == (other.judge, &other.chosen_by, &other.layout)
    }

    /// The judge, and why it is that one.
    pub(super) fn judge(&self) -> String {
        format!("judge {} ({})", self.judge, self.chosen_by)
    }
}

/// The groups of these fixtures, in the order of their first ones.
pub(super) fn groups<P: Problem>(fixtures: &[Fixture<P>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for fixture in fixtures {
        let new = Group::of(fixture);
        match groups.iter_mut().find(|group| group.is_like(&new)) {
            Some(group) => group.cases += 1,
            None => groups.push(new),
        }
    }
    groups
}

/// The number of the group of a fixture, which must have one.
pub(super) fn group_of<P: Problem>(fixture: &Fixture<P>, groups: &[Group]) -> usize {
    let wanted = Group::of(fixture);
    groups.iter().position(|group| group.is_like(&wanted)).expect("the groups are those of all fixtures")
}

/// The numbers of a check so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    /// By the numbers of the verdicts.
    verdicts: [usize; Verdict::ALL.len()],
    /// Inputs that the judge could not give.
    pub(super) left_out: usize,
    /// Inputs that were given in the judge's own layout instead of their own.
    pub(super) rewritten: usize,
    /// Answer files with white space of their own.
    pub(super) odd_answers: usize,
    /// The largest time of a fixture, with its usage and its name.
    pub(super) slowest: Option<(Usage, String)>,
    /// The largest memory of a fixture.
    pub(super) largest: Option<(PeakMemory, String)>,
}

impl Counts {
    pub(super) fn add(&mut self, name: &str, outcome: &CaseOutcome) {
        let CaseOutcome::Judged(judgement) = outcome else {
            self.left_out += 1;
            return;
        };
        self.verdicts[judgement.verdict as usize] += 1;
        self.rewritten += usize::from(judgement.is_rewritten);
        self.odd_answers += usize::from(judgement.about_answer.is_some());
        let usage = judgement.usage;
        if self.slowest.as_ref().is_none_or(|(slowest, _)| usage.wall > slowest.wall) {
            self.slowest = Some((usage, name.to_owned()));
        }
        if let Some(memory) = usage.peak_memory
            && self.largest.as_ref().is_none_or(|(largest, _)| memory.bytes() > largest.bytes())
        {
            self.largest = Some((memory, name.to_owned()));
        }
    }

    pub(super) fn of(&self, verdict: Verdict) -> usize {
        self.verdicts[verdict as usize]
    }

    pub(super) fn judged(&self) -> usize {
        self.verdicts.iter().sum()
    }

    /// The verdicts that occur, each with its number.
    pub(super) fn occurring(&self) -> impl Iterator<Item = (Verdict, usize)> {
        Verdict::ALL.into_iter().map(|verdict| (verdict, self.of(verdict))).filter(|&(_, count)| count > 0)
    }
}

/// A size of memory in MiB; one that is only a bound says so.
pub(super) fn mebibytes(memory: PeakMemory) -> String {
    #[expect(clippy::cast_precision_loss, reason = "only one digit after the point is shown")]
    let text = format!("{:.1} MiB", memory.bytes() as f64 / MIB as f64);
    match memory {
        PeakMemory::Exactly(_) => text,
        PeakMemory::AtMost(_) => format!("at most {text}"),
    }
}

/// A time in seconds, as numbers in reports are written.
pub(super) fn decimal(time: Duration) -> String {
    format!("{:.6}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Judgement;

    #[test]
    fn the_case_that_took_longest_and_the_one_with_the_most_memory_are_named() {
        let mut counts = Counts::default();
        for (name, seconds, mebibytes) in [("a", 2, 5), ("b", 3, 9), ("c", 1, 7), ("d", 3, 9)] {
            let peak_memory = Some(PeakMemory::Exactly(mebibytes * MIB));
            let usage = Usage { wall: Duration::from_secs(seconds), cpu: None, peak_memory };
            let judgement = Judgement::new(Verdict::Accepted, String::new(), usage);
            counts.add(name, &CaseOutcome::Judged(Box::new(judgement)));
        }
        let (slowest, largest) = (counts.slowest.expect("there are cases"), counts.largest.expect("all have one"));
        assert_eq!((slowest.0.wall.as_secs(), slowest.1.as_str()), (3, "b"));
        assert_eq!((largest.0.bytes(), largest.1.as_str()), (9 * MIB, "b"));
    }
}
