//! Reading many rows of cells at once, 64 cells at a time.

use std::array;
use std::num::NonZero;

use wide::u8x64;

use super::Scanner;
use crate::diagnostic::InputError;

const WORD: usize = 64;

/// A row of cells, each empty or with one of `N` kinds of marks, as bits.
///
/// ```
/// let mut row = problem::BitRow::new(b'.', *b"XO");
/// row.read(b"X.OX\n..");
/// assert_eq!((row.cells(), row.marks(0), row.marks(1)), (4, &[0b1001][..], &[0b0100][..]));
/// ```
#[derive(Clone, Debug)]
pub struct BitRow<const N: usize> {
    empty: u8,
    kinds: [u8; N],
    marks: [Vec<u64>; N],
    cells: usize,
}

impl<const N: usize> BitRow<N> {
    /// A row without cells, for these characters.
    #[must_use]
    pub fn new(empty: u8, kinds: [u8; N]) -> Self {
        Self { empty, kinds, marks: array::from_fn(|_| Vec::new()), cells: 0 }
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Where the marks of this kind are: bit `i % 64` of word `i / 64` is cell `i`, counted from 0. There is a word
    /// for the cell behind the last one, too.
    #[must_use]
    pub fn marks(&self, kind: usize) -> &[u64] {
        &self.marks[kind]
    }

    /// Reads the cells at the beginning of a text, up to the first character that is none.
    pub fn read(&mut self, text: &[u8]) {
        self.marks.iter_mut().for_each(Vec::clear);
        self.cells = 0;
        loop {
            let rest = &text[self.cells..];
            let (empty, words) =
                rest.first_chunk().map_or_else(|| self.masks(&padded(rest)), |block| self.masks(block));
            let end = NonZero::new(!words.iter().fold(empty, |cells, word| cells | word));
            let is_cell = end.map_or(u64::MAX, |end| !end.get() & (end.get() - 1));
            for (marks, word) in self.marks.iter_mut().zip(words) {
                marks.push(word & is_cell);
            }
            self.cells += end.map_or(WORD, |end| end.trailing_zeros() as usize);
            if end.is_some() {
                return;
            }
        }
    }

    /// Where in a block there are empty cells, and where each kind of marks.
    fn masks(&self, block: &[u8; WORD]) -> (u64, [u64; N]) {
        let block = u8x64::new(*block);
        let mask = |sign| block.simd_eq(u8x64::splat(sign)).to_bitmask();
        (mask(self.empty), self.kinds.map(mask))
    }
}

impl Scanner<'_> {
    /// Solves cases that are a row of cells each, read by `row`, as [`solve_lines`](Self::solve_lines) does: up to the
    /// first line that has something else before its `\n` or `\r\n`, or that `solve` returns `None` for.
    pub fn solve_rows<A, const N: usize>(
        &mut self,
        mut row: BitRow<N>,
        count: usize,
        answers: &mut Vec<A>,
        mut solve: impl FnMut(&BitRow<N>) -> Option<A>,
    ) -> Result<(), InputError> {
        self.solve_lines(count, answers, |text, count, answers| {
            let mut solved = 0;
            while answers.len() < count {
                row.read(&text[solved..]);
                let line_end = match text[solved + row.cells..] {
                    [b'\n', ..] => 1,
                    [b'\r', b'\n', ..] => 2,
                    _ => break,
                };
                let Some(answer) = solve(&row) else { break };
                answers.push(answer);
                solved += row.cells + line_end;
            }
            solved
        })
    }
}

/// A block from a text that is shorter.
fn padded(text: &[u8]) -> [u8; WORD] {
    let mut block = [0; WORD];
    block[..text.len()].copy_from_slice(text);
    block
}
