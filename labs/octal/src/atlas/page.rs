//! The page about the atlas, in Markdown: the text is `page.md`, with a name in braces for whatever depends on the
//! table.

use std::cmp::Reverse;

use grundy::{HeapGame, Period};

use crate::atlas::summary::{FamilyList, KnownFamily, Structure, grouped, result};
use crate::atlas::table::FactsByGame;

const TEXT: &str = include_str!("page.md");

/// How many rows a list of records has.
const RECORDS: usize = 12;

/// Writes the page about what is in the table.
pub(crate) fn write(summary: &FamilyList<'_>, games: &FactsByGame) -> String {
    let mut pieces = TEXT.split("{{");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, text) = piece.split_once("}}").expect("a name ends with braces");
        out.extend([&computed(summary, games, name), text]);
    }
    out
}

/// What stands in the place of a name.
fn computed(summary: &FamilyList<'_>, games: &FactsByGame, name: &str) -> String {
    match name {
        "reach" => summary
            .reach()
            .map_or_else(String::new, |heap| format!(", or else up to heap {} or further", grouped(heap))),
        "all" => counts(summary.entries.iter()),
        "solved" => counts(summary.solved().map(|(entry, _)| entry)),
        "open" => counts(summary.open()),
        "longest periods" => longest(summary, |found| (found.period, found.preperiod)),
        "longest preperiods" => longest(summary, |found| (found.preperiod, found.period)),
        "largest values" => largest_values(summary),
        "sparse" => {
            let sparse = summary.open().filter(|entry| Structure::of(entry.row) == Structure::Sparse);
            format!("{} of {}", sparse.count(), summary.open().count())
        }
        "open games" => open_games(summary),
        code => {
            let row = games.get(&code.parse().expect("a code of the atlas"));
            row.map_or_else(|| "not computed".to_owned(), result)
        }
    }
}

fn longest(summary: &FamilyList<'_>, length: fn(&Period) -> (usize, usize)) -> String {
    let mut solved: Vec<(&KnownFamily<'_>, Period)> = summary.solved().collect();
    solved.sort_by_key(|(_, found)| Reverse(length(found)));
    rows(solved.iter().take(RECORDS).map(|(entry, Period { period, preperiod })| {
        [games(entry), grouped(*period), grouped(*preperiod), grouped(entry.row.largest as usize)]
    }))
}

fn largest_values(summary: &FamilyList<'_>) -> String {
    let mut all: Vec<&KnownFamily<'_>> = summary.entries.iter().collect();
    all.sort_by_key(|entry| Reverse(entry.row.largest));
    rows(all.iter().take(RECORDS).map(|entry| {
        let heaps = if entry.row.period.is_some() { "solved".to_owned() } else { grouped(entry.row.to) };
        [games(entry), grouped(entry.row.largest as usize), grouped(entry.row.largest_at), heaps]
    }))
}

/// All games that are not solved here, those with the fewest rare heaps first.
fn open_games(summary: &FamilyList<'_>) -> String {
    let mut open: Vec<&KnownFamily<'_>> = summary.open().collect();
    open.sort_by_key(|entry| entry.row.rare.unwrap_or(usize::MAX));
    rows(open.iter().map(|entry| {
        let (row, number) = (entry.row, |number: Option<usize>| number.map_or_else(String::new, grouped));
        [
            games(entry),
            grouped(row.to),
            number(row.rare),
            row.share_of_rare().map_or_else(String::new, percentage),
            number(row.last_rare),
            row.mask.clone(),
            grouped(row.largest as usize),
            grouped(row.zeros),
            grouped(row.last_zero),
        ]
    }))
}

/// Two cells with the numbers of games and of families.
fn counts<'a>(entries: impl Iterator<Item = &'a KnownFamily<'a>>) -> String {
    let families: Vec<usize> = entries.map(|entry| entry.games.len()).collect();
    format!("{} | {}", grouped(families.iter().sum()), grouped(families.len()))
}

fn rows<const N: usize>(rows: impl Iterator<Item = [String; N]>) -> String {
    rows.map(|row| format!("| {} |", row.join(" | "))).collect::<Vec<_>>().join("\n")
}

/// The code of an entry, and its cousins, of which the first are named.
fn games(entry: &KnownFamily<'_>) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_have_two_digits() {
        for (share, expected) in
            [(0.0, "0 %"), (15.0 / 16_777_217.0, "0.000089 %"), (0.099_949, "10 %"), (0.424_68, "42 %")]
        {
            assert_eq!(percentage(share), expected);
        }
    }
}
