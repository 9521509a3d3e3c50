//! The table of games, as a file of comma-separated values.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use grundy::HeapGame;

use crate::atlas::LARGEST_IN_ATLAS;
use crate::atlas::cousins::{Families, parse_code};
use crate::facts::Facts;
use crate::whole_file;

/// What is known about the games that have been computed.
pub(crate) type FactsByGame = BTreeMap<HeapGame, Facts>;

/// Reads a table; without the file, an empty one.
pub(crate) fn load(path: &Path, families: &Families) -> anyhow::Result<FactsByGame> {
    let bytes = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FactsByGame::new()),
        read => read.with_context(|| format!("{}: cannot read the table", path.display()))?,
    };
    let rows = (2..).zip(csv::Reader::from_reader(&*bytes).into_deserialize());
    let row = |(line, row): (usize, csv::Result<Facts>)| {
        let row = row.map_err(anyhow::Error::from).and_then(|facts| Ok((check(&facts, families)?, facts)));
        row.map_err(|error| anyhow!("{}:{line}: {error:#}; move the file away, or correct the line", path.display()))
    };
    rows.map(row).collect()
}

/// The game of a line. Fails for numbers that no table has, with which later sums might overflow.
fn check(facts: &Facts, families: &Families) -> anyhow::Result<HeapGame> {
    let game = parse_code(&facts.code).with_context(|| format!("invalid code '{}'", facts.code))?;
    ensure!(families.contain(&game), "the code {game} has too many places for this table");
    ensure!(facts.to <= LARGEST_IN_ATLAS, "at most heap {LARGEST_IN_ATLAS} can have been computed");
    let heaps = [facts.period, facts.preperiod, facts.last_rare, Some(facts.largest_at), Some(facts.last_zero)];
    ensure!(heaps.into_iter().flatten().all(|heap| heap <= facts.to), "only heaps to {} were computed", facts.to);
    Ok(game)
}

/// Replaces the file atomically.
pub(crate) fn save(table: &FactsByGame, path: &Path) -> anyhow::Result<()> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    table.values().try_for_each(|facts| csv.serialize(facts))?;
    let written = whole_file::replace(path, &csv.into_inner()?);
    written.with_context(|| format!("{}: cannot write the table", path.display()))
}

impl Facts {
    /// Whether more heaps, up to `to`, would tell more than this row.
    pub(crate) fn falls_short_of(&self, to: usize) -> bool {
        self.period.is_none() && self.to < to
    }

    /// The rare heaps for each heap, if the game has a sparse space.
    pub(crate) fn share_of_rare(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a share need not be exact")]
        self.rare.map(|rare| rare as f64 / (self.to + 1) as f64)
    }
}
