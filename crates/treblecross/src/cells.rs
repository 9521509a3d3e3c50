//! Sets of cells.

use std::num::NonZero;

/// The number of cells in a machine word.
pub(crate) const WORD: usize = 64;

/// Cells of a board, counted from 1, in ascending order.
#[derive(Clone, Debug)]
pub struct Cells(Words);

/// Bit `i % 64` of word `i / 64` is cell `i + 1`.
#[derive(Clone, Debug)]
enum Words {
    /// The cells of a judge's board need no memory beyond this: to allocate it would take longer than to solve the
    /// board.
    Few([u64; Cells::FEW]),
    Many(Box<[u64]>),
}

impl Cells {
    /// The number of words for the cells of judges' boards.
    pub(crate) const FEW: usize = 4;

    /// The cells with these bits.
    pub(crate) fn few(words: [u64; Self::FEW]) -> Self {
        Self(Words::Few(words))
    }

    /// No cell of a board with this number of cells.
    pub(crate) fn none_of(cells: usize) -> Self {
        let words = cells.div_ceil(WORD);
        Self(if words <= Self::FEW { Words::Few([0; Self::FEW]) } else { Words::Many(vec![0; words].into()) })
    }

    /// The words of a judge's board: that their number is known to the compiler saves 2 % of the time for 20,000 boards.
    pub(crate) fn few_words(&self) -> Option<&[u64; Self::FEW]> {
        if let Words::Few(words) = &self.0 { Some(words) } else { None }
    }

    fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Few(words) => words,
            Words::Many(words) => words,
        }
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        match &mut self.0 {
            Words::Few(words) => words,
            Words::Many(words) => words,
        }
    }

    /// Adds a cell, which is counted from 0 here.
    pub(crate) fn insert(&mut self, cell: usize) {
        self.words_mut()[cell / WORD] |= 1 << (cell % WORD);
    }

    /// Whether there is no cell.
    pub fn is_empty(&self) -> bool {
        match &self.0 {
            // Without a branch for each word, which would often be predicted wrongly.
            Words::Few(words) => *words == [0; Self::FEW],
            Words::Many(words) => words.iter().all(|&word| word == 0),
        }
    }

    /// The cells, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        self.words().iter().enumerate().flat_map(|(index, &word)| bits(word).map(move |bit| index * WORD + bit + 1))
    }
}

/// The indices of the set bits, in ascending order.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = NonZero::new(word)?.trailing_zeros();
        word &= word - 1;
        Some(bit as usize)
    })
}
