//! Sparse spaces: the bits of a value whose parity tells a few rare heaps from all others.

use crate::heap_game::{HeapGame, TWO};
use crate::tally::{Heaps, Tally};

/// A criterion by which few heaps of a game are rare: the parity of some bits of their values, and perhaps of their
/// sizes. [`sparse`](crate::sparse) explains what this is good for.
///
/// A heap of `n` tokens is rare if its value has an even number of binary digits 1 in common with [`mask`](Self::mask).
/// If [`counts_size`](Self::counts_size), it is rare if that number is even and so is `n - t`, or if both are odd,
/// where `t` is a number of tokens taken by moves that leave two heaps: in such games all these numbers are odd, or all
/// are even. So which heaps are rare depends on the game too: [`rare_heaps`](Self::rare_heaps) knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SparseSpace {
    /// The bits of a value that are counted.
    mask: u16,
    /// Whether the size of the heap counts as one more bit.
    counts_size: bool,
    /// The parity of rare heaps: odd if sizes count, and moves that leave two heaps take an odd number of tokens.
    rare_parity: bool,
}

impl SparseSpace {
    /// Returns the sparse space of a game with this [mask](Self::mask) that [counts sizes](Self::counts_size) or not.
    /// `None` if there is none: [`Tally`] finds the one with the fewest heaps.
    #[must_use]
    pub fn new(game: &HeapGame, mask: u16, counts_size: bool) -> Option<Self> {
        game.taking(TWO).next()?;
        let rare_parity = if counts_size { odd_taken(game)? } else { false };
        (mask != 0).then_some(Self { mask, counts_size, rare_parity })
    }

    /// Returns the bits of a [nimber's value](crate::Nimber::value) that are counted.
    #[must_use]
    pub fn mask(self) -> u16 {
        self.mask
    }

    /// Returns whether the parity of a heap's size counts as one more bit.
    #[must_use]
    pub fn counts_size(self) -> bool {
        self.counts_size
    }

    /// Returns the rare heaps of a sequence, given its [packed](crate::Sequence::packed) values from heap 0 on.
    pub fn rare_heaps(self, values: &[u16]) -> impl Iterator<Item = usize> {
        (0..values.len()).filter(move |&heap| self.is_rare(heap, values[heap]))
    }

    /// Whether a heap is rare if it is worth `value`.
    pub(crate) fn is_rare(self, heap: usize, value: impl Into<u32>) -> bool {
        self.parity(heap, value.into()) == self.rare_parity
    }

    /// Whether a value is odd, for one heap or two of `tokens` tokens together: two heaps of the same kind add up to an
    /// even value, a rare and a common one to an odd value.
    pub(super) fn parity(self, tokens: usize, value: u32) -> bool {
        let odd_bits = (u32::from(self.mask) & value).count_ones() % 2 == 1;
        odd_bits != (self.counts_size && tokens % 2 == 1)
    }
}

impl Tally {
    /// Returns the sparse space that contains the fewest of these heaps of the game, and those heaps. `None` if moves
    /// do not split heaps or leave three, or all values are 0.
    #[must_use]
    pub fn sparse_space(&self, game: &HeapGame) -> Option<(SparseSpace, Heaps)> {
        if game.most_left() != 2 {
            return None;
        }
        let room = self.entries.len().next_power_of_two();
        // Entry `mask` is the number of heaps that have even parity under the mask, minus the number of the others:
        // without sizes, and where they count.
        let surplus = [1, -1].map(|sign| {
            let count = |heaps: Heaps| i64::try_from(heaps.count).unwrap_or(i64::MAX / 2);
            let mut counts: Vec<i64> =
                self.entries.iter().map(|&[even, odd]| count(even) + sign * count(odd)).collect();
            counts.resize(room, 0);
            walsh_hadamard(&mut counts);
            counts
        });
        let masks = || 1..=u16::try_from(room - 1).unwrap_or(u16::MAX);
        let spaces = [false, true]
            .into_iter()
            .flat_map(|size| masks().filter_map(move |mask| SparseSpace::new(game, mask, size)));
        // The value of a common heap must have the parity of a mixed sum, so that pairs with a rare heap decide about it.
        let space = spaces.min_by_key(|space| {
            let surplus = surplus[usize::from(space.counts_size)][usize::from(space.mask)];
            if space.rare_parity { -surplus } else { surplus }
        })?;
        Some((space, self.heaps(|heap, value| space.is_rare(heap, value.value()))))
    }
}

/// Whether splits take an odd number of tokens. The parity of sizes tells something only if all do, or none does:
/// otherwise `None`.
fn odd_taken(game: &HeapGame) -> Option<bool> {
    let mut odd = game.taking(TWO).map(|taken| taken % 2 == 1);
    let first = odd.next()?;
    odd.all(|next| next == first).then_some(first)
}

/// The Walsh-Hadamard transform: replaces entry `mask` by the sum of all entries, those negated whose index has an odd
/// number of bits in common with `mask`.
fn walsh_hadamard(counts: &mut [i64]) {
    let mut half = 1;
    while half < counts.len() {
        for pair in counts.chunks_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
}
