//! What the table says as a whole.

use grundy::{HeapGame, Period};
use indicatif::HumanCount;

use crate::atlas::cousins::{Families, Family};
use crate::atlas::table::FactsByGame;
use crate::facts::Facts;

/// Of an open game with more rare heaps than this, a sparse space does not tell much.
const SPARSE: f64 = 0.1;

/// What is known about a game, in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Structure {
    /// Its period is proven, and this many heaps have all values: the preperiod and one period.
    Solved(usize),
    /// No period is proven, but at most one heap in ten is rare.
    Sparse,
    /// No period is proven, and more heaps are rare.
    Dense,
}

impl Structure {
    pub(crate) fn of(row: &Facts) -> Self {
        match row.proven() {
            Some(Period { period, preperiod }) => Self::Solved(preperiod + period),
            None if row.share_of_rare().is_some_and(|share| share <= SPARSE) => Self::Sparse,
            None => Self::Dense,
        }
    }
}

/// The values of one or several games: a family, as far as it is in the table.
pub(crate) struct KnownFamily<'a> {
    /// The first game that is in the table.
    pub(crate) code: &'a HeapGame,
    pub(crate) row: &'a Facts,
    /// All games of the family that are in the table, in order.
    pub(crate) games: Vec<&'a HeapGame>,
}

/// The families of the games in a table, in order.
pub(crate) struct FamilyList<'a> {
    pub(crate) entries: Vec<KnownFamily<'a>>,
}

impl<'a> FamilyList<'a> {
    pub(crate) fn of(table: &'a FactsByGame, families: &'a Families) -> Self {
        let entry = |family: &'a Family| {
            let codes = family.members().iter().map(|member| &member.code);
            let games: Vec<&HeapGame> = codes.filter(|code| table.contains_key(code)).collect();
            let code = games.first().copied()?;
            Some(KnownFamily { code, row: table.get(code)?, games })
        };
        Self { entries: families.iter().filter_map(entry).collect() }
    }

    pub(crate) fn games(&self) -> usize {
        self.entries.iter().map(|entry| entry.games.len()).sum()
    }

    pub(crate) fn solved(&self) -> impl Iterator<Item = (&KnownFamily<'a>, Period)> {
        self.entries.iter().filter_map(|entry| Some((entry, entry.row.proven()?)))
    }

    pub(crate) fn open(&self) -> impl Iterator<Item = &KnownFamily<'a>> {
        self.entries.iter().filter(|entry| entry.row.period.is_none())
    }

    pub(crate) fn solved_games(&self) -> usize {
        self.solved().map(|(entry, _)| entry.games.len()).sum()
    }

    /// A heap to which all open games were computed, some perhaps further, if there are any.
    pub(crate) fn reach(&self) -> Option<usize> {
        self.open().map(|entry| entry.row.to).min()
    }
}

/// Says what is known of the period.
pub(crate) fn result(row: &Facts) -> String {
    match row.proven() {
        Some(Period { period, preperiod }) => format!("period {}, preperiod {}", grouped(period), grouped(preperiod)),
        None => format!("not solved here, to heap {}", grouped(row.to)),
    }
}

/// Formats a number with commas.
pub(crate) fn grouped(number: usize) -> String {
    HumanCount(number as u64).to_string()
}
