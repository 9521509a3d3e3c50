//! A board as bits: one machine word holds 64 cells.

use crate::cells::{Cells, WORD, bits};

/// How many cells on either side of an X are too close to it: another X there is a threat.
pub(crate) const REACH: usize = 2;

/// A row of cells as a bit set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    /// Bit `i % 64` of word `i / 64` is set if cell `i`, counted from 0, has an X. There is a word for the cell after
    /// the last one, too.
    pub(crate) xs: &'a [u64],
    pub(crate) cells: usize,
}

/// Finds out how close to each other the X of a row are, word by word.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Threats {
    /// Where, in any word, an X has another one at most two cells before it, so that one more completes three.
    pub(crate) twos: u64,
    /// Where it has two just before it.
    pub(crate) threes: u64,
    /// The word before the next one.
    before: u64,
}

impl Threats {
    /// Adds the next word of a row.
    pub(crate) fn add(&mut self, x: u64) {
        let (left1, left2) = (x << 1 | self.before >> (WORD - 1), x << 2 | self.before >> (WORD - 2));
        self.twos |= x & (left1 | left2);
        self.threes |= x & left1 & left2;
        self.before = x;
    }
}

impl<'a> Row<'a> {
    /// The row of these cells, given their [`x_words`].
    pub(crate) fn of(cells: &[u8], xs: &'a [u64]) -> Self {
        Self { xs, cells: cells.len() }
    }

    /// How close to each other the X are.
    pub(crate) fn threats(self) -> Threats {
        let mut threats = Threats::default();
        self.xs.iter().for_each(|&x| threats.add(x));
        threats
    }

    /// The empty cells where an X completes three.
    #[inline]
    pub(crate) fn completing_cells(self) -> Cells {
        let mut cells = Cells::none_of(self.cells);
        let words = cells.words_mut();
        let mut before = 0;
        for (index, (word, &x)) in words.iter_mut().zip(self.xs).enumerate() {
            let after = self.xs.get(index + 1).copied().unwrap_or(0);
            let left = |distance: usize| x << distance | before >> (WORD - distance);
            let right = |distance: usize| x >> distance | after << (WORD - distance);
            *word = !x & (left(2) & left(1) | left(1) & right(1) | right(1) & right(2));
            before = x;
        }
        // The cell after the last one may be beside two X.
        if let Some(last) = words.get_mut(self.cells / WORD) {
            *last &= !(1 << (self.cells % WORD));
        }
        cells
    }

    /// Visits the maximal runs of cells that have no X within two cells, each with its first cell, counted from 0, and
    /// its length. Some are empty: to leave them out here takes a branch, which would often be predicted wrongly.
    #[inline]
    pub(crate) fn visit_strips(self, mut visit: impl FnMut(usize, usize)) {
        let mut first = 0;
        let mut end_strip = |x: usize| {
            visit(first, x.saturating_sub(first + REACH));
            first = x + REACH + 1;
        };
        for (index, &word) in self.xs.iter().enumerate() {
            bits(word).for_each(|bit| end_strip(index * WORD + bit));
        }
        // As an X there would make no cell of the board unusable.
        end_strip(self.cells + REACH);
    }
}

/// The X among cells, as a [`Row`] has them.
pub(crate) fn x_words(cells: &[u8]) -> Box<[u64]> {
    let mut words = vec![0; cells.len() / WORD + 1].into_boxed_slice();
    for (word, cells) in words.iter_mut().zip(cells.chunks(WORD)) {
        *word = cells.iter().rev().fold(0, |word, &cell| word << 1 | u64::from(cell == b'X'));
    }
    words
}
