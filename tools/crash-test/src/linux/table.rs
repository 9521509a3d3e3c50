//! Tables for people.

use std::fmt;

/// Counts by name. The last column counts violations.
#[derive(Debug)]
pub(crate) struct Table {
    heads: Vec<&'static str>,
    rows: Vec<(String, Vec<usize>)>,
}

impl Table {
    pub(crate) fn new(heads: &[&'static str]) -> Self {
        Self { heads: heads.to_vec(), rows: Vec::new() }
    }

    pub(crate) fn add(&mut self, name: &str, counts: impl Into<Vec<usize>>) {
        self.rows.push((name.to_owned(), counts.into()));
    }

    /// Adds the sums of all rows.
    pub(crate) fn add_sums(&mut self) {
        let sum = |column: usize| self.rows.iter().map(|(_, counts)| counts[column]).sum();
        let sums: Vec<usize> = (0..self.heads.len() - 1).map(sum).collect();
        self.add("all", sums);
    }

    pub(crate) fn violations(&self) -> usize {
        self.rows.iter().filter(|(name, _)| name != "all").filter_map(|(_, counts)| counts.last()).sum()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heads = self.heads.iter().map(|&head| head.to_owned()).collect();
        let row = |(name, counts): &(String, Vec<usize>)| {
            [name.clone()].into_iter().chain(counts.iter().map(usize::to_string)).collect()
        };
        let rows: Vec<Vec<String>> = [heads].into_iter().chain(self.rows.iter().map(row)).collect();
        f.write_str(&large_games::text::table(&rows))
    }
}
