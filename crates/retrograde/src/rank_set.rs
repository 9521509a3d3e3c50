//! A set of ranks that several threads can add to, and that is drained in ascending order.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::threads::Threads;

/// The number of ranks in a span: a span is one word of flags for 64 words of ranks.
pub(crate) const SPAN: u32 = 64 * 64;

/// A set with one bit for each rank and one for each word of these, little more than an eighth of a byte per rank.
pub(crate) struct RankSet {
    words: Vec<AtomicU64>,
    /// Bit `b` of span `s` is set if word `64 * s + b` is not empty.
    spans: Vec<AtomicU64>,
    /// Only one thread uses the set, as in [`Table`](crate::cell::Table).
    single_threaded: bool,
}

impl RankSet {
    pub(crate) fn new(ranks: u32, threads: Threads) -> Self {
        let empty = |count: u32| (0..count).map(|_| AtomicU64::new(0)).collect();
        Self {
            words: empty(ranks.div_ceil(64)),
            spans: empty(ranks.div_ceil(SPAN)),
            single_threaded: threads.is_single(),
        }
    }

    pub(crate) fn insert(&self, rank: u32) {
        self.set_bit(&self.words, rank / 64, rank % 64);
        self.set_bit(&self.spans, rank / SPAN, rank / 64 % 64);
    }

    fn set_bit(&self, words: &[AtomicU64], word: u32, bit: u32) {
        let word = &words[word as usize];
        let old = word.load(Ordering::Relaxed);
        if old & 1 << bit != 0 {
            return;
        }
        if self.single_threaded {
            word.store(old | 1 << bit, Ordering::Relaxed);
        } else {
            word.fetch_or(1 << bit, Ordering::Relaxed);
        }
    }

    /// The spans that are not empty, ascending.
    pub(crate) fn spans(&self) -> Vec<u32> {
        (0..).zip(&self.spans).filter(|(_, span)| span.load(Ordering::Relaxed) != 0).map(|(number, _)| number).collect()
    }

    /// Removes the ranks of a span in ascending order. No other thread may use the span meanwhile.
    pub(crate) fn drain(&self, span: u32) -> impl Iterator<Item = u32> {
        let words = bits(self.spans[span as usize].swap(0, Ordering::Relaxed)).map(move |bit| 64 * span + bit);
        words
            .flat_map(|word| bits(self.words[word as usize].swap(0, Ordering::Relaxed)).map(move |bit| 64 * word + bit))
    }
}

/// The numbers of the set bits, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        // Clears the lowest bit; an empty word stays empty.
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_drained_once_and_in_order() {
        let ranks = [9_999, 0, 63, 64, 4_095, 4_096, 63, 5_000];
        let set = RankSet::new(10_000, Threads::Single);
        for rank in ranks {
            set.insert(rank);
        }
        assert_eq!(set.spans(), [0, 1, 2]);
        let drained: Vec<u32> = set.spans().into_iter().flat_map(|span| set.drain(span)).collect();
        assert_eq!(drained, [0, 63, 64, 4_095, 4_096, 5_000, 9_999]);
        assert!(set.spans().is_empty());
        assert_eq!(set.drain(0).count(), 0);
    }
}
