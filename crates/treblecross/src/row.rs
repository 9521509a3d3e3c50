//! A board as bits, so that one machine word holds 64 cells.

use std::num::NonZero;

use crate::rules::Board;

/// The X of a board as a bit set.
#[derive(Debug, Default)]
pub(crate) struct Row {
    /// Bit `i % 64` of word `i / 64 + 1` is cell `i`, counted from 0. The first and the last word are padding without
    /// X.
    xs: Vec<u64>,
    cells: usize,
}

pub(crate) const WORD: usize = 64;

impl Row {
    pub(crate) fn of(board: Board<'_>) -> Self {
        let mut row = Self::default();
        row.load(board);
        row
    }

    /// Replaces the board, reusing the memory.
    pub(crate) fn load(&mut self, board: Board<'_>) {
        self.cells = board.cells().len();
        self.xs.clear();
        self.xs.push(0);
        self.xs.extend(board.cells().chunks(WORD).map(|cells| {
            let mut padded = [b'.'; WORD];
            padded[..cells.len()].copy_from_slice(cells);
            x_bits(&padded)
        }));
        self.xs.push(0);
    }

    /// The empty cells where an X completes three, counted from 1, in ascending order.
    pub(crate) fn completing_cells(&self) -> impl Iterator<Item = usize> {
        let words = self.windows().map(|(empty, near)| empty & completing(near));
        words.enumerate().flat_map(|(index, word)| bits(word).map(move |bit| index * WORD + bit + 1))
    }

    /// Finds the maximal runs of cells that have no X within two cells. Each is given by its first cell, counted from
    /// 1, and its length.
    pub(crate) fn strips(&self, found: &mut Vec<(usize, usize)>) {
        found.clear();
        for (index, (empty, near)) in self.windows().enumerate() {
            let mut free = near.iter().fold(empty, |free, near| free & !near);
            while free != 0 {
                let at = free.trailing_zeros();
                let length = (free >> at).trailing_ones();
                free &= u64::MAX.checked_shl(at + length).unwrap_or(0);
                let (first, length) = (index * WORD + at as usize + 1, length as usize);
                match found.last_mut() {
                    // The run started in an earlier word.
                    Some(last) if last.0 + last.1 == first => last.1 += length,
                    _ => found.push((first, length)),
                }
            }
        }
    }

    /// For each word the empty cells, and the cells that have an X [`near`] them.
    fn windows(&self) -> impl Iterator<Item = (u64, [u64; 4])> {
        self.xs.windows(3).enumerate().map(|(index, words)| {
            let [before, x, after] = [words[0], words[1], words[2]];
            let beyond_the_end = u64::MAX.checked_shl(u32::try_from(self.cells - index * WORD).unwrap_or(u32::MAX));
            (!x & !beyond_the_end.unwrap_or(0), near([before, x, after]))
        })
    }
}

/// For the middle one of three words of X: the cells with an X two cells to their left, one to their left, one to their
/// right, and two to their right.
pub(crate) fn near([before, x, after]: [u64; 3]) -> [u64; 4] {
    let left = |distance: usize| x << distance | before >> (WORD - distance);
    let right = |distance: usize| x >> distance | after << (WORD - distance);
    [left(2), left(1), right(1), right(2)]
}

/// The cells, empty or not, where an X has two others beside it, from what is [`near`] them.
pub(crate) fn completing([left2, left1, right1, right2]: [u64; 4]) -> u64 {
    left2 & left1 | left1 & right1 | right1 & right2
}

/// A bit set of the cells that are X.
fn x_bits(cells: &[u8; WORD]) -> u64 {
    const LOW_BITS: u64 = 0x0101_0101_0101_0101;
    /// Moves the lowest bit of byte `i` to bit `56 + i`.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    /// The bit that is set in `X` and not in `.`.
    const SIGN_BIT: u32 = 4;
    const { assert!(b'X' >> SIGN_BIT & 1 == 1 && b'.' >> SIGN_BIT & 1 == 0) };
    let (eights, _) = cells.as_chunks::<8>();
    eights.iter().rev().fold(0, |bits, eight| {
        let flags = u64::from_le_bytes(*eight) >> SIGN_BIT & LOW_BITS;
        bits << 8 | flags.wrapping_mul(GATHER) >> 56
    })
}

/// The indices of the set bits, in ascending order.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = NonZero::new(word)?.trailing_zeros();
        word &= word - 1;
        Some(bit as usize)
    })
}
