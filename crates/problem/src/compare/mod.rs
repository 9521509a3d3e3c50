//! Whether an output is right, and where it first goes wrong.
//!
//! One pass over the cases: [`match_lines`] takes answers line by line as long as they are right, and
//! [`Words`] compares the rest word by word, with the white space between them. What counts of white space is up to
//! the [`Comparison`].

mod difference;
mod white_space;

pub use difference::{Difference, Reason};
pub use white_space::Comparison;

use self::white_space::trim_end;
use crate::problem::Problem;
use crate::scan::is_blank;
use crate::solution::{AnsweredCase, Solution};

/// Compares an output with the right answers, of which any that [`Problem::accepts`] accepts will do.
///
/// # Errors
///
/// The first difference:
///
/// - a wrong, missing or extra word if there is one, whatever the white space before it;
/// - otherwise the first place where white space that counts for `comparison` differs: with the white space of the
///   expected answers, the output would be accepted.
///
/// From the first case on whose lines are not right, answers are matched word by word: one other than the expected
/// answer is recognized as right only if it has as many words, in the same layout.
///
/// # Complexity
///
/// One pass over the output.
pub fn compare<P: Problem>(
    solution: &Solution<P>,
    output: &[u8],
    comparison: Comparison,
) -> Result<(), Box<Difference>> {
    let mut cases = (1..).zip(solution.cases());
    let mut end = 0;
    let mut last = None;
    let unmatched = cases.by_ref().find_map(|(number, case)| match match_lines(case, &output[end..], comparison) {
        Ok((length, text)) => {
            last = Some(Matched { number, start: end, text });
            end += length;
            None
        }
        Err(case) => Some((number, case)),
    });
    if unmatched.is_none() && end == output.len() {
        return Ok(());
    }
    let words = Words { text: output, end: trim_end(&output[..end]).len() };
    compare_words(unmatched.into_iter().chain(cases), solution.len(), last, words, comparison)
}

/// An answer, and where it is in the output.
struct Matched {
    /// The number of the case, counted from 1.
    number: usize,
    /// The index of the byte in the output where the answer begins, or should.
    start: usize,
    /// The right answer.
    text: Vec<u8>,
}

impl Matched {
    /// The white space at the end of the answer.
    fn last_gap(&self) -> &[u8] {
        &self.text[trim_end(&self.text).len()..]
    }
}

/// Finds a right answer at the beginning of `output`, in whole lines. Returns how long it is there, and its text
/// without the white space that does not count; or the case, if there is none.
fn match_lines<'s, P: Problem>(
    case: AnsweredCase<'s, P>,
    output: &[u8],
    comparison: Comparison,
) -> Result<(usize, Vec<u8>), AnsweredCase<'s, P>> {
    if output.starts_with(&case.expected) {
        return Ok((case.expected.len(), case.expected));
    }
    let line_count = count_newlines(&case.expected);
    let length = length_of_lines(output, line_count);
    let lines = comparison.trim_lines(&output[..length], line_count);
    let is_right = *lines == *case.expected || P::accepts(case.answer, &lines).is_ok();
    if is_right { Ok((length, lines.into_owned())) } else { Err(case) }
}

/// A run of bytes without white space.
#[derive(Clone, Copy)]
struct Token<'t> {
    word: &'t [u8],
    /// The index of its first byte in the text.
    start: usize,
    /// The white space between it and the word before.
    gap: &'t [u8],
}

impl Token<'_> {
    fn end(&self) -> usize {
        self.start + self.word.len()
    }

    /// Whether it is the first word on its line.
    fn begins_line(&self) -> bool {
        self.start == self.gap.len() || self.gap.contains(&b'\n')
    }
}

/// The words of a text from some place on, which is not inside a word.
struct Words<'t> {
    text: &'t [u8],
    /// The end of the last word.
    end: usize,
}

impl<'t> Words<'t> {
    /// The white space at the end of the text, when all words have been read.
    fn last_gap(&self) -> &'t [u8] {
        &self.text[self.end..]
    }
}

impl<'t> Iterator for Words<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        let rest = self.last_gap();
        let gap = rest.iter().position(|&byte| !is_blank(byte))?;
        let length = rest[gap..].iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len() - gap);
        let token = Token { word: &rest[gap..gap + length], start: self.end + gap, gap: &rest[..gap] };
        self.end = token.end();
        Some(token)
    }
}

/// Compares the rest of an output word by word; `last` is the answer that was matched before it, and `count` the number
/// of all cases.
///
/// White space belongs to the case of the word before it. The first that differs is reported if all words are right.
fn compare_words<'s, P: Problem>(
    cases: impl Iterator<Item = (usize, AnsweredCase<'s, P>)>,
    count: usize,
    mut last: Option<Matched>,
    mut words: Words<'_>,
    comparison: Comparison,
) -> Result<(), Box<Difference>> {
    let output = words.text;
    let difference = |matched: &Matched, at, reason| Box::new(Difference::new(output, count, matched, at, reason));
    let white_space = |matched: &Matched, expected: &[u8], at: usize, got: &[u8], is_last| {
        let (index, reason) = comparison.difference(expected, got, is_last)?;
        Some(difference(matched, at + index, reason))
    };
    let mut wrong_white_space = None;
    for (number, AnsweredCase { answer, expected: text }) in cases {
        let mut expected: Vec<Token<'_>> = Words { text: &text, end: 0 }.collect();
        let got: Vec<Token<'_>> = words.by_ref().take(expected.len()).collect();
        let start = got.first().map_or(output.len(), |first| first.start);
        let matched = |text: &[u8]| Matched { number, start, text: text.to_vec() };
        let mut this = matched(&text);
        if let Some(index) = expected.iter().zip(&got).position(|(expected, got)| expected.word != got.word) {
            this.text = replace_words(&text, &expected, &got);
            if let Err(why) = P::accepts(answer, &this.text) {
                let (at, reason) = explain(&expected, &got, index, why);
                let line_before = last.filter(|_| index == 0 && reason == Reason::LineTooLong);
                return Err(difference(&line_before.unwrap_or_else(|| matched(&text)), at, reason));
            }
        }
        if got.len() < expected.len() {
            return Err(difference(&matched(&text), output.len(), Reason::EndsEarly));
        }
        let first_gap = last.as_ref().map(|last| [last.last_gap(), expected.first().map_or(&[], |t| t.gap)].concat());
        if let (Some(first), Some(gap)) = (expected.first_mut(), &first_gap) {
            first.gap = gap;
        }
        for (index, (expected, got)) in expected.iter().zip(&got).enumerate() {
            wrong_white_space = wrong_white_space.or_else(|| {
                let matched = last.as_ref().filter(|_| index == 0).unwrap_or(&this);
                white_space(matched, expected.gap, got.start - got.gap.len(), got.gap, false)
            });
        }
        last = Some(this);
    }
    let end = words.end;
    match (words.next(), last) {
        (Some(extra), Some(last)) if !extra.begins_line() => Err(difference(&last, extra.start, Reason::LineTooLong)),
        (Some(extra), _) => {
            let nothing = Matched { number: count + 1, start: extra.start, text: Vec::new() };
            Err(difference(&nothing, extra.start, Reason::TrailingOutput))
        }
        (None, last) => {
            let last = last.unwrap_or(Matched { number: 1, start: 0, text: Vec::new() });
            let at_end = || white_space(&last, last.last_gap(), end, words.last_gap(), true);
            wrong_white_space.or_else(at_end).map_or(Ok(()), Err)
        }
    }
}

/// Where and why an answer is wrong whose word `index` is not the expected one: the line should have ended before it,
/// or the previous line should have continued, or the word itself is wrong, for the reason `why`.
fn explain(expected: &[Token<'_>], got: &[Token<'_>], index: usize, why: String) -> (usize, Reason) {
    match (expected[index].begins_line(), got[index].begins_line()) {
        (true, false) => (got[index].start, Reason::LineTooLong),
        // The first word of a case is expected to begin a line, so there is one before this.
        (false, true) => (got[index - 1].end(), Reason::LineTooShort),
        _ => (got[index].start, Reason::Wrong(why)),
    }
}

/// The text `expected` with the words `got` instead of its own. If they are fewer, the text ends after the last one.
fn replace_words(expected: &[u8], own: &[Token<'_>], got: &[Token<'_>]) -> Vec<u8> {
    let mut text: Vec<u8> = own.iter().zip(got).flat_map(|(own, got)| [own.gap, got.word].concat()).collect();
    if let (Some(last), true) = (own.last(), own.len() == got.len()) {
        text.extend_from_slice(&expected[last.end()..]);
    }
    text
}

fn count_newlines(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count() - 1
}

/// The length of the first `count` lines, or of the whole text if it has no more.
fn length_of_lines(text: &[u8], count: usize) -> usize {
    text.split_inclusive(|&byte| byte == b'\n').take(count).map(<[u8]>::len).sum()
}
