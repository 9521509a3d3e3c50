//! Finding the rare values: the bits whose parity tells almost all heaps from a few.

use crate::heap_game::HeapGame;
use crate::plain::room_for;

/// A way to call values rare: by the parity of some of their bits, and perhaps of the heap's size.
///
/// Both parities add up as values do, so a move to two heaps that are both rare or both common leads to one kind of value,
/// and a move to one of each to the other kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The bits of a value that are counted.
    mask: u16,
    /// Whether the size of the heap is counted as well.
    with_size: bool,
    /// The parity of rare values.
    rare_parity: bool,
}

impl Split {
    fn parity(self, size: usize, value: u16) -> bool {
        let odd_bits = (self.mask & value).count_ones() % 2 == 1;
        odd_bits != (self.with_size && size % 2 == 1)
    }

    /// The bits of a value that are counted.
    #[must_use]
    pub fn mask(self) -> u16 {
        self.mask
    }

    /// Whether an odd size of the heap counts as one more bit.
    #[must_use]
    pub fn counts_size(self) -> bool {
        self.with_size
    }

    /// The rare heaps among those of which these are the values, heap `n` in place `n`.
    pub fn rare(self, values: &[u16]) -> impl Iterator<Item = usize> {
        values.iter().enumerate().filter(move |&(size, &value)| self.is_rare(size, value)).map(|(size, _)| size)
    }

    /// Whether a heap of this size is rare if it is worth this value.
    pub(super) fn is_rare(self, size: usize, value: u16) -> bool {
        self.parity(size, value) == self.rare_parity
    }

    /// Whether a value, as the sum of two heaps of so many tokens together, is that of a rare and a common heap.
    pub(super) fn is_mixed(self, sizes: usize, value: u16) -> bool {
        // Two heaps of the same kind add up to even parity.
        self.parity(sizes, value)
    }

    /// The split with the fewest rare values among these, and how many there are. The common values of heaps must be mixed
    /// sums of what a move leaves, so that rare heaps decide about them. `None` where moves do not split, or all values are 0.
    pub(crate) fn best(game: &HeapGame, values: &[u16]) -> Option<(Self, usize)> {
        let mut odd = game.splits().map(|taken| taken % 2 == 1);
        let first = odd.next()?;
        // Where some splits take an odd number of tokens and some do not, the size of heaps is no help.
        let odd_taken = odd.all(|next| next == first).then_some(first);
        let room = room_for(values);
        // How often each value occurs, apart for even and odd sizes.
        let mut even = vec![0_i64; room];
        let mut odd = vec![0_i64; room];
        for pair in values.chunks(2) {
            even[usize::from(pair[0])] += 1;
            if let Some(&value) = pair.get(1) {
                odd[usize::from(value)] += 1;
            }
        }
        walsh_hadamard(&mut even);
        walsh_hadamard(&mut odd);
        // The transform counts, for each mask, the values of even parity less those of odd parity.
        let all = i64::try_from(values.len()).ok()?;
        let by_value = (1..room).map(|mask| (mask, false, false, even[mask] + odd[mask]));
        let by_both = odd_taken.into_iter().flat_map(|odd_taken| {
            let (even, odd) = (&even, &odd);
            (1..room).map(move |mask| {
                let surplus = even[mask] - odd[mask];
                (mask, true, odd_taken, if odd_taken { -surplus } else { surplus })
            })
        });
        let (mask, with_size, rare_parity, surplus) = by_value.chain(by_both).min_by_key(|candidate| candidate.3)?;
        let rare = usize::try_from(all.midpoint(surplus)).ok()?;
        Some((Self { mask: u16::try_from(mask).ok()?, with_size, rare_parity }, rare))
    }
}

/// Replaces counts by their sums over all numbers, each counted negatively if it has an odd number of bits in common with
/// the index.
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
