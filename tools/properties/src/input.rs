//! From an input to its answer, in every dialect of every program.
//!
//! A case is a digit for the dialect, a byte for what is changed, and the input.

use problem::{Dialect, Format, Layout, Place, Problem, solve, why_not_given};

use crate::Held;
use crate::dialects::{DialectCheck, Size, check_dialect};
use crate::lines::{MARK, index_of, without_mark, words};

/// Checks an input as it is, and one change of it:
///
/// - Nothing panics, and a place in a message lies inside the input or is its end.
/// - The result is the same the next time.
/// - Without `--strict` other white space leaves the answer, or the message and the word that it is about, as they are,
///   and so does a byte-order mark.
/// - What `--strict` takes is one word on each line, and has the same answer without it. With other white space it takes
///   just those inputs about which [`why_not_given`] says nothing.
///
/// Few cases are longer than the judges' limits, as these are slow.
pub fn check(data: &[u8]) -> Held {
    let [dialect, change, input @ ..] = data else { return Held::Vacuous };
    let size = Size::of(data);
    let input = &input[..input.len().min(size.longest())];
    check_dialect(*dialect, Changed { input, change: usize::from(*change), size })
}

/// An input, and how it is changed.
struct Changed<'a> {
    input: &'a [u8],
    change: usize,
    size: Size,
}

/// What came out of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reading {
    Answer { bytes: Vec<u8>, ignored_from: Option<Place> },
    Invalid { place: Place, message: String },
}

use Reading::{Answer, Invalid};

impl DialectCheck for Changed<'_> {
    fn check<P: Problem>(self, dialect: &'static Dialect<P>) -> Held {
        let Self { input, change, size } = self;
        if size.is_exceeded_by(dialect, input) {
            return Held::Vacuous;
        }
        let free = outcome(dialect, Layout::Free, input);
        assert_place_is_inside(&free, input);
        let how = change / 5;
        match change % 5 {
            0 | 1 => check_again(dialect, input, &free),
            2 => check_white_space(dialect, input, how, &free),
            3 => check_byte_order_mark(dialect, input, &free),
            _ => check_layouts(dialect, input, &free),
        }
        if matches!(&free, Answer { bytes, .. } if !bytes.is_empty()) { Held::Real } else { Held::Vacuous }
    }
}

fn outcome<P: Problem>(dialect: &'static Dialect<P>, layout: Layout, input: &[u8]) -> Reading {
    match solve(dialect, layout, input) {
        Ok(solution) => Answer { bytes: solution.to_bytes(), ignored_from: solution.ignored_from() },
        Err(error) => Invalid { place: error.place, message: error.message },
    }
}

fn assert_place_is_inside(outcome: &Reading, input: &[u8]) {
    if let Answer { ignored_from: Some(place), .. } | Invalid { place, .. } = outcome {
        index_of(without_mark(input), *place);
    }
}

/// What no text in UTF-8 begins with.
const UTF_16: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

fn check_again<P: Problem>(dialect: &'static Dialect<P>, input: &[u8], free: &Reading) {
    assert_eq!(outcome(dialect, Layout::Free, input), *free, "the next time");
    assert_place_is_inside(&outcome(dialect, Layout::Exact, input), input);
}

fn check_white_space<P: Problem>(dialect: &'static Dialect<P>, input: &[u8], how: usize, free: &Reading) {
    if UTF_16.iter().any(|mark| input.starts_with(mark)) {
        return assert!(matches!(free, Invalid { place: Place { line: 1, column: 1 }, .. }), "UTF-16: {free:?}");
    }
    let input = without_mark(input);
    let other = respaced(input, how);
    let respaced = outcome(dialect, Layout::Free, &other);
    assert_place_is_inside(&respaced, &other);
    let essence = |outcome: &Reading, input: &[u8]| match outcome {
        Answer { bytes, ignored_from } => (Ok(bytes.clone()), ignored_from.map(|place| word_at(input, place))),
        Invalid { place, message } => (Err(message.clone()), Some(word_at(input, *place))),
    };
    assert_eq!(essence(&respaced, &other), essence(free, input), "with other white space");
}

/// The same words with other white space.
fn respaced(input: &[u8], how: usize) -> Vec<u8> {
    const RUNS: [&[u8]; 8] = [b"\n", b" ", b"\r\n", b"\t", b"\x0B", b"\x0C", b"\n\n  ", b" \r"];
    let mut runs = (how / 4..).step_by(1 + how % 3).map(|number| RUNS[number % RUNS.len()]);
    let mut run = || runs.next().unwrap_or_default();
    let mut other = Vec::new();
    for (number, (_, word)) in words(input).enumerate() {
        // At the very beginning some bytes are a mark.
        if number > 0 || how.is_multiple_of(2) || !word.is_ascii() {
            other.extend_from_slice(run());
        }
        other.extend_from_slice(word);
    }
    if how % 4 < 2 {
        other.extend_from_slice(run());
    }
    other
}

/// The number of the word at a place, and the byte in it; `None` if the place is after all words.
fn word_at(input: &[u8], place: Place) -> Option<(usize, usize)> {
    let index = index_of(input, place);
    let (number, (start, _)) = words(input).enumerate().find(|(_, (start, word))| index <= start + word.len())?;
    let is_last = words(input).nth(number + 1).is_none();
    let at = index.checked_sub(start).unwrap_or_else(|| panic!("{place} is between two words"));
    let is_end = is_last && at == words(input).last().map_or(0, |(_, word)| word.len());
    (!is_end).then_some((number, at))
}

fn check_byte_order_mark<P: Problem>(dialect: &'static Dialect<P>, input: &[u8], free: &Reading) {
    let has_mark = |mark: &&[u8]| input.starts_with(mark);
    if has_mark(&MARK) || UTF_16.iter().any(has_mark) {
        return;
    }
    let marked = [MARK, input].concat();
    assert_eq!(outcome(dialect, Layout::Free, &marked), *free, "after a mark");
    let exact = outcome(dialect, Layout::Exact, &marked);
    assert!(matches!(exact, Invalid { place: Place { line: 1, column: 1 }, .. }), "a mark is not exact: {exact:?}");
}

fn check_layouts<P: Problem>(dialect: &'static Dialect<P>, input: &[u8], free: &Reading) {
    let exact = outcome(dialect, Layout::Exact, input);
    assert_place_is_inside(&exact, input);
    if matches!(exact, Answer { .. }) {
        assert_eq!(exact, *free, "in the exact layout");
        assert_eq!(input, one_word_per_line(&dialect.format, input));
    }
    if why_not_given(&dialect.format, input).is_some() {
        assert!(!matches!(exact, Answer { .. }), "the judge could not give this");
    } else if let Answer { bytes, .. } = free {
        let rewritten = one_word_per_line(&dialect.format, input);
        let rewritten = outcome(dialect, Layout::Exact, &rewritten);
        assert!(matches!(&rewritten, Answer { bytes: same, .. } if same == bytes), "only white space may differ");
    }
}

/// The words in the exact layout of a format whose lines hold one word each.
fn one_word_per_line(format: &Format, input: &[u8]) -> Vec<u8> {
    assert!(format.case.iter().all(|line| line.len() == 1), "a format with several words on a line");
    words(without_mark(input)).flat_map(|(_, word)| [word, b"\n"].concat()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planted::{Planted, assert_found};

    /// The planted problem answers otherwise each time.
    #[test]
    fn an_answer_that_depends_on_a_change_is_found() {
        for (change, expected) in
            [(0, "the next time"), (2, "with other white space"), (3, "after a mark"), (4, "in the exact layout")]
        {
            let changed = Changed { input: b"a\n", change, size: Size::Usual };
            assert_found(expected, || _ = changed.check(&Planted::DIALECTS[0]));
        }
    }
}
