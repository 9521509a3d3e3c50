//! The smallest common value that no move reaches, by rows of bits, where rare heaps are many and values are large.
//!
//! For each code a row says from which heaps of a block it is reached by a far heap: it is made of the rows of the
//! heaps that have some code, shifted by the sizes of rare heaps. The few codes that are left for a heap are compared
//! with the sums of all its near heaps.

use super::codes::NONE;
use super::marks::{Offset, Offsets};
use super::rows::Rows;

/// The number of heaps in a block, and the fewest in a window.
pub(super) const BLOCK: usize = 1 << 11;

/// The heaps whose codes decide which common values are reached.
#[derive(Clone, Debug)]
pub(super) struct Reach {
    /// For codes of rare heaps how much smaller the other heap is, a block at least.
    far: Vec<(usize, Vec<usize>)>,
    /// The largest of these numbers: how many heaps' rows are needed.
    pub(super) longest: usize,
    /// For each of the heaps of a block before a heap the code of the rare heap beside it, or [`NONE`]: as many times
    /// as there are several for one heap.
    near: Vec<[u16; BLOCK]>,
}

impl Reach {
    pub(super) fn new(offsets: &Offsets) -> Self {
        let mut reach = Self { far: Vec::new(), longest: 0, near: Vec::new() };
        let mut far = vec![Vec::new(); 256];
        for Offset { back, code } in offsets.all() {
            if back >= BLOCK {
                far[usize::from(code)].push(back);
                reach.longest = reach.longest.max(back);
                continue;
            }
            let place = BLOCK - back;
            let free = reach.near.iter().position(|near| near[place] == NONE).unwrap_or(reach.near.len());
            if free == reach.near.len() {
                reach.near.push([NONE; BLOCK]);
            }
            reach.near[free][place] = code.into();
        }
        reach.far = far.into_iter().enumerate().filter(|far| !far.1.is_empty()).collect();
        reach
    }

    /// Computes codes from the place `start` on, given those before and their rows, to the end of a block, or before
    /// that to a heap from which all known codes are reached. Returns the place where it stops.
    #[inline(always)]
    pub(super) fn extend(&self, rows: &Rows, base: usize, codes: &mut [u8], start: usize) -> usize {
        let heap = base + start;
        let reached = self.mark_far(rows, heap);
        let end = codes.len().min(start + BLOCK);
        for at in start..end {
            let (known, rest) = codes.split_at_mut(at);
            let recent = known.last_chunk::<BLOCK>().expect("the window is longer");
            let (byte, bit) = ((at - start) / 8, (at - start) % 8);
            let mut open = (0..).zip(&reached).filter(|(_, row)| row[byte] >> bit & 1 == 0).map(|(code, _)| code);
            let Some(code) = open.find(|&code| !self.near.iter().any(|near| is_sum(near, recent, code))) else {
                return at;
            };
            rest[0] = u8::try_from(code).expect("codes are bytes");
        }
        end
    }

    /// For each code the heaps of the block that reach it by far heaps, eight to a byte.
    #[inline(always)]
    fn mark_far(&self, rows: &Rows, heap: usize) -> Vec<[u8; BLOCK / 8]> {
        let first = (heap - self.longest) / 64;
        let row = |code: usize| rows.words(code, first, heap / 64 + 2);
        let is_used = |code: &usize| row(*code).iter().any(|&word| word != 0);
        let largest = (0..rows.codes).rfind(is_used).unwrap_or(0);
        let mut reached = vec![[0; BLOCK / 8]; (largest + 2).min(256)];
        // The row of a code eight times, each time without one more of its first places, so that all begin at a byte.
        let width = 8 * row(0).len();
        let mut shifted = vec![0; 8 * width];
        let place = |back: &usize| {
            let place = heap - back - 64 * first;
            place % 8 * width + place / 8
        };
        let far = self.far.iter().map(|(rare, backs)| (*rare, backs.iter().map(place).collect()));
        let far: Vec<(usize, Vec<usize>)> = far.collect();
        for code in (0..=largest).filter(is_used) {
            for (shift, bytes) in shifted.chunks_exact_mut(width).enumerate() {
                let (words, _) = bytes.as_chunks_mut::<8>();
                for ((bytes, &word), &next) in words.iter_mut().zip(row(code)).zip(&row(code)[1..]) {
                    *bytes = (word >> shift | next << 1 << (63 - shift)).to_le_bytes();
                }
            }
            for (rare, places) in &far {
                let Some(reached) = reached.get_mut(code ^ rare) else { continue };
                let mut all = *reached;
                for &place in places {
                    let row: &[u8; BLOCK / 8] = shifted[place..].first_chunk().expect("they are known");
                    all.iter_mut().zip(row).for_each(|(all, row)| *all |= row);
                }
                *reached = all;
            }
        }
        reached
    }
}

/// Whether some code and the rare one beside it add up to this.
#[inline(always)]
fn is_sum(rare: &[u16; BLOCK], codes: &[u8; BLOCK], sum: u16) -> bool {
    // The least difference takes fewer steps than to compare.
    rare.iter().zip(codes).fold(u16::MAX, |least, (rare, &code)| least.min(rare ^ u16::from(code) ^ sum)) == 0
}
