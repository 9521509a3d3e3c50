//! What came of the kills.

use crate::table::table;

/// What came of the kills of one kind.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub(super) name: String,
    pub(super) kills: usize,
    /// Before the run had changed a file.
    pub(super) before: usize,
    /// While a file had only its temporary name, or was being added to.
    pub(super) within: usize,
    /// After a file had got its name, or all that was added to it, and before the next one was begun.
    pub(super) after: usize,
    /// Runs in folders where others had been killed, down to the right end.
    pub(super) resumed: usize,
    pub(super) violations: Vec<String>,
}

#[derive(Debug, Default)]
pub(crate) struct Tally(Vec<Row>);

impl Tally {
    pub(super) fn add(&mut self, row: Row) {
        self.0.push(row);
    }

    pub(crate) fn violations(&self) -> usize {
        self.0.iter().map(|row| row.violations.len()).sum()
    }

    /// A row for each kind, and one for all.
    pub(crate) fn table(&self) -> String {
        let heads = ["killed", "runs", "before a write", "within", "after", "continued to the right end", "violations"];
        let mut rows = vec![heads.map(str::to_owned).to_vec()];
        let cells = |row: &Row| [row.kills, row.before, row.within, row.after, row.resumed, row.violations.len()];
        rows.extend(
            self.0
                .iter()
                .map(|row| [row.name.clone()].into_iter().chain(cells(row).map(|number| number.to_string())).collect()),
        );
        let sum = |column: usize| self.0.iter().map(|row| cells(row)[column]).sum::<usize>().to_string();
        rows.push(["all".to_owned()].into_iter().chain((0..6).map(sum)).collect());
        table(&rows)
    }

    #[cfg(test)]
    pub(super) fn rows(&self) -> &[Row] {
        &self.0
    }
}
