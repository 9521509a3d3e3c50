//! A board as bits: one machine word holds 64 cells.

use std::num::NonZero;

use crate::cells::Cells;
use crate::rules::REACH;

pub(crate) const WORD: usize = 64;

/// A row of cells as a bit set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row<'a> {
    /// Bit `i % 64` of word `i / 64` is set if cell `i`, counted from 0, has an X. There is a word for the cell behind
    /// the last one, too.
    pub(crate) xs: &'a [u64],
    pub(crate) cells: usize,
}

/// How close to each other the X of a row are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threats {
    /// Whether two are so close that one more completes three.
    pub(crate) two: bool,
    /// Whether three are adjacent.
    pub(crate) three: bool,
}

impl<'a> Row<'a> {
    /// The row of these cells, given their [`x_words`].
    pub(crate) fn of(cells: &[u8], xs: &'a [u64]) -> Self {
        Self { xs, cells: cells.len() }
    }

    /// The threats, and the empty cells where an X completes three.
    pub(crate) fn threats(self) -> (Threats, Cells) {
        let mut cells = Cells::none_of(self.cells);
        // A loop of its own for judges' boards, whose length the compiler knows.
        let threats = match cells.few_words_mut() {
            Some(words) => self.find_threats(words),
            None => self.find_threats(cells.words_mut()),
        };
        (threats, cells)
    }

    #[inline]
    fn find_threats(self, words: &mut [u64]) -> Threats {
        let word = |index: usize| self.xs.get(index).copied().unwrap_or(0);
        let (mut before, mut x, mut threes, mut twos) = (0, word(0), 0, 0);
        for (index, word_of_set) in words.iter_mut().enumerate() {
            let after = word(index + 1);
            let left = |distance: usize| x << distance | before >> (WORD - distance);
            let right = |distance: usize| x >> distance | after << (WORD - distance);
            let (left2, left1, right1, right2) = (left(2), left(1), right(1), right(2));
            threes |= x & left1 & left2;
            *word_of_set = !x & (left2 & left1 | left1 & right1 | right1 & right2);
            twos |= *word_of_set;
            (before, x) = (x, after);
        }
        // The cell behind the last one may be beside two X, which then threaten the cell before them, too.
        if let Some(last) = words.get_mut(self.cells / WORD) {
            *last &= !(1 << (self.cells % WORD));
        }
        Threats { two: twos != 0, three: threes != 0 }
    }

    /// Finds the maximal runs of cells that have no X within two cells. Each is given by its first cell, counted from
    /// 0, and its length. They are put at the beginning of `found`, and their number is returned.
    pub(crate) fn strips(self, found: &mut Vec<(usize, usize)>) -> usize {
        // Two of them have an X and four more cells between them.
        found.resize(found.len().max(self.cells / 6 + 2), (0, 0));
        let (mut count, mut first) = (0, 0);
        let mut end_strip = |x: usize| {
            let length = x.saturating_sub(first + REACH);
            // Also where there is no strip: a branch would often be predicted wrongly.
            found[count] = (first, length);
            count += usize::from(length > 0);
            first = x + REACH + 1;
        };
        for (index, &word) in self.xs.iter().enumerate() {
            bits(word).for_each(|bit| end_strip(index * WORD + bit));
        }
        // As an X there would make no cell of the board unusable.
        end_strip(self.cells + REACH);
        count
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

/// The indices of the set bits, in ascending order.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = NonZero::new(word)?.trailing_zeros();
        word &= word - 1;
        Some(bit as usize)
    })
}
