//! Sets of cells, and how the judges want them written.

use std::num::NonZero;

use problem::push_number;

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

    /// Appends the cells with a space after each.
    pub(crate) fn push_to(&self, out: &mut Vec<u8>) {
        match &self.0 {
            Words::Few(words) => {
                for (texts, &word) in TEXTS.as_chunks::<WORD>().0.iter().zip(words) {
                    for bit in bits(word) {
                        let text = &texts[bit % WORD];
                        // To copy four bytes and drop some of them is 1.8 times faster than to copy only the others.
                        out.extend_from_slice(&text.bytes);
                        out.truncate(out.len() - usize::from(text.unused));
                    }
                }
            }
            Words::Many(_) => {
                for cell in self.iter() {
                    push_number(out, cell);
                    out.push(b' ');
                }
            }
        }
    }
}

impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Cells {}

/// The indices of the set bits, in ascending order.
pub(crate) fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = NonZero::new(word)?.trailing_zeros();
        word &= word - 1;
        Some(bit as usize)
    })
}

/// A number in decimal digits, and a space.
#[derive(Clone, Copy)]
struct Text {
    bytes: [u8; 4],
    /// The number of bytes at the end that do not belong to the text.
    unused: u8,
}

/// The texts of the cells of judges' boards.
static TEXTS: [Text; Cells::FEW * WORD] = {
    let mut texts = [Text { bytes: [b' '; 4], unused: 0 }; Cells::FEW * WORD];
    let mut index = 0;
    while index < texts.len() {
        let mut rest = index + 1;
        let mut digit = rest.ilog10() as usize + 1;
        texts[index].unused = [0, 2, 1, 0][digit];
        while digit > 0 {
            digit -= 1;
            texts[index].bytes[digit] = b"0123456789"[rest % 10];
            rest /= 10;
        }
        index += 1;
    }
    texts
};
