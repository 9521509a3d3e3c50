//! Proofs that moves reach all rare values below the value of a heap, for hundreds of heaps at once.

use std::cmp::Reverse;

use super::codes::Codes;
use super::rows::{CHUNK, EVEN, Rows};

/// Moves that may reach rare values.
#[derive(Clone, Debug, Default)]
pub(super) struct Witnesses {
    /// The codes of the heaps of the table except heap 0, the last first. Those that are rare or too large have a
    /// number that is not a sum.
    table: Vec<u16>,
    /// The tokens taken by moves that leave two heaps.
    splits: Vec<usize>,
    /// The tokens taken by moves that leave one heap whose value may be rare for the heap before.
    single: Vec<usize>,
    /// For each code of a rare value, the moves that are tried for many heaps at once, the most promising first. Each
    /// leaves a heap of the table and is given by [the row](Rows::row) of the code of the other heap, minus the number
    /// of words that this heap is smaller by.
    steps: Vec<Vec<usize>>,
    /// For each code of a rare value, the first common code above it, for even and for odd heaps.
    above: [Vec<usize>; 2],
}

impl Witnesses {
    /// How much smaller than a heap the other one may be that a move leaves which is tried for many heaps at once.
    pub(super) fn span(&self) -> usize {
        self.table.len().min(1 << 16) / 64 * 64
    }

    /// The witnesses for these heaps of a table, from heap 0 on, and moves that take these numbers of tokens.
    pub(super) fn new(table: &[Option<u8>], splits: Vec<usize>, single: Vec<usize>) -> Self {
        let table = table.iter().skip(1).rev().map(|code| code.map_or(NONE, u16::from)).collect();
        Self { table, splits, single, ..Self::default() }
    }

    /// Chooses the moves that are tried for many heaps at once, by the number of heaps that have each code.
    pub(super) fn choose(&mut self, codes: Codes, rows: &Rows, counts: &[u64]) {
        let aligned = |taken: usize| {
            (64..=self.span()).step_by(64).filter_map(move |back| Some((back.checked_sub(taken)?, back)))
        };
        let moves = self.splits.iter().flat_map(|&taken| aligned(taken));
        let code = |heap: usize| self.table.iter().rev().nth(heap.checked_sub(1)?).map(|&code| usize::from(code));
        let moves: Vec<_> = moves.filter_map(|(heap, back)| Some((code(heap)?, back / 64))).collect();
        let steps = (0..rows.codes()).map(|rare| {
            let mut steps: Vec<_> = moves
                .iter()
                .map(|&(code, words)| (rare ^ code, words))
                .filter(|&(code, _)| code < rows.codes())
                .collect();
            steps.sort_by_key(|&(code, _)| Reverse(counts[code]));
            steps.into_iter().map(|(code, words)| rows.row(code).wrapping_sub(words)).collect()
        });
        self.steps = steps.collect();
        self.above =
            [0, 1].map(|heap| (0..=u8::MAX).take(rows.codes()).map(|rare| codes.first_above(heap, rare)).collect());
    }

    /// The first of the heaps from `start` to before `end` of which it is not proven that all smaller rare values are
    /// reached. The codes of the heaps from `base` on are given.
    #[inline(always)]
    pub(super) fn first_undecided(
        &self,
        rows: &Rows,
        base: usize,
        codes: &[u8],
        start: usize,
        end: usize,
    ) -> Option<usize> {
        // Entry `code`: where the code is at least this.
        let mut large = vec![[0; CHUNK]; rows.codes() + 1];
        let mut word = start / 64;
        while word < end.div_ceil(64) {
            for code in (0..rows.codes()).rev() {
                let row = rows.chunk(rows.row(code), word);
                large[code] = std::array::from_fn(|at| large[code + 1][at] | row[at]);
            }
            let mut first = None;
            for (rare, steps) in self.steps.iter().enumerate() {
                let [even, odd] = [0, 1].map(|odd| &large[self.above[odd][rare].min(rows.codes())]);
                let mut open: [u64; CHUNK] = std::array::from_fn(|at| even[at] & EVEN | odd[at] & !EVEN);
                if word == start / 64 {
                    open[0] &= u64::MAX << (start % 64);
                }
                for steps in steps.chunks(8) {
                    if open.iter().map(|word| word.count_ones()).sum::<u32>() <= FEW {
                        break;
                    }
                    for &step in steps {
                        let row = rows.chunk(step, word);
                        open.iter_mut().zip(row).for_each(|(open, row)| *open &= !row);
                    }
                }
                for (word, mut heaps) in (word..).zip(open) {
                    while heaps != 0 {
                        let heap = 64 * word + heaps.trailing_zeros() as usize;
                        if !self.is_reached(&codes[..heap - base], rare) {
                            first = first.into_iter().chain([heap]).min();
                            break;
                        }
                        heaps &= heaps - 1;
                    }
                }
            }
            if first.is_some() {
                return first;
            }
            word += CHUNK;
        }
        None
    }

    /// Whether a move that leaves a heap of the table, or only one heap, reaches the rare value with this code. The
    /// codes of the smaller heaps are given.
    #[inline(always)]
    fn is_reached(&self, codes: &[u8], rare: usize) -> bool {
        /// The number of moves that are looked at together.
        const STEP: usize = 64;
        let Ok(rare) = u16::try_from(rare) else { return false };
        if self.single.iter().any(|taken| u16::from(codes[codes.len() - taken]) == rare) {
            return true;
        }
        // The last of these are the first of the table.
        self.table.rchunks(STEP).enumerate().any(|(step, partners)| {
            self.splits.iter().any(|taken| {
                let end = codes.len() - taken - STEP * step;
                let others = &codes[end - partners.len()..end];
                // The least difference takes fewer steps than to compare.
                let pairs = partners.iter().zip(others);
                pairs.fold(u16::MAX, |least, (partner, &other)| least.min(partner ^ u16::from(other) ^ rare)) == 0
            })
        })
    }
}

/// The number of heaps for which looking at one move after another takes no longer than the next steps.
const FEW: u32 = 3;

/// Instead of the code of a heap that is rare. Its sums with codes are not codes.
const NONE: u16 = u16::MAX;
