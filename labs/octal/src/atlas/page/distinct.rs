//! Families that have the same values, which their codes do not show.

use std::collections::{BTreeMap, BTreeSet};

use grundy::Period;

use super::Contents;
use crate::atlas::cousins::Code;
use crate::atlas::published::{values, zeros};
use crate::atlas::summary::{Summary, grouped};

/// How many nim-sequences the solved families have. `None` if there are no such families, or if it would take long to
/// know.
pub(super) fn of_solved(summary: &Summary<'_>) -> Option<String> {
    let solved: Vec<(&Code, Period)> = summary.solved().map(|(entry, found)| (entry.code, found)).collect();
    let sequences = sequences(&solved)?;
    (solved.len() > 1).then(|| {
        format!(
            "The {} families that are solved here have {} different nim-sequences, if zeros before the first other \
             value are left out.\n",
            grouped(solved.len()),
            grouped(sequences)
        )
    })
}

/// Whether Czajka's tables, which compare values, have fewer families that are not solved here.
pub(super) fn of_open(contents: &Contents<'_>) -> Option<String> {
    let open = contents.summary.open().count();
    let games = contents.summary.open().flat_map(|entry| &entry.games);
    let listings = games.filter_map(|game| contents.published.listing(game));
    let there = listings.map(|listing| listing.same_as).collect::<BTreeSet<_>>().len();
    (open > 1).then(|| {
        let families = grouped(open);
        if there == open {
            format!(
                "By the first values, which Czajka's tables compare, no two of the {families} families that are not \
                 solved here are the same.\n"
            )
        } else {
            format!(
                "By the first values, which Czajka's tables compare, the {families} families that are not solved here \
                 are {}.\n",
                grouped(there)
            )
        }
    })
}

/// The number of different nim-sequences of games with proven periods, without the zeros that they begin with. `None`
/// if too many values would have to be compared.
fn sequences(solved: &[(&Code, Period)]) -> Option<usize> {
    /// The most values of a game that are compared, as the plain engine finds them.
    const MOST: usize = 10_000;
    // Sequences with another period or preperiod are different.
    let mut groups: BTreeMap<(usize, usize), Vec<(&Code, usize)>> = BTreeMap::new();
    for (code, Period { period, preperiod }) in solved {
        let zeros = zeros(code);
        groups.entry((*period, preperiod.saturating_sub(zeros))).or_default().push((*code, zeros));
    }
    let sequences = groups.iter().map(|((period, preperiod), games)| {
        let length = preperiod + period;
        if games.len() == 1 {
            return Some(1);
        }
        let own = |(code, zeros): &(&Code, usize)| values(code, zeros + length).split_off(*zeros);
        (length <= MOST).then(|| games.iter().map(own).collect::<BTreeSet<_>>().len())
    });
    sequences.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(games: &[(&str, usize, usize)]) -> Option<usize> {
        let games: Vec<(Code, Period)> = games
            .iter()
            .map(|&(code, period, preperiod)| (code.parse().unwrap(), Period { period, preperiod }))
            .collect();
        sequences(&games.iter().map(|(code, found)| (code, *found)).collect::<Vec<_>>())
    }

    /// Of games whose values follow easily from the rules: 0, 1, 0, 0, ... and 0, 0, 1, 0, ...; 0, 1, 0, 1, 0, ... and
    /// 0, 1, 1, 1, 0, ...; only parity, with a zero more in the second.
    #[test]
    fn sequences_differ_by_more_than_zeros_at_the_start() {
        assert_eq!(count(&[]), Some(0));
        assert_eq!(count(&[(".77", 12, 71)]), Some(1));
        assert_eq!(count(&[(".1", 1, 2), (".01", 1, 3)]), Some(1));
        assert_eq!(count(&[(".101", 1, 4), (".111", 1, 4)]), Some(2));
        assert_eq!(count(&[(".105", 2, 0), (".05", 2, 1)]), Some(1));
        assert_eq!(count(&[(".137", 34, 52), (".07", 34, 53), (".77", 12, 71)]), Some(2));
    }

    /// The periods are not theirs.
    #[test]
    fn games_that_would_take_long_to_compare_are_not_compared() {
        assert_eq!(count(&[(".07", 20_000, 1), (".137", 20_000, 0)]), None);
        assert_eq!(count(&[(".07", 20_000, 1), (".137", 20_001, 0)]), Some(2));
    }
}
