//! The table of games, as a file of comma-separated values.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, anyhow, bail, ensure};
use grundy::{HeapGame, Period};

use crate::atlas::LARGEST_IN_ATLAS;
use crate::atlas::cousins::{Families, parse_code};
use crate::facts::{Facts, RareHeaps};
use crate::whole_file;

/// The first line of the file.
const HEADER: &str =
    "code,to,period,preperiod,largest,largest_at,rare,last_rare,mask,zeros,last_zero,checksum,same_as,shift";

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

    /// All fields but the code and its cousin.
    fn write(&self, out: &mut String) {
        let Self { to, largest, largest_at, zeros, last_zero, checksum, .. } = self;
        let period =
            self.period.map_or_else(|| ",".to_owned(), |found| format!("{},{}", found.period, found.preperiod));
        let rare = self.rare.as_ref().map_or_else(
            || ",,".to_owned(),
            |RareHeaps { count, last, mask }| {
                format!("{count},{},{mask}", last.map_or_else(String::new, |heap| heap.to_string()))
            },
        );
        // Writing to a string cannot fail.
        let _ = write!(out, "{to},{period},{largest},{largest_at},{rare},{zeros},{last_zero},{checksum}");
    }

    fn parse(fields: &[&str; 11]) -> anyhow::Result<Self> {
        let [to, period, preperiod, largest, largest_at, rare, last_rare, mask, zeros, last_zero, checksum] = *fields;
        let to = number("to", to)?;
        ensure!(to <= LARGEST_IN_ATLAS, "to is {to}, but at most heap {LARGEST_IN_ATLAS} can have been computed");
        let heap = |name, text| {
            let heap: usize = number(name, text)?;
            ensure!(heap <= to, "{name} is {heap}, but only heaps to {to} were computed");
            anyhow::Ok(heap)
        };
        let period = match (period, preperiod) {
            ("", "") => None,
            (period, preperiod) => {
                let (period, preperiod) = (heap("period", period)?, heap("preperiod", preperiod)?);
                ensure!(period > 0, "period is 0");
                Some(Period { period, preperiod })
            }
        };
        let rare = match (rare, last_rare, mask) {
            ("", "", "") => None,
            (count, last, mask) => {
                let bits = mask.strip_suffix("+size").unwrap_or(mask).strip_prefix("0x");
                ensure!(bits.is_some_and(|bits| u32::from_str_radix(bits, 16).is_ok()), "invalid mask '{mask}'");
                let last = if last.is_empty() { None } else { Some(heap("last_rare", last)?) };
                Some(RareHeaps { count: number("rare", count)?, last, mask: mask.to_owned() })
            }
        };
        let digits = checksum.bytes().filter(|byte| matches!(byte, b'0'..=b'9' | b'A'..=b'F')).count();
        ensure!(digits == 8 && checksum.len() == 8, "invalid checksum '{checksum}'");
        Ok(Self {
            to,
            period,
            largest: number("largest", largest)?,
            largest_at: heap("largest_at", largest_at)?,
            rare,
            zeros: number("zeros", zeros)?,
            last_zero: heap("last_zero", last_zero)?,
            checksum: checksum.to_owned(),
        })
    }
}

fn number<T: FromStr>(name: &str, text: &str) -> anyhow::Result<T> {
    text.parse().map_err(|_| anyhow!("{name}: expected a number, found '{text}'"))
}

impl Table {
    /// Reads a table, which is empty if there is no such file.
    pub(crate) fn load(path: &Path, families: &Families) -> anyhow::Result<Self> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::default()),
            read => read.with_context(|| format!("{}: cannot read the table", path.display()))?,
        };
        Self::parse(&String::from_utf8_lossy(&bytes), families).map_err(|(line, error)| {
            anyhow!("{}:{line}: {error:#}; move the file away, or correct the line", path.display())
        })
    }

    /// Replaces the file atomically.
    pub(crate) fn save(&self, path: &Path, families: &Families) -> anyhow::Result<()> {
        let written = whole_file::replace(path, self.csv(families).as_bytes());
        written.with_context(|| format!("{}: cannot write the table", path.display()))
    }

    pub(crate) fn insert(&mut self, code: HeapGame, row: Facts) {
        self.rows.insert(code, row);
    }

    pub(crate) fn get(&self, code: &HeapGame) -> Option<&Facts> {
        self.rows.get(code)
    }

    fn csv(&self, families: &Families) -> String {
        let mut csv = format!("{HEADER}\n");
        for (code, row) in &self.rows {
            // Writing to a string cannot fail.
            let _ = write!(csv, "{code},");
            row.write(&mut csv);
            let _ = writeln!(csv, ",{}", cousin(code, families));
        }
        csv
    }

    /// An error has the number of its line.
    fn parse(text: &str, families: &Families) -> Result<Self, (usize, anyhow::Error)> {
        let count = text.lines().count();
        if !text.ends_with('\n') {
            return Err((count.max(1), anyhow!("expected a newline at the end of the file")));
        }
        let mut rows: BTreeMap<HeapGame, Facts> = BTreeMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if number == 1 {
                if line != HEADER {
                    return Err((number, anyhow!("expected the header '{HEADER}'")));
                }
                continue;
            }
            let (code, row) = parse_line(line, families).map_err(|error| (number, error))?;
            if rows.last_key_value().is_some_and(|(last, _)| *last >= code) {
                return Err((number, anyhow!("the code {code} is not after the code of the line before")));
            }
            rows.insert(code, row);
        }
        Ok(Self { rows })
    }
}

fn parse_line(line: &str, families: &Families) -> anyhow::Result<(HeapGame, Facts)> {
    let fields: Vec<&str> = line.split(',').collect();
    let expected = HEADER.split(',').count();
    ensure!(fields.len() == expected, "expected {expected} fields, found {}", fields.len());
    let (Some(text), Some(row)) = (fields.first(), fields[1..].first_chunk()) else { bail!("expected more fields") };
    let code = parse_code(text).with_context(|| format!("invalid code '{text}'"))?;
    ensure!(code.to_string() == *text, "expected the code {code}, found '{text}'");
    ensure!(families.contain(&code), "the code {code} has too many places for this table");
    let (found, expected) = (fields[12..].join(","), cousin(&code, families));
    ensure!(found == expected, "expected the last fields '{expected}', found '{found}'");
    Ok((code, Facts::parse(row)?))
}

/// The first game of the family, if that is another one, and how many tokens more a heap of the same value has here.
fn cousin(code: &HeapGame, families: &Families) -> String {
    let (family, member) = families.find(code);
    let first = &family.first().code;
    if first == code { ",".to_owned() } else { format!("{first},{}", family.shift(member)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atlas::cousins::PLACES;

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
        let (line, error) = Table::parse(&text, &Families::new(PLACES)).unwrap_err();
        format!("{line}: {error:#}")
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let families = Families::new(PLACES);
        let text = format!("{HEADER}\n{LINES}");
        let table = Table::parse(&text, &families).unwrap();
        assert_eq!(table.csv(&families), text);
        let rows: Vec<&Facts> = table.rows.values().collect();
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[1].period, Some(Period { preperiod: 52, period: 34 }));
        assert_eq!(rows[2].rare, None);
        assert_eq!(rows[3].rare, Some(RareHeaps { count: 0, last: None, mask: "0x7+size".to_owned() }));
        assert_eq!([500, 501].map(|to| rows[3].falls_short_of(to)), [false, true]);
        assert!(!rows[0].falls_short_of(1_000_000));
    }

    #[test]
    fn each_field_is_checked() {
        for (line, from, to, expected) in [
            (0, ",,", ",", "2: expected 14 fields, found 13"),
            (0, ",82,", ",x,", "2: largest_at: expected a number, found 'x'"),
            (0, "1020", "1025", "2: last_zero is 1025, but only heaps to 1024 were computed"),
            (0, "34,53", "34,", "2: preperiod: expected a number, found ''"),
            (0, "34,53", "0,53", "2: period is 0"),
            (0, "0x7", "7", "2: invalid mask '7'"),
            (0, "0x7", "", "2: invalid mask ''"),
            (1, "0A1B2C3D", "0A1B2C3", "3: invalid checksum '0A1B2C3'"),
            (1, "0A1B2C3D", "0a1b2c3d", "3: invalid checksum '0a1b2c3d'"),
            (1, ".07,-1", ".07,1", "3: expected the last fields '.07,-1', found '.07,1'"),
            (1, ".137", ".1370", "3: expected the code .137, found '.1370'"),
            (
                1,
                ".137",
                "137",
                "3: invalid code '137': missing point: expected one before the digit for taking one token, as in .77",
            ),
            (0, "1024", "-1", "2: to: expected a number, found '-1'"),
            (0, "1024", "2147483649", "2: to is 2147483649, but at most heap 2147483648 can have been computed"),
            (
                0,
                ",34,53",
                ",18446744073709551615,53",
                "2: period is 18446744073709551615, but only heaps to 1024 were computed",
            ),
        ] {
            let mut lines = lines();
            assert!(lines[line].contains(from));
            lines[line] = lines[line].replacen(from, to, 1);
            assert_eq!(error(&lines), expected);
        }
        let mut lines = lines();
        lines[2] = lines[0].clone();
        assert_eq!(error(&lines), "4: the code .07 is not after the code of the line before");
        let text = format!("{}\n{LINES}", HEADER.replace("code,", "game,"));
        let (line, error) = Table::parse(&text, &Families::new(PLACES)).unwrap_err();
        assert_eq!((line, error.to_string()), (1, format!("expected the header '{HEADER}'")));
    }

    /// Not after whole lines: games that are not there are computed again.
    #[test]
    fn a_file_that_is_cut_off_within_a_line_is_rejected() {
        let families = Families::new(PLACES);
        let text = format!("{HEADER}\n{}", lines()[0]);
        for end in (0..text.len()).filter(|&end| end != HEADER.len() + 1) {
            assert!(Table::parse(&text[..end], &families).is_err(), "{end}");
        }
        assert!(Table::parse(&format!("{text}\n"), &families).is_ok());
    }
}
