//! The games that are not solved here.

use grundy::Period;

use super::{Contents, games, table};
use crate::atlas::published::{Listing, Statement};
use crate::atlas::summary::{Entry, Kind, Summary, grouped};

/// All of them, the sparsest first.
pub(super) fn list(summary: &Summary<'_>) -> Option<String> {
    let mut unsolved: Vec<&Entry<'_>> = summary.open().collect();
    let share = |entry: &Entry<'_>| entry.row.share_of_rare().unwrap_or(1.0);
    unsolved.sort_by(|a, b| share(a).total_cmp(&share(b)));
    let sparse = unsolved.iter().filter(|entry| Kind::of(entry.row) == Kind::Sparse).count();
    let rows = unsolved.iter().map(|entry| {
        let row = entry.row;
        let rare = row.rare.as_ref();
        [
            games(entry),
            grouped(row.to),
            rare.map_or_else(String::new, |rare| grouped(rare.count)),
            rare.map_or_else(String::new, |_| format!("{:.3} %", 100.0 * share(entry))),
            rare.and_then(|rare| rare.last).map_or_else(String::new, grouped),
            grouped(row.largest as usize),
            grouped(row.zeros),
            grouped(row.last_zero),
        ]
    });
    let head = ["game", "to heap", "rare heaps", "share", "last rare heap", "largest value", "zeros", "last zero"];
    let table = table(head, "rrrrrrr", rows)?;
    Some(format!(
        "## The games not solved here, and how sparse they are

In many games nearly all nim-values have an odd number of binary digits 1 at certain places, the *mask*. These are the *common*
values, the others the *rare* ones, which form the *sparse space*. The xor of two common values or of two rare ones is rare, so a
common value can only be reached by a move that leaves a rare heap and a common one, where an empty heap is rare. To find the value of
a heap it therefore nearly suffices to look at moves that leave a rare heap, and a game with few of them can be computed far. If there
is a last rare heap, the nim-sequence must repeat sooner or later. In {sparse} of these {} families at most one heap in ten is rare.
The list begins with the sparsest; a row is about the heaps up to the one in the second column.

{table}",
        unsolved.len()
    ))
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

pub(super) fn solved_elsewhere(contents: &Contents<'_>) -> Option<String> {
    let rows = contents.summary.open().filter_map(|entry| {
        let (Period { period, preperiod }, source) = found_elsewhere(entry, contents)?;
        Some([games(entry), grouped(period), grouped(preperiod), source])
    });
    let table = table(["game", "period", "preperiod", "source"], "rr", rows)?;
    Some(format!(
        "## Solved elsewhere

These games are solved in the literature, but not by the values computed here. The figures are those of the sources, for the first
game of the row; nothing here has checked them. Where a source states the last exception, the preperiod is that plus 1, and where it is
about a cousin, a game with the same values in heaps of fewer tokens, these tokens are added.

{table}"
    ))
}
