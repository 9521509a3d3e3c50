//! Proofs that moves reach all rare values below the value of a heap, for hundreds of heaps at once.

use std::cmp::Reverse;

use super::rows::{CHUNK, EVEN, Rows};
use crate::sparse::SparseSpace;

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
    /// The moves that are tried for many heaps at once: for each code of the heap of the table that they leave, by how
    /// many bytes of a row the other heap is smaller.
    moves: Vec<Vec<usize>>,
    /// The codes that this other heap may have, the most frequent ones.
    others: Vec<usize>,
    /// For each code of a rare value, the first common code above it, for even and for odd heaps.
    above: [Vec<usize>; 2],
}

impl Witnesses {
    /// How much smaller than a heap the other one may be that a move leaves which is tried for many heaps at once.
    pub(super) fn span(&self) -> usize {
        self.table.len().min(1 << 16) / 64 * 64
    }

    pub(super) fn new(table: Vec<u16>, splits: Vec<usize>, single: Vec<usize>) -> Self {
        Self { table, splits, single, ..Self::default() }
    }

    /// Chooses the moves that are tried for many heaps at once, by how many of these heaps have each code.
    pub(super) fn choose(&mut self, space: SparseSpace, rows: &Rows, recent: &[u8]) {
        let mut counts = vec![0; rows.codes];
        for &code in recent {
            counts[usize::from(code)] += 1;
        }
        self.moves = vec![Vec::new(); rows.codes];
        for back in (8..=self.span()).step_by(8) {
            for heap in self.splits.iter().filter_map(|taken| back.checked_sub(taken + 1)) {
                let code = self.table.iter().rev().nth(heap).map(|&code| usize::from(code));
                if let Some(moves) = code.and_then(|code| self.moves.get_mut(code)) {
                    moves.push(back / 8);
                }
            }
        }
        self.others = (0..rows.codes).filter(|&code| counts[code] > 0).collect();
        self.others.sort_by_key(|&code| Reverse(counts[code]));
        self.others.truncate(MOST_OTHERS);
        self.above =
            [0, 1].map(|heap| (0..=u8::MAX).take(rows.codes).map(|rare| space.first_above(heap, rare)).collect());
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
        let mut large = vec![[0; CHUNK]; rows.codes + 1];
        let mut word = start / 64;
        let first = word - self.span() / 64;
        let bytes = |&other: &usize| (other, rows.bytes(other, first, end.div_ceil(64) + CHUNK));
        let others: Vec<(usize, Vec<u8>)> = self.others.iter().map(bytes).collect();
        while word < end.div_ceil(64) {
            for code in (0..rows.codes).rev() {
                let row: &[u64; CHUNK] = rows.words(code, word, word + CHUNK).try_into().expect("a chunk");
                large[code] = std::array::from_fn(|at| large[code + 1][at] | row[at]);
            }
            // For each code of a rare value the heaps of which it is not proven that it is reached.
            let mut open: Vec<[u64; CHUNK]> = (0..rows.codes)
                .map(|rare| {
                    let [even, odd] = [0, 1].map(|odd| &large[self.above[odd][rare].min(rows.codes)]);
                    std::array::from_fn(|at| even[at] & EVEN | odd[at] & !EVEN)
                })
                .collect();
            if word == start / 64 {
                for open in &mut open {
                    open[0] &= u64::MAX << (start % 64);
                }
            }
            let mut many: Vec<usize> = (0..rows.codes).filter(|&rare| !is_few(&open[rare])).collect();
            // Row after row, as the cache holds one of them; all together are too large for it.
            for (other, row) in &others {
                let mut at = 0;
                while let Some(&rare) = many.get(at) {
                    if leaves_many(&self.moves[rare ^ other], row, 8 * (word - first), &mut open[rare]) {
                        at += 1;
                    } else {
                        many.swap_remove(at);
                    }
                }
            }
            let mut undecided = None;
            for (rare, open) in open.into_iter().enumerate() {
                for (word, mut heaps) in (word..).zip(open) {
                    while heaps != 0 {
                        let heap = 64 * word + heaps.trailing_zeros() as usize;
                        if !self.is_reached(&codes[..heap - base], rare) {
                            undecided = undecided.into_iter().chain([heap]).min();
                            break;
                        }
                        heaps &= heaps - 1;
                    }
                }
            }
            if undecided.is_some() {
                return undecided;
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
        const STEP: usize = 512;
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

/// Removes the heaps of which one of the moves leaves a heap that is in the row, in which the first of them has the
/// place `place`. Returns whether many are left.
#[inline(always)]
fn leaves_many(moves: &[usize], row: &[u8], place: usize, open: &mut [u64; CHUNK]) -> bool {
    for moves in moves.chunks(8) {
        let mut left = *open;
        for back in moves {
            let row: &[u8; 8 * CHUNK] = row[place - back..].first_chunk().expect("there is a chunk after each row");
            left.iter_mut().zip(row.as_chunks().0).for_each(|(open, row)| *open &= !u64::from_le_bytes(*row));
        }
        *open = left;
        if is_few(open) {
            return false;
        }
    }
    true
}

/// Whether looking at one move after another takes no longer for these heaps than the next moves for many at once. A
/// guess, on which only speed depends: to count every heap would take longer, so heaps at the same place of words 0, 8,
/// 16 and 24, of words 1, 9, 17 and 25, and so on, count as one.
#[inline(always)]
fn is_few(heaps: &[u64; CHUNK]) -> bool {
    let mut any = [0_u64; 8];
    for words in heaps.as_chunks::<8>().0 {
        any.iter_mut().zip(words).for_each(|(any, word)| *any |= word);
    }
    any.iter().map(|word| word.count_ones()).sum::<u32>() <= 3
}

/// The number of codes of which all heaps fit into the cache.
const MOST_OTHERS: usize = 16;
