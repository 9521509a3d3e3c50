//! A set of ranks that several threads can add to, and that is drained in ascending order.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::Error;
use crate::memory::{filled, index};
use crate::threads::Threads;

/// The number of ranks in a span: a span is one word of flags for 64 words of ranks.
pub(crate) const SPAN: u64 = 64 * 64;

/// A set with one bit for each rank and one for each word of these, little more than an eighth of a byte per rank.
pub(crate) struct RankSet {
    /// The flags of all ranks, 64 to a word, the lowest first.
    pub(crate) words: Vec<AtomicU64>,
    /// Bit `b` of span `s` is set if word `64 * s + b` is not empty.
    spans: Vec<AtomicU64>,
    /// Only one thread uses the set, as in [`StateTable`](crate::table::StateTable).
    single_threaded: bool,
}

impl RankSet {
    pub(crate) fn new(ranks: u64, threads: &Threads) -> Result<Self, Error> {
        let empty = |count| Ok::<_, Error>(filled(count, 0)?.into_iter().map(AtomicU64::new).collect());
        Ok(Self {
            words: empty(ranks.div_ceil(64))?,
            spans: empty(ranks.div_ceil(SPAN))?,
            single_threaded: threads.is_single(),
        })
    }

    pub(crate) fn contains(&self, rank: u64) -> bool {
        self.words[index(rank / 64)].load(Ordering::Relaxed) & 1 << (rank % 64) != 0
    }

    /// Returns whether the rank is new.
    pub(crate) fn insert(&self, rank: u64) -> bool {
        let is_new = self.set_bit(&self.words, rank / 64, rank % 64);
        self.set_bit(&self.spans, rank / SPAN, rank / 64 % 64);
        is_new
    }

    fn set_bit(&self, words: &[AtomicU64], word: u64, bit: u64) -> bool {
        let word = &words[index(word)];
        let old = word.load(Ordering::Relaxed);
        if old & 1 << bit != 0 {
            return false;
        }
        if self.single_threaded {
            word.store(old | 1 << bit, Ordering::Relaxed);
            true
        } else {
            // A flag that is set after the word was drained follows the emptying of the span, so that this is seen.
            word.fetch_or(1 << bit, Ordering::AcqRel) & 1 << bit == 0
        }
    }

    /// The spans that are not empty, ascending.
    pub(crate) fn spans(&self) -> Vec<u64> {
        (0..).zip(&self.spans).filter(|(_, span)| span.load(Ordering::Relaxed) != 0).map(|(number, _)| number).collect()
    }

    /// Removes the ranks of a span in ascending order. Meanwhile no other thread may drain the span; what one inserts
    /// is visited, or stays in the set.
    pub(crate) fn drain(&self, span: u64) -> impl Iterator<Item = u64> {
        let words = bits(self.spans[index(span)].swap(0, Ordering::AcqRel)).map(move |bit| 64 * span + bit);
        words.flat_map(|word| bits(self.words[index(word)].swap(0, Ordering::AcqRel)).map(move |bit| 64 * word + bit))
    }

    /// Sets one of the words of a new set.
    #[cfg(feature = "files")]
    pub(crate) fn set_word(&self, at: usize, flags: u64) {
        self.words[at].store(flags, Ordering::Relaxed);
        if flags != 0 {
            self.spans[at / 64].fetch_or(1 << (at % 64), Ordering::Relaxed);
        }
    }

    /// The flags of all ranks, 64 to a word, the lowest first.
    pub(crate) fn into_words(self) -> Vec<u64> {
        self.words.into_iter().map(AtomicU64::into_inner).collect()
    }
}

/// The numbers of the set bits, ascending.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = u64::from(word.trailing_zeros());
        // Clears the lowest bit; an empty word stays empty.
        word &= word.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}
