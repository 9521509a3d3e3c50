//! A set of ranks that numbers its members.

use crate::error::Error;
use crate::memory::{filled, index};

/// The number of words whose members are counted together.
const BLOCK: usize = 8;
/// There is a hint for each member whose number is a multiple of this.
const HINT: u64 = 1 << 10;

/// A set of ranks whose members are numbered in ascending order. Takes a bit and an eighth for each rank, and a
/// sixteenth of a bit for each member.
#[derive(Clone)]
pub(crate) struct IndexedSet {
    /// The flags, 64 to a word, the lowest first.
    words: Vec<u64>,
    /// For each block of words the number of members before it, and at the end the number of all.
    before: Vec<u64>,
    /// The block of each member that has a hint.
    hints: Vec<u64>,
}

impl IndexedSet {
    pub(crate) fn new(words: Vec<u64>) -> Result<Self, Error> {
        let blocks = words.len().div_ceil(BLOCK) as u64;
        let mut before = filled(blocks + 1, 0)?;
        let (mut members, mut hints) = (0, Vec::new());
        for (block, words) in (0..).zip(words.chunks(BLOCK)) {
            before[index(block)] = members;
            members += words.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            while hints.len() as u64 * HINT < members {
                hints.push(block);
            }
        }
        before[index(blocks)] = members;
        Ok(Self { words, before, hints })
    }

    /// The number of members.
    pub(crate) fn len(&self) -> u64 {
        self.before.last().copied().unwrap_or(0)
    }

    /// The number of a member; `None` if the rank is not in the set.
    #[inline]
    pub(crate) fn number(&self, rank: u64) -> Option<u64> {
        let word = usize::try_from(rank / 64).ok()?;
        let (flags, bit) = (*self.words.get(word)?, rank % 64);
        if flags & 1 << bit == 0 {
            return None;
        }
        let block = word / BLOCK;
        let words_before = self.words[block * BLOCK..word].iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
        Some(self.before[block] + words_before + u64::from((flags & ((1 << bit) - 1)).count_ones()))
    }

    /// The member with this number; `None` if there are fewer members.
    pub(crate) fn member(&self, number: u64) -> Option<u64> {
        let hint = usize::try_from(number / HINT).ok()?;
        let first = index(*self.hints.get(hint)?);
        // The last block that may hold the member.
        let last = self.hints.get(hint + 1).map_or(self.before.len() - 2, |block| index(*block));
        let block = first + self.before[first + 1..=last].partition_point(|before| *before <= number);
        let mut left = number - self.before[block];
        for (word, flags) in (block * BLOCK..).zip(self.words[block * BLOCK..].iter().take(BLOCK)) {
            let members = u64::from(flags.count_ones());
            if left < members {
                // Clears the lowest bits.
                let flags = (0..left).fold(*flags, |flags, _| flags & (flags - 1));
                return Some(word as u64 * 64 + u64::from(flags.trailing_zeros()));
            }
            left -= members;
        }
        None
    }
}
