//! The page about the atlas, in Markdown: the text is `page.md`, with a name in braces for whatever depends on the
//! table. What the text says about the table of the repository, tests compare with that.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use grundy::{HeapGame, Period};

use crate::atlas::cousins::{Families, PLACES, all_codes};
use crate::atlas::published::{Listing, Published, Statement};
use crate::atlas::summary::{Entry, Kind, Summary, grouped, result};
use crate::atlas::table::Table;

const TEXT: &str = include_str!("page.md");

/// How many rows a list of records has.
const RECORDS: usize = 12;

/// What the page is about.
struct Page<'a> {
    summary: &'a Summary<'a>,
    games: &'a Table,
    families: &'a Families,
    published: &'a Published,
}

/// Writes the page about what is in the table.
pub(crate) fn write(summary: &Summary<'_>, games: &Table, families: &Families, published: &Published) -> String {
    let page = Page { summary, games, families, published };
    let mut pieces = TEXT.split("{{");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, text) = piece.split_once("}}").expect("a name ends with braces");
        out.extend([&page.computed(name), text]);
    }
    out
}

impl Page<'_> {
    /// What stands in the place of a name.
    fn computed(&self, name: &str) -> String {
        let summary = self.summary;
        let is_solved_elsewhere = |entry: &&Entry<'_>| self.found_elsewhere(entry.code).is_some();
        match name {
            "reach" => grouped(summary.reach()),
            "all" => counts(summary.entries.iter()),
            "solved" => counts(summary.solved().map(|(entry, _)| entry)),
            "open" => counts(summary.open()),
            "solved elsewhere" => counts(summary.open().filter(is_solved_elsewhere)),
            "longest periods" => self.longest(|found| (found.period, found.preperiod)),
            "longest preperiods" => self.longest(|found| (found.preperiod, found.period)),
            "largest values" => self.largest_values(),
            "sparse" => {
                let sparse = summary.open().filter(|entry| Kind::of(entry.row) == Kind::Sparse);
                format!("{} of {}", sparse.count(), summary.open().count())
            }
            "open games" => self.open_games(),
            "games solved elsewhere" => self.games_solved_elsewhere(),
            "same" | "different" | "only here" | "only there" | "in neither" | "not there" => {
                let games = summary.entries.iter().flat_map(|entry| &entry.games);
                grouped(games.filter(|game| self.standing(game) == name).count())
            }
            "games solved only here" => self.games_solved_only_here(),
            "runs" => self.runs(),
            code => {
                let row = self.games.get(&code.parse().expect("a code of the atlas"));
                row.map_or_else(|| "not computed".to_owned(), result)
            }
        }
    }

    fn longest(&self, length: fn(&Period) -> (usize, usize)) -> String {
        let mut solved: Vec<(&Entry<'_>, Period)> = self.summary.solved().collect();
        solved.sort_by_key(|(_, found)| Reverse(length(found)));
        rows(solved.iter().take(RECORDS).map(|(entry, Period { period, preperiod })| {
            [games(entry), grouped(*period), grouped(*preperiod), grouped(entry.row.largest as usize)]
        }))
    }

    fn largest_values(&self) -> String {
        let mut all: Vec<&Entry<'_>> = self.summary.entries.iter().collect();
        all.sort_by_key(|entry| Reverse(entry.row.largest));
        rows(all.iter().take(RECORDS).map(|entry| {
            let heaps = if entry.row.period.is_some() { "solved".to_owned() } else { grouped(entry.row.to) };
            [games(entry), grouped(entry.row.largest as usize), grouped(entry.row.largest_at), heaps]
        }))
    }

    /// All games that are not solved here, those with the fewest rare heaps first.
    fn open_games(&self) -> String {
        let mut open: Vec<&Entry<'_>> = self.summary.open().collect();
        open.sort_by_key(|entry| entry.row.rare.as_ref().map_or(usize::MAX, |rare| rare.count));
        rows(open.iter().map(|entry| {
            let row = entry.row;
            let rare = row.rare.as_ref();
            [
                games(entry),
                grouped(row.to),
                rare.map_or_else(String::new, |rare| grouped(rare.count)),
                row.share_of_rare().map_or_else(String::new, percentage),
                rare.and_then(|rare| rare.last).map_or_else(String::new, grouped),
                rare.map_or_else(String::new, |rare| rare.mask.clone()),
                grouped(row.largest as usize),
                grouped(row.zeros),
                grouped(row.last_zero),
            ]
        }))
    }

    fn games_solved_elsewhere(&self) -> String {
        let found = self.summary.open().filter_map(|entry| Some((entry, self.found_elsewhere(entry.code)?)));
        rows(found.map(|(entry, (Period { period, preperiod }, source))| {
            [games(entry), grouped(period), grouped(preperiod), source]
        }))
    }

    /// The period that others have found, and where.
    fn found_elsewhere(&self, game: &HeapGame) -> Option<(Period, String)> {
        let listing = self.published.listing(game);
        let listed = listing.and_then(|listing| Some((listing.period?, in_the_tables(listing))));
        let statement = self.published.statement(game, self.families);
        let stated = statement.map(|(statement, period)| (period, in_the_encyclopedia(statement)));
        match (listed, stated) {
            (Some((found, tables)), Some((same, sequence))) if found == same => {
                Some((found, format!("{tables}; {sequence}")))
            }
            (listed, stated) => listed.or(stated),
        }
    }

    /// How a game of the table stands in Czajka's tables and here, as a name in the text.
    fn standing(&self, game: &HeapGame) -> &'static str {
        let Some(listing) = self.published.listing(game) else { return "not there" };
        match (self.games.get(game).and_then(|row| row.period), listing.period) {
            (Some(here), Some(there)) if here == there => "same",
            (Some(_), Some(_)) => "different",
            (Some(_), None) => "only here",
            (None, Some(_)) => "only there",
            (None, None) => "in neither",
        }
    }

    fn games_solved_only_here(&self) -> String {
        let solved = self.summary.solved().filter(|(entry, _)| self.standing(entry.code) == "only here");
        rows(solved.map(|(entry, here)| {
            let elsewhere = match self.published.statement(entry.code, self.families) {
                Some((statement, there)) if there == here => format!("the same in {}", in_the_encyclopedia(statement)),
                Some((statement, _)) => format!("different in {}", in_the_encyclopedia(statement)),
                None => "we know of no published value".to_owned(),
            };
            [games(entry), grouped(here.period), grouped(here.preperiod), elsewhere]
        }))
    }

    /// The commands that make the table.
    fn runs(&self) -> String {
        let first = self.summary.reach();
        let all: Vec<&HeapGame> = self.summary.entries.iter().flat_map(|entry| entry.games.iter().copied()).collect();
        let mut runs = BTreeMap::from([(first, if all.len() == all_codes(PLACES).count() { Vec::new() } else { all })]);
        for entry in self.summary.entries.iter().filter(|entry| entry.row.to > first) {
            runs.entry(entry.row.to).or_default().push(entry.code);
        }
        let runs = runs.iter().map(|(to, codes)| {
            let only: Vec<String> = codes.iter().map(|code| format!(" --only {code}")).collect();
            format!("cargo run --release -p octal --bin octal-atlas -- FOLDER --to {to}{}", only.concat())
        });
        runs.collect::<Vec<_>>().join("\n")
    }
}

/// Two cells with the numbers of games and of families.
fn counts<'a>(entries: impl Iterator<Item = &'a Entry<'a>>) -> String {
    let families: Vec<usize> = entries.map(|entry| entry.games.len()).collect();
    format!("{} | {}", grouped(families.iter().sum()), grouped(families.len()))
}

fn rows<const N: usize>(rows: impl Iterator<Item = [String; N]>) -> String {
    rows.map(|row| format!("| {} |", row.join(" | "))).collect::<Vec<_>>().join("\n")
}

/// The code of an entry, and its cousins, of which the first are named.
fn games(entry: &Entry<'_>) -> String {
    const FEW: usize = 3;
    let cousins: Vec<String> = entry.games[1..].iter().map(ToString::to_string).collect();
    let code: &HeapGame = entry.code;
    match cousins.len() {
        0 => code.to_string(),
        1..=FEW => format!("{code} (and {})", cousins.join(", ")),
        more => format!("{code} (and {}, {} more)", cousins[..FEW - 1].join(", "), more + 1 - FEW),
    }
}

/// Formats a share with two significant digits.
fn percentage(share: f64) -> String {
    let percent = 100.0 * share;
    let rounded = format!("{percent:.1e}");
    let exponent = rounded.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok()).unwrap_or(0);
    // Of 0 the exponent is 0.
    let decimals = if percent == 0.0 { 0 } else { usize::try_from(1 - exponent).unwrap_or(0) };
    format!("{percent:.decimals$} %")
}

fn in_the_tables(listing: &Listing) -> String {
    let by = listing.solved_by;
    if by.is_empty() { "Czajka's tables".to_owned() } else { format!("Czajka's tables ({by})") }
}

/// Names a sequence, who found the period, and the game that it is about if that is another one.
fn in_the_encyclopedia(statement: &Statement) -> String {
    let Statement { game, sequence, of, more, solved_by, .. } = statement;
    let by = if solved_by.is_empty() { String::new() } else { format!(" ({solved_by})") };
    let about = match more {
        0 if *of == game.to_string() => String::new(),
        0 => format!(", of {of}"),
        1 => format!(", of {of} with one token less"),
        more => format!(", of {of} with {more} tokens less"),
    };
    format!("[{sequence}](https://oeis.org/{sequence}){by}{about}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{Facts, RareHeaps};

    #[test]
    fn shares_have_two_digits() {
        for (share, expected) in [
            (0.0, "0 %"),
            (15.0 / 16_777_217.0, "0.000089 %"),
            (0.000_1, "0.010 %"),
            (0.099_949, "10 %"),
            (0.099_49, "9.9 %"),
            (0.424_68, "42 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(percentage(share), expected);
        }
    }
    /// Those with the fewest rare heaps come first, and those without a sparse space last.
    #[test]
    fn open_games_are_listed_by_their_rare_heaps() {
        let facts = |to, rare: Option<(usize, Option<usize>, &str)>, [largest, zeros, last_zero]: [usize; 3]| Facts {
            to,
            period: None,
            largest: u32::try_from(largest).unwrap(),
            largest_at: 1,
            rare: rare.map(|(count, last, mask)| RareHeaps { count, last, mask: mask.to_owned() }),
            zeros,
            last_zero,
            checksum: "00000000".to_owned(),
        };
        let two = facts(1999, Some((3, Some(10), "0x1ee")), [322, 14, 408]);
        let mut games = Table::default();
        for (code, row) in [
            (".007", facts(999, Some((5, Some(40), "0x7b8")), [1401, 37, 161])),
            (".16", facts(1_000_000, None, [20, 1, 0])),
            (".26", facts(99, Some((0, None, "0x1+size")), [3, 2, 4])),
            (".37", two.clone()),
            (".6", two),
            (".77", Facts { period: Some(Period { period: 12, preperiod: 71 }), ..facts(999, None, [9, 1, 0]) }),
        ] {
            games.insert(code.parse().unwrap(), row);
        }
        let (families, published) = (Families::new(PLACES), Published::new());
        let summary = Summary::of(&games, &families);
        let page = Page { summary: &summary, games: &games, families: &families, published: &published };
        let expected = [
            "| .26 | 99 | 0 | 0 % |  | 0x1+size | 3 | 2 | 4 |",
            "| .37 (and .6) | 1,999 | 3 | 0.15 % | 10 | 0x1ee | 322 | 14 | 408 |",
            "| .007 | 999 | 5 | 0.50 % | 40 | 0x7b8 | 1,401 | 37 | 161 |",
            "| .16 | 1,000,000 |  |  |  |  | 20 | 1 | 0 |",
        ];
        assert_eq!(page.open_games().lines().collect::<Vec<_>>(), expected);
    }
}
