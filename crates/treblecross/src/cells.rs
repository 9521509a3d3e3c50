//! Sets of cells, and how the judges want them written.

use problem::push_number;

use crate::row::{WORD, bits};

/// Cells of a board, counted from 1, in ascending order.
///
/// ```
/// use treblecross::Cells;
///
/// let cells = Cells::from(vec![2, 5]);
/// assert_eq!(cells.iter().collect::<Vec<_>>(), [2, 5]);
/// assert!(!cells.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells(Set);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Set {
    /// Bit `i % 64` of word `i / 64` is cell `i + 1`. The cells of a judge's board need no memory beyond this: to
    /// allocate it would take longer than to solve the board.
    Low([u64; Cells::WORDS]),
    /// One of the cells is greater than [`Cells::LOW`].
    High(Vec<usize>),
}

impl Cells {
    const WORDS: usize = 4;

    /// Up to this cell, a set has no memory of its own.
    pub(crate) const LOW: usize = Self::WORDS * WORD;

    /// The cells with these bits: bit `i % 64` of word `i / 64` is cell `i + 1`.
    pub(crate) fn from_bits(words: [u64; Self::WORDS]) -> Self {
        Self(Set::Low(words))
    }

    /// Whether there is no cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == Set::Low([0; Self::WORDS])
    }

    /// The cells, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> {
        let (words, high): ([u64; Self::WORDS], &[usize]) = match &self.0 {
            Set::Low(words) => (*words, &[]),
            Set::High(cells) => ([0; Self::WORDS], cells),
        };
        let low =
            words.into_iter().enumerate().flat_map(|(index, word)| bits(word).map(move |bit| index * WORD + bit + 1));
        low.chain(high.iter().copied())
    }

    /// Appends the cells with a blank after each.
    pub(crate) fn push_to(&self, out: &mut Vec<u8>) {
        match &self.0 {
            Set::Low(words) => {
                for (texts, &word) in TEXTS.as_chunks::<WORD>().0.iter().zip(words) {
                    for bit in bits(word) {
                        let text = &texts[bit % WORD];
                        // To copy four bytes and drop some of them is 1.8 times faster than to copy so many.
                        out.extend_from_slice(&text.bytes);
                        out.truncate(out.len() - usize::from(text.unused));
                    }
                }
            }
            Set::High(cells) => {
                for &cell in cells {
                    push_number(out, cell);
                    out.push(b' ');
                }
            }
        }
    }
}

impl From<Vec<usize>> for Cells {
    /// The cells are in ascending order, and none is 0.
    fn from(cells: Vec<usize>) -> Self {
        if cells.last().is_some_and(|&last| last > Self::LOW) {
            return Self(Set::High(cells));
        }
        let mut words = [0; Self::WORDS];
        for cell in cells {
            words[(cell - 1) / WORD] |= 1 << ((cell - 1) % WORD);
        }
        Self::from_bits(words)
    }
}

/// A number in decimal digits, and a blank.
#[derive(Clone, Copy)]
struct Text {
    bytes: [u8; 4],
    /// How many bytes at the end are none of the text.
    unused: u8,
}

/// The texts of the cells up to [`Cells::LOW`].
static TEXTS: [Text; Cells::LOW] = {
    let mut texts = [Text { bytes: [b' '; 4], unused: 0 }; Cells::LOW];
    let mut index = 0;
    while index < texts.len() {
        let cell = index + 1;
        let (mut place, unused) = if cell < 10 {
            (1, 2)
        } else if cell < 100 {
            (10, 1)
        } else {
            (100, 0)
        };
        texts[index].unused = unused;
        let mut digit = 0;
        while place > 0 {
            texts[index].bytes[digit] = b"0123456789"[cell / place % 10];
            place /= 10;
            digit += 1;
        }
        index += 1;
    }
    texts
};

#[cfg(test)]
mod tests {
    use super::*;

    fn text(cells: &Cells) -> String {
        let mut out = b"> ".to_vec();
        cells.push_to(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn each_cell_has_its_number() {
        for cell in 1..=1000 {
            let cells = Cells::from(vec![cell]);
            assert_eq!(cells.iter().collect::<Vec<_>>(), [cell]);
            assert_eq!(text(&cells), format!("> {cell} "));
        }
    }

    #[test]
    fn many_cells_are_in_order() {
        for last in [4, 64, 65, 255, 256, 257, 100_000] {
            let cells: Vec<usize> = (1..=last).filter(|&cell| cell % 3 > 0 || cell == last).collect();
            let words: Vec<String> = cells.iter().map(usize::to_string).collect();
            let set = Cells::from(cells.clone());
            assert_eq!(text(&set), format!("> {} ", words.join(" ")), "{last}");
            assert_eq!(set.iter().collect::<Vec<_>>(), cells, "{last}");
        }
    }

    #[test]
    fn a_set_is_empty_without_cells() {
        assert!(Cells::from(vec![]).is_empty());
        assert!(![1, 64, 65, 256, 257].into_iter().any(|cell| Cells::from(vec![cell]).is_empty()));
    }

    #[test]
    fn bits_are_cells() {
        let cells = Cells::from_bits([1, 1 << 63, 0, 1 << 63]);
        assert_eq!(cells, Cells::from(vec![1, 128, 256]));
    }
}
