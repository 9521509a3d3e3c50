//! The games that are not solved here.

use grundy::Period;

use super::{Contents, games, table};
use crate::atlas::published::{Listing, Statement};
use crate::atlas::summary::{Entry, Kind, Summary, grouped};

/// All of them, those with the fewest rare heaps first.
pub(super) fn list(summary: &Summary<'_>) -> Option<String> {
    let mut unsolved: Vec<&Entry<'_>> = summary.open().collect();
    unsolved.sort_by_key(|entry| entry.row.rare.as_ref().map_or(usize::MAX, |rare| rare.count));
    let sparse = unsolved.iter().filter(|entry| Kind::of(entry.row) == Kind::Sparse).count();
    let rows = unsolved.iter().map(|entry| {
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
    });
    let head =
        ["game", "to heap", "rare heaps", "share", "last rare heap", "mask", "largest value", "zeros", "last zero"];
    let table = table(head, "rrrrlrrr", rows)?;
    Some(format!(
        "## The games not solved here, and how sparse they are

In many games nearly all nim-values have an odd number of binary digits 1 at certain places, the *mask*. These are the
*common*
values, the others the *rare* ones, which form the *sparse space*. A heap is rare or common as its value is. In some
games the size of a heap counts as well; the list below and `octal-games.csv` then
have `+size` after the mask: all moves that leave two heaps take *t* tokens, or numbers *t* that are all even or all
odd, and one more
digit 1 is counted in the value of a heap of *n* where *n* − *t* is odd.

The xor of two common values or of two rare ones is rare, so of the moves that leave two heaps, only those to a rare
heap and a common
one lead to a common value. So the value of a heap mostly follows from these moves, and from the few that leave one heap
or none, and a game with few rare heaps can
be computed far. If there is a last rare heap, the nim-sequence must repeat at some point.

Families in which at most one heap in ten is rare: {sparse} of {}. A row is about the heaps up to the second column;
games with the fewest rare heaps come first. `octal --windows` has carried some of them further, see `docs/octal.md`.
{}
{table}",
        unsolved.len(),
        how_far(summary).unwrap_or_default()
    ))
}

/// Why some families were computed further than others.
fn how_far(summary: &Summary<'_>) -> Option<String> {
    let to = summary.to()?;
    let rare = |entry: &Entry<'_>| entry.row.rare.as_ref().map_or(0, |rare| rare.count);
    let sorted = |is_further: bool| {
        let mut rare: Vec<usize> = summary.open().filter(|entry| (entry.row.to > to) == is_further).map(rare).collect();
        rare.sort_unstable();
        rare
    };
    let (nearer, further) = (sorted(false), sorted(true));
    (nearer.len() > 1 && further.len() > 1).then(|| {
        format!(
            "
A value takes longer to find where more heaps are rare. So families with few rare heaps were computed further than to
heap {}: half of
these {} have at most {} rare heaps, half of the other {} at least {}.
",
            grouped(to),
            grouped(further.len()),
            grouped(further[(further.len() - 1) / 2]),
            grouped(nearer.len()),
            grouped(nearer[nearer.len() / 2])
        )
    })
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

/// Whether a game that is not solved here is solved in the literature.
pub(super) fn is_solved_elsewhere(entry: &Entry<'_>, contents: &Contents<'_>) -> bool {
    found_elsewhere(entry, contents).is_some()
}

/// The period that others have found, and where.
fn found_elsewhere(entry: &Entry<'_>, contents: &Contents<'_>) -> Option<(Period, String)> {
    let listing = contents.published.listing(entry.code).and_then(|listing| Some((listing.period?, listing)));
    let statement = contents.published.statement(entry.code, contents.families);
    match (listing, statement) {
        (Some((found, listing)), Some((statement, stated))) if found == stated => {
            Some((found, format!("{}; {}", in_the_tables(listing), in_the_encyclopedia(statement))))
        }
        (Some((found, listing)), _) => Some((found, in_the_tables(listing))),
        (None, Some((statement, stated))) => Some((stated, in_the_encyclopedia(statement))),
        (None, None) => None,
    }
}

fn in_the_tables(listing: &Listing) -> String {
    let by = listing.solved_by;
    if by.is_empty() { "Czajka's tables".to_owned() } else { format!("Czajka's tables ({by})") }
}

/// Names a sequence, who found the period, and the game that it is about if that is another one.
pub(super) fn in_the_encyclopedia(statement: &Statement) -> String {
    let by = statement.solved_by;
    let by = if by.is_empty() { String::new() } else { format!(" ({by})") };
    let about = match (statement.more, statement.of) {
        (0, of) if of == statement.game.to_string() => String::new(),
        (0, of) => format!(", of {of}"),
        (1, of) => format!(", of {of} with one token less"),
        (more, of) => format!(", of {of} with {more} tokens less"),
    };
    format!("{}{by}{about}", link(statement))
}

/// A link to a sequence.
pub(super) fn link(statement: &Statement) -> String {
    let sequence = statement.sequence;
    format!("[{sequence}](https://oeis.org/{sequence})")
}

/// How many games of the table are not solved here, but in the literature.
pub(super) fn games_solved_elsewhere(contents: &Contents<'_>) -> usize {
    let entries = contents.summary.open().filter(|entry| is_solved_elsewhere(entry, contents));
    entries.map(|entry| entry.games.len()).sum()
}

pub(super) fn solved_elsewhere(contents: &Contents<'_>) -> Option<String> {
    let found = contents.summary.open().filter_map(|entry| Some((entry, found_elsewhere(entry, contents)?)));
    let rows = found.map(|(entry, (Period { period, preperiod }, source))| {
        [games(entry), grouped(period), grouped(preperiod), source]
    });
    let table = table(["game", "period", "preperiod", "source"], "rr", rows)?;
    Some(format!("## Solved elsewhere\n\n{}\n\n{table}", words_about_sources(contents)))
}

/// One game may be left, and no cousin.
fn words_about_sources(contents: &Contents<'_>) -> String {
    let (subject, figures, states) = if games_solved_elsewhere(contents) == 1 {
        ("This game is", "The figures are the source's", "If it states")
    } else {
        ("These games are", "The figures are the sources', for the first game of the row", "Where a source states")
    };
    let statement = |entry: &Entry<'_>| contents.published.statement(entry.code, contents.families);
    let is_about_a_cousin = |entry| statement(entry).is_some_and(|(statement, _)| statement.more > 0);
    let cousins = if contents.summary.open().any(is_about_a_cousin) {
        ", and where it is about a game with the same values in heaps of fewer tokens, \
         these tokens are added"
    } else {
        ""
    };
    format!(
        "{subject} solved in the literature, but not by the values of this page.\n\
         {figures}.\n\
         {states} the last exception, the preperiod is that plus 1{cousins}.\n\
         `octal --windows` has proven the period of .106, see `docs/octal.md`."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
