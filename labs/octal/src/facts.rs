//! What is worth knowing about the values of a game's heaps.

use grundy::tally::Tally;
use grundy::{HeapGame, Period, Sequence};
use serde::{Deserialize, Serialize};

use crate::values::values_up_to;

/// Facts about the values of the heaps from 0 to a largest one: a line of the atlas's table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Facts {
    pub(crate) code: String,
    /// The largest heap.
    pub(crate) to: usize,
    /// The period and the number of values before those that repeat, if they are proven.
    pub(crate) period: Option<usize>,
    pub(crate) preperiod: Option<usize>,
    pub(crate) largest: u32,
    /// The first heap that has the largest value.
    pub(crate) largest_at: usize,
    /// The number of rare heaps by the best sparse space, and the last one. `None` if no space is sparse.
    pub(crate) rare: Option<usize>,
    pub(crate) last_rare: Option<usize>,
    /// The bits of a value that are counted, and `+size` if the size of the heap counts as well. Empty without a space.
    pub(crate) mask: String,
    /// How many heaps the player to move loses, heap 0 at least.
    pub(crate) zeros: usize,
    pub(crate) last_zero: usize,
    pub(crate) checksum: String,
    /// In the atlas the first game of the family, if that is another one, and how many tokens more a heap of the same
    /// value has here.
    pub(crate) same_as: Option<String>,
    pub(crate) shift: Option<isize>,
}

impl Facts {
    /// Finds the facts about the values of the heaps from 0 to `to`. Those that are not known must follow from a period
    /// that the known ones prove, and no larger heap may be known.
    pub(crate) fn up_to(known: &Sequence, to: usize) -> Self {
        Self::new(known.game(), &values_up_to(known, to).collect(), known.period())
    }

    /// Finds the facts about values that are counted.
    pub(crate) fn new(game: &HeapGame, tally: &Tally, period: Option<Period>) -> Self {
        let (largest, largest_at) = tally.largest().filter(|largest| !largest.0.is_zero()).unwrap_or_default();
        let zeros = tally.heaps(|_, value| value.is_zero());
        let space = tally.sparse_space(game);
        let mask = |size: bool, mask: u16| format!("{mask:#x}{}", if size { "+size" } else { "" });
        Self {
            code: game.to_string(),
            to: tally.len().saturating_sub(1),
            period: period.map(|found| found.period),
            preperiod: period.map(|found| found.preperiod),
            largest: largest.value(),
            largest_at,
            rare: space.map(|(_, rare)| rare.count),
            last_rare: space.map(|(_, rare)| rare).filter(|rare| rare.count > 0).map(|rare| rare.last),
            mask: space.map_or_else(String::new, |(space, _)| mask(space.counts_size(), space.mask())),
            zeros: zeros.count,
            last_zero: zeros.last,
            checksum: tally.checksum(),
            same_as: None,
            shift: None,
        }
    }

    /// The period, if it is proven.
    pub(crate) fn proven(&self) -> Option<Period> {
        self.period.zip(self.preperiod).map(|(period, preperiod)| Period { preperiod, period })
    }
}
