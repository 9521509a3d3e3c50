//! For each code the latest heaps that have it, as rows of bits.

use crate::tally::Heaps;

/// The number of words of a row that are looked at together.
pub(super) const CHUNK: usize = 32;

/// The even heaps in a word.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555;

/// For each code the set of the latest heaps that have it, 64 in a word: word `w` is for the heaps from `64 * w` on.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// The number of rows: a power of two that is larger than all codes so far, also of heaps before the latest, and at
    /// least the bit that codes omit, as a rare value below a common one may differ from it in all lower bits.
    pub(super) codes: usize,
    /// The first word of a row.
    first: usize,
    /// The number of words in a row.
    width: usize,
    /// Row after row. After the last heap there are zeros, for a chunk at least.
    words: Vec<u64>,
}

impl Rows {
    /// Creates rows of the heaps from `first` on with these codes, and room for `more`. At least this number of codes has
    /// a row.
    pub(super) fn new(first: usize, entered: &[u8], codes: usize, more: usize) -> Self {
        let width = (entered.len() + more) / 64 + CHUNK + 2;
        let codes = codes.next_power_of_two();
        let mut rows = Self { codes, first: first / 64, width, words: vec![0; codes * width] };
        rows.enter(first, entered);
        rows
    }

    /// Whether there is room for the heaps before `end`.
    pub(super) fn reach_to(&self, end: usize) -> bool {
        end.div_ceil(64) + CHUNK <= self.first + self.width
    }

    /// Enters the codes of the heaps from `heap` on.
    #[inline(always)]
    pub(super) fn enter(&mut self, heap: usize, codes: &[u8]) {
        let mut words = [0_u64; 256];
        let (mut heap, mut codes) = (heap, codes);
        while !codes.is_empty() {
            let (word, rest) = codes.split_at(codes.len().min(64 - heap % 64));
            let largest = word.iter().fold(0, |largest, &code| code.max(largest));
            if usize::from(largest) >= self.codes {
                self.codes = (usize::from(largest) + 1).next_power_of_two();
                self.words.resize(self.codes * self.width, 0);
            }
            for (at, &code) in word.iter().enumerate() {
                words[usize::from(code)] |= 1 << at;
            }
            let rows = self.words[heap / 64 - self.first..].iter_mut().step_by(self.width);
            for (row, new) in rows.zip(&mut words[..self.codes]) {
                *row |= *new << (heap % 64);
                *new = 0;
            }
            (heap, codes) = (heap + word.len(), rest);
        }
    }

    /// The words of a code from the word `from` to before `to`.
    #[inline(always)]
    pub(super) fn words(&self, code: usize, from: usize, to: usize) -> &[u64] {
        &self.words[code * self.width..][from - self.first..to - self.first]
    }

    /// The words of a code from the word `from` to before `to`, as bytes of eight heaps.
    #[inline(always)]
    pub(super) fn bytes(&self, code: usize, from: usize, to: usize) -> Vec<u8> {
        let words = self.words(code, from, to);
        let mut bytes = vec![0; 8 * words.len()];
        bytes.as_chunks_mut().0.iter_mut().zip(words).for_each(|(bytes, word)| *bytes = word.to_le_bytes());
        bytes
    }

    /// The heaps with this code from `start` to before `end`, of even or of odd size.
    #[inline(always)]
    pub(super) fn heaps(&self, code: usize, start: usize, end: usize, parity: usize) -> Heaps {
        let first = start / 64;
        let words = self.words(code, first, end.div_ceil(64));
        let set = if parity == 0 { EVEN } else { !EVEN };
        let word = |at: usize| {
            let from = if at == 0 { u64::MAX << (start % 64) } else { u64::MAX };
            let to = if first + at == end / 64 { !(u64::MAX << (end % 64)) } else { u64::MAX };
            words[at] & set & from & to
        };
        let ends = [0, words.len() - 1].into_iter().take(words.len());
        let mut count: u32 = ends.map(|at| word(at).count_ones()).sum();
        // A loop, as `sum` would not be inlined, and so not compiled for the registers that were chosen.
        for word in words.get(1..words.len() - 1).unwrap_or_default() {
            count += (word & set).count_ones();
        }
        if count == 0 {
            return Heaps::default();
        }
        let lowest = (0..words.len()).find(|&at| word(at) != 0).unwrap_or(0);
        let highest = (0..words.len()).rfind(|&at| word(at) != 0).unwrap_or(0);
        Heaps {
            count: count as usize,
            first: 64 * (first + lowest) + word(lowest).trailing_zeros() as usize,
            last: 64 * (first + highest) + 63 - word(highest).leading_zeros() as usize,
        }
    }
}
