//! What is worth knowing about the values of a game's heaps.

use grundy::tally::Tally;
use grundy::{HeapGame, Period, Sequence};

use crate::values::Values;

/// Facts about the values of the heaps from 0 to a largest one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    /// The largest heap.
    pub(crate) to: usize,
    /// The period, if it is proven.
    pub(crate) period: Option<Period>,
    /// The largest value.
    pub(crate) largest: u32,
    /// The first heap that has the largest value.
    pub(crate) largest_at: usize,
    /// `None` if the game has no sparse space.
    pub(crate) rare: Option<RareHeaps>,
    /// How many heaps the player to move loses, heap 0 at least.
    pub(crate) zeros: usize,
    /// The largest heap that the player to move loses.
    pub(crate) last_zero: usize,
    /// As it is printed.
    pub(crate) checksum: String,
}

/// The rare heaps of a game, by its best sparse space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RareHeaps {
    pub(crate) count: usize,
    pub(crate) last: Option<usize>,
    /// The bits of a value that are counted, and `+size` if the size of the heap counts as well.
    pub(crate) mask: String,
}

impl Facts {
    /// Finds the facts about the values of the heaps from 0 to `to`. Those that are not known must follow from a period
    /// that the known ones prove, and no larger heap may be known.
    pub(crate) fn up_to(known: &Sequence, to: usize) -> Self {
        Self::new(known.game(), &Values::up_to(known, to).packed().collect(), known.period())
    }

    /// Finds the facts about values that are counted.
    pub(crate) fn new(game: &HeapGame, tally: &Tally, period: Option<Period>) -> Self {
        let (largest, largest_at) = tally.largest().filter(|largest| !largest.0.is_zero()).unwrap_or_default();
        let zeros = tally.heaps(|_, value| value.is_zero());
        let rare = tally.sparse_space(game).map(|(space, rare)| RareHeaps {
            count: rare.count,
            last: (rare.count > 0).then_some(rare.last),
            mask: format!("{:#x}{}", space.mask(), if space.counts_size() { "+size" } else { "" }),
        });
        Self {
            to: tally.len().saturating_sub(1),
            period,
            largest: largest.value(),
            largest_at,
            rare,
            zeros: zeros.count,
            last_zero: zeros.last,
            checksum: tally.checksum().to_string(),
        }
    }
}
