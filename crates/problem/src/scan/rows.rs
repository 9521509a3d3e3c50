//! Reading a row of cells 64 cells at a time.

use std::num::NonZero;

use super::equal_bits;

const WORD: usize = 64;
const WORDS: usize = 4;

/// A row of cells, each empty or with one of `N` kinds of marks, as bits.
///
/// ```
/// let (row, length) = problem::BitRow::read_line(b"X.OX\n..\n", b'.', *b"XO", |_| {}).expect("a row");
/// assert_eq!((row.cells(), row.marks(0), row.marks(1), length), (4, &[0b1001][..], &[0b0100][..], 5));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BitRow<const N: usize> {
    cells: usize,
    marks: [[u64; WORDS + 1]; N],
}

impl<const N: usize> BitRow<N> {
    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Where the marks of this kind are: bit `i % 64` of word `i / 64` is cell `i`, counted from 0. There is a word for
    /// the cell after the last one, too.
    pub fn marks(&self, kind: usize) -> &[u64] {
        &self.marks[kind][..=self.cells / WORD]
    }

    /// Reads the line that the text begins with, and calls `visit` with the marks in each word. Returns also how long the
    /// line is with its `\n` or `\r\n`.
    ///
    /// `None` if the line is longer than a row can be, or holds something else than these characters.
    #[inline]
    pub fn read_line(text: &[u8], empty: u8, kinds: [u8; N], mut visit: impl FnMut([u64; N])) -> Option<(Self, usize)> {
        let mut row = Self { cells: 0, marks: [[0; WORDS + 1]; N] };
        for index in 0..WORDS {
            let rest = &text[row.cells..];
            let block = rest.first_chunk().copied().unwrap_or_else(|| padded(rest));
            let words = kinds.map(|kind| equal_bits(&block, kind));
            let end = NonZero::new(!words.iter().fold(equal_bits(&block, empty), |cells, word| cells | word));
            let is_cell = end.map_or(u64::MAX, |end| !end.get() & (end.get() - 1));
            let words = words.map(|word| word & is_cell);
            visit(words);
            row.marks.iter_mut().zip(words).for_each(|(marks, word)| marks[index] = word);
            row.cells += end.map_or(WORD, |end| end.trailing_zeros() as usize);
            if end.is_some() {
                break;
            }
        }
        match text[row.cells..] {
            [b'\n', ..] => Some((row, row.cells + 1)),
            [b'\r', b'\n', ..] => Some((row, row.cells + 2)),
            _ => None,
        }
    }
}

/// A block from a text that is shorter.
fn padded(text: &[u8]) -> [u8; WORD] {
    let mut block = [0; WORD];
    block[..text.len()].copy_from_slice(text);
    block
}
