//! The table of games, as a file of comma-separated values.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use anyhow::{Context, anyhow, ensure};
use grundy::{HeapGame, Period};
use serde::{Deserialize, Serialize};

use crate::atlas::LARGEST_IN_ATLAS;
use crate::atlas::cousins::{Families, parse_code};
use crate::facts::{Facts, RareHeaps};
use crate::whole_file;

/// A line of the file: what is known about a game, and the first game of its family, if that is another one, with how
/// many tokens more a heap of the same value has here.
#[derive(Serialize, Deserialize)]
struct Row {
    code: String,
    to: usize,
    period: Option<usize>,
    preperiod: Option<usize>,
    largest: u32,
    largest_at: usize,
    rare: Option<usize>,
    last_rare: Option<usize>,
    mask: String,
    zeros: usize,
    last_zero: usize,
    checksum: String,
    same_as: Option<String>,
    shift: Option<isize>,
}

impl Row {
    fn new(code: &HeapGame, facts: &Facts, families: &Families) -> Self {
        let Facts { to, period, largest, largest_at, ref rare, zeros, last_zero, ref checksum } = *facts;
        let (same_as, shift) = cousin(code, families).unzip();
        Self {
            code: code.to_string(),
            to,
            period: period.map(|found| found.period),
            preperiod: period.map(|found| found.preperiod),
            largest,
            largest_at,
            rare: rare.as_ref().map(|rare| rare.count),
            last_rare: rare.as_ref().and_then(|rare| rare.last),
            mask: rare.as_ref().map_or_else(String::new, |rare| rare.mask.clone()),
            zeros,
            last_zero,
            checksum: checksum.clone(),
            same_as,
            shift,
        }
    }

    /// Fails for numbers that no table has, with which later sums might overflow. Whatever else a table would not have
    /// is found by writing it again.
    fn facts(self, families: &Families) -> anyhow::Result<(HeapGame, Facts)> {
        let Self { to, largest, largest_at, zeros, last_zero, checksum, .. } = self;
        let code = parse_code(&self.code).with_context(|| format!("invalid code '{}'", self.code))?;
        ensure!(families.contain(&code), "the code {code} has too many places for this table");
        ensure!(to <= LARGEST_IN_ATLAS, "to is {to}, but at most heap {LARGEST_IN_ATLAS} can have been computed");
        let heaps = [self.period, self.preperiod, self.last_rare, Some(largest_at), Some(last_zero)];
        ensure!(heaps.into_iter().flatten().all(|heap| heap <= to), "only heaps to {to} were computed");
        let period = self.period.zip(self.preperiod).map(|(period, preperiod)| Period { period, preperiod });
        let rare = self.rare.filter(|_| !self.mask.is_empty());
        let rare = rare.map(|count| RareHeaps { count, last: self.last_rare, mask: self.mask });
        Ok((code, Facts { to, period, largest, largest_at, rare, zeros, last_zero, checksum }))
    }
}

/// The first game of the family, if that is another one, and how many tokens more a heap of the same value has here.
fn cousin(code: &HeapGame, families: &Families) -> Option<(String, isize)> {
    let (family, member) = families.find(code);
    let first = &family.first().code;
    (first != code).then(|| (first.to_string(), family.shift(member)))
}

/// What is known about the games that have been computed, each in a row.
#[derive(Debug, Default)]
pub(crate) struct Table {
    rows: BTreeMap<HeapGame, Facts>,
}

impl Facts {
    /// Whether more heaps, up to `to`, would tell more than this row.
    pub(crate) fn falls_short_of(&self, to: usize) -> bool {
        self.period.is_none() && self.to < to
    }

    /// The rare heaps for each heap, if the game has a sparse space.
    pub(crate) fn share_of_rare(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a share need not be exact")]
        self.rare.as_ref().map(|rare| rare.count as f64 / (self.to + 1) as f64)
    }
}

impl Table {
    /// Reads a table, which is empty if there is no such file.
    pub(crate) fn load(path: &Path, families: &Families) -> anyhow::Result<Self> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            read => read.with_context(|| format!("{}: cannot read the table", path.display()))?,
        };
        Self::parse(&bytes, families).map_err(|(line, error)| {
            anyhow!("{}:{line}: {error:#}; move the file away, or correct the line", path.display())
        })
    }

    /// Replaces the file atomically.
    pub(crate) fn save(&self, path: &Path, families: &Families) -> anyhow::Result<()> {
        let written = whole_file::replace(path, &self.csv(families)?);
        written.with_context(|| format!("{}: cannot write the table", path.display()))
    }

    pub(crate) fn insert(&mut self, code: HeapGame, row: Facts) {
        self.rows.insert(code, row);
    }

    pub(crate) fn get(&self, code: &HeapGame) -> Option<&Facts> {
        self.rows.get(code)
    }

    fn csv(&self, families: &Families) -> anyhow::Result<Vec<u8>> {
        let mut csv = csv::Writer::from_writer(Vec::new());
        self.rows.iter().try_for_each(|(code, row)| csv.serialize(Row::new(code, row, families)))?;
        Ok(csv.into_inner()?)
    }

    /// An error has the number of its line.
    fn parse(bytes: &[u8], families: &Families) -> Result<Self, (usize, anyhow::Error)> {
        if bytes.is_empty() {
            return Err((1, anyhow!("expected a header, found nothing")));
        }
        let mut table = Self::default();
        for (line, row) in (2..).zip(csv::Reader::from_reader(bytes).deserialize::<Row>()) {
            let row = row.map_err(anyhow::Error::from).and_then(|row| row.facts(families));
            let (code, facts) = row.map_err(|error| (line, error))?;
            table.insert(code, facts);
        }
        let written = table.csv(families).map_err(|error| (1, error))?;
        let [mut found, mut expected] = [bytes, &written].map(|text| text.split(|byte| *byte == b'\n'));
        let mut line = 1;
        loop {
            match (found.next(), expected.next()) {
                (None, None) => return Ok(table),
                (one, other) if one == other => line += 1,
                (_, other) => {
                    let other = String::from_utf8_lossy(other.unwrap_or_default());
                    return Err((line, anyhow!("expected '{other}', in the order of the codes")));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::cousins::PLACES;

    const HEADER: &str =
        "code,to,period,preperiod,largest,largest_at,rare,last_rare,mask,zeros,last_zero,checksum,same_as,shift";

    const LINES: &str = "\
.07,1024,34,53,9,82,139,1021,0x7,73,1020,0A1B2C3D,,
.137,1024,34,52,9,81,139,1020,0x7,73,1019,0A1B2C3D,.07,-1
.3,1024,2,0,1,1,,,,512,1024,00FF00FF,.2,-1
.4,500,,,9,103,0,,0x7+size,73,402,0A1B2C3D,.07,1
";

    fn lines() -> Vec<String> {
        LINES.lines().map(str::to_owned).collect()
    }

    fn error(lines: &[String]) -> String {
        let text = format!("{HEADER}\n{}\n", lines.join("\n"));
        let (line, error) = Table::parse(text.as_bytes(), &Families::new(PLACES)).unwrap_err();
        format!("{line}: {error:#}")
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let families = Families::new(PLACES);
        let text = format!("{HEADER}\n{LINES}");
        let table = Table::parse(text.as_bytes(), &families).unwrap();
        assert_eq!(table.csv(&families).unwrap(), text.as_bytes());
        let rows: Vec<&Facts> = table.rows.values().collect();
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[1].period, Some(Period { preperiod: 52, period: 34 }));
        assert_eq!(rows[2].rare, None);
        assert_eq!(rows[3].rare, Some(RareHeaps { count: 0, last: None, mask: "0x7+size".to_owned() }));
        assert_eq!([500, 501].map(|to| rows[3].falls_short_of(to)), [false, true]);
        assert!(!rows[0].falls_short_of(1_000_000));
    }

    #[test]
    fn what_the_program_would_not_have_written_is_an_error_with_the_line() {
        for (line, from, to, expected) in [
            (
                0,
                ",82,",
                ",x,",
                "2: CSV deserialize error: record 1 (line: 2, byte: 103): field 5: invalid digit found in string",
            ),
            (0, "1020", "1025", "2: only heaps to 1024 were computed"),
            (0, "1024", "2147483649", "2: to is 2147483649, but at most heap 2147483648 can have been computed"),
            (0, ",34,", ",18446744073709551615,", "2: only heaps to 1024 were computed"),
            (0, "0x7", "", "2: expected '.07,1024,34,53,9,82,,,,73,1020,0A1B2C3D,,', in the order of the codes"),
            (
                1,
                ".07,-1",
                ".07,1",
                "3: expected '.137,1024,34,52,9,81,139,1020,0x7,73,1019,0A1B2C3D,.07,-1', in the order of the codes",
            ),
            (
                1,
                ".137",
                ".1370",
                "3: expected '.137,1024,34,52,9,81,139,1020,0x7,73,1019,0A1B2C3D,.07,-1', in the order of the codes",
            ),
            (
                1,
                ".137",
                "137",
                "3: invalid code '137': missing point: expected one before the digit for taking one token, as in .77",
            ),
        ] {
            let mut lines = lines();
            assert!(lines[line].contains(from));
            lines[line] = lines[line].replacen(from, to, 1);
            assert_eq!(error(&lines), expected);
        }
        let mut lines = lines();
        lines.swap(0, 1);
        assert_eq!(error(&lines), format!("2: expected '{}', in the order of the codes", lines[1]));
        let text = format!("{}\n{LINES}", HEADER.replace("code,", "game,"));
        let (line, error) = Table::parse(text.as_bytes(), &Families::new(PLACES)).unwrap_err();
        assert!(line == 2 && error.to_string().ends_with("missing field `code`"), "{error}");
    }

    #[test]
    fn a_file_that_is_cut_off_within_a_line_is_rejected() {
        let families = Families::new(PLACES);
        let text = format!("{HEADER}\n{}", lines()[0]);
        for end in 0..text.len() {
            assert!(Table::parse(&text.as_bytes()[..end], &families).is_err(), "{end}");
        }
        assert!(Table::parse(format!("{text}\n").as_bytes(), &families).is_ok());
    }
}
