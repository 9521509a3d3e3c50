//! Cases that nobody has written: all rows of a length, random inputs, and steps to simpler ones.

use crate::dice::Dice;
use crate::problem::{Dialect, Problem, Shape};

/// Every row of so many cells, each holding one of `signs`, in the order that the signs are given in. Made one by one.
///
/// ```
/// let rows: Vec<Vec<u8>> = judge::rows(b".X", 2).collect();
/// assert_eq!(rows, [b"..", b".X", b"X.", b"XX"]);
/// ```
pub fn rows(signs: &[u8], cells: usize) -> impl Iterator<Item = Vec<u8>> + Send {
    let successor = move |row: &Vec<usize>| {
        let mut next = row.clone();
        // As when counting: the last cell that can go on does, and those after it begin anew.
        let turned = next.iter().rposition(|&sign| sign + 1 < signs.len())?;
        next[turned] += 1;
        next[turned + 1..].fill(0);
        Some(next)
    };
    let first = (!signs.is_empty()).then(|| vec![0; cells]);
    std::iter::successors(first, successor).map(move |row| row.into_iter().map(|sign| signs[sign]).collect())
}

/// A row with one run of cells cut out, the longest runs first, and with one cell cleared: all steps to a simpler board.
/// The first ones cut it in half, the last ones clear a single cell.
///
/// ```
/// let steps = judge::shorter_or_clearer(b"X.O", b'.');
/// assert_eq!(steps, [b".O".to_vec(), b"XO".to_vec(), b"X.".to_vec(), b"..O".to_vec(), b"X..".to_vec()]);
/// ```
#[must_use]
pub fn shorter_or_clearer(row: &[u8], empty: u8) -> Vec<Vec<u8>> {
    let lengths = (1..usize::BITS).map(|halvings| row.len() >> halvings).take_while(|&length| length > 0);
    let cuts = lengths.flat_map(|length| (0..=row.len() - length).step_by(length).map(move |at| (at, length)));
    let shorter = cuts.map(|(at, length)| [&row[..at], &row[at + length..]].concat());
    let marks = (0..row.len()).filter(|&at| row[at] != empty);
    let clearer = marks.map(|at| [&row[..at], &[empty], &row[at + 1..]].concat());
    shorter.chain(clearer).collect()
}

/// Random cases without end, the same for the same seed on every machine. `size` tells the number of cells of each, by its
/// number counted from 0; the shapes take turns, or are all `shape`.
pub(crate) fn random_cases<P: Problem>(
    dialect: P::Dialect,
    seed: u64,
    shape: Option<&'static Shape<P::Dialect>>,
    size: impl Fn(usize, &mut Dice) -> usize + Send,
) -> impl Iterator<Item = Vec<u8>> + Send {
    let mut dice = Dice::new(seed);
    (0..).map(move |number: usize| {
        let shape = shape.unwrap_or(&P::SHAPES[number % P::SHAPES.len()]);
        let size = size(number, &mut dice);
        (shape.make)(dialect, size, &mut dice)
    })
}

/// A size that this judge gives: often one of the smallest or the largest, where programs err most.
pub(crate) fn some_size<D: Dialect>(dialect: D, dice: &mut Dice) -> usize {
    const NEAR: usize = 7;
    let (least, most) = dialect.form().cells.into_inner();
    match dice.below(4) {
        0 => dice.between(least, most.min(least + NEAR)),
        1 => most,
        _ => dice.between(least, most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_come_once_and_in_order() {
        assert_eq!(rows(b"abc", 0).collect::<Vec<_>>(), [b""]);
        assert_eq!(rows(b"", 3).count(), 0);
        let all: Vec<Vec<u8>> = rows(b"abc", 5).collect();
        assert_eq!(all.len(), 3_usize.pow(5));
        assert!(all.is_sorted() && all.windows(2).all(|two| two[0] != two[1]));
    }

    #[test]
    fn every_step_is_a_step_down_and_none_is_left_out() {
        let measure = |row: &[u8]| (row.len(), row.iter().filter(|&&cell| cell != b'.').count());
        let row = b"X.O..XXO.";
        let steps = shorter_or_clearer(row, b'.');
        assert!(steps.iter().all(|step| measure(step) < measure(row)));
        for at in 0..row.len() {
            assert!(steps.contains(&[&row[..at], &row[at + 1..]].concat()), "cell {at} is never cut out");
        }
    }
}
