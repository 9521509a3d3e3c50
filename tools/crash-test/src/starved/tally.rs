//! What came of the limits.

use super::judge::Outcome;
use crate::table::table;

#[derive(Debug)]
pub(super) struct Row {
    name: String,
    /// As the columns of the table have them.
    counts: [usize; 4],
    violations: usize,
}

/// What came of all limits.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    rows: Vec<Row>,
    skipped: Vec<String>,
}

impl Tally {
    /// Adds a row, and returns its number.
    pub(super) fn row(&mut self, name: &str) -> usize {
        self.rows.push(Row { name: name.to_owned(), counts: [0; 4], violations: 0 });
        self.rows.len() - 1
    }

    /// Whether everything has been tried.
    pub(crate) fn is_complete(&self) -> bool {
        self.skipped.is_empty()
    }

    pub(super) fn skip(&mut self, name: &str, reason: &str) {
        self.skipped.push(format!("skipped: {name}: {reason}\n"));
    }

    pub(super) fn count(&mut self, row: usize, outcome: Outcome) {
        let column = match outcome {
            Outcome::Right => 0,
            Outcome::Error => 1,
            Outcome::NoMemory => 2,
            Outcome::NotStarted | Outcome::NotOpened => 3,
        };
        self.rows[row].counts[column] += 1;
    }

    pub(super) fn count_violation(&mut self, row: usize) {
        self.rows[row].violations += 1;
    }

    pub(crate) fn violations(&self) -> usize {
        self.rows.iter().map(|row| row.violations).sum()
    }

    /// A row for each limit, and a line for each that cannot be tried.
    pub(crate) fn table(&self) -> String {
        let heads = ["starved of", "runs", "right", "an error that says why", "no memory", "not started", "violations"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        rows.extend(self.rows.iter().map(|row| {
            let runs = row.counts.iter().sum::<usize>() + row.violations;
            let numbers = [runs].into_iter().chain(row.counts).chain([row.violations]);
            [row.name.clone()].into_iter().chain(numbers.map(|number| number.to_string())).collect()
        }));
        if self.rows.is_empty() { String::new() } else { format!("\n{}{}", table(&rows), self.skipped.concat()) }
    }
}
