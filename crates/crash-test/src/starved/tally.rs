//! What came of the limits.

use super::judge::Outcome;
use crate::table::table;

#[derive(Debug)]
pub(super) struct Row {
    name: String,
    /// By [`Outcome`].
    counts: [usize; 5],
    violations: usize,
}

/// What came of all limits.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    rows: Vec<Row>,
    skipped: Vec<String>,
    pub(crate) violations: Vec<String>,
}

impl Tally {
    /// Adds a row, and returns its number.
    pub(super) fn row(&mut self, name: &str) -> usize {
        self.rows.push(Row { name: name.to_owned(), counts: [0; 5], violations: 0 });
        self.rows.len() - 1
    }

    pub(super) fn skip(&mut self, name: &str, reason: &str) {
        self.skipped.push(format!("skipped: {name}: {reason}\n"));
    }

    pub(super) fn count(&mut self, row: usize, outcome: Result<Option<Outcome>, String>) {
        let row = &mut self.rows[row];
        match outcome {
            Ok(outcome) => row.counts[outcome.map_or(4, |outcome| outcome as usize)] += 1,
            Err(violation) => {
                row.violations += 1;
                self.violations.push(violation);
            }
        }
    }

    /// A row for each limit, and a line for each that cannot be tried.
    pub(crate) fn table(&self) -> String {
        let heads = ["starved of", "runs", "right", "an error that says why", "no memory", "not started", "violations"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        rows.extend(self.rows.iter().map(|row| {
            let runs = row.counts[..4].iter().sum::<usize>() + row.violations;
            let numbers = [runs].into_iter().chain(row.counts[..4].iter().copied()).chain([row.violations]);
            [row.name.clone()].into_iter().chain(numbers.map(|number| number.to_string())).collect()
        }));
        if self.rows.is_empty() { String::new() } else { format!("\n{}{}", table(&rows), self.skipped.concat()) }
    }
}
