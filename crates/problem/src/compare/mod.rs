//! Whether an output is right, and where it first goes wrong.
//!
//! First the words are compared, case by case: if some differ, they may be another right answer. Then the white space
//! between them is, of which as much counts as the [`Comparison`] says.

pub(crate) mod comparison;
mod difference;

pub use comparison::{Comparison, PackageRules};
pub use difference::Difference;

use std::iter;

use crate::problem::Problem;
use crate::read::is_blank;
use crate::solution::CaseAnswers;
use crate::visible::quote;

/// Compares an output with the only right one, as [`compare`] does.
pub fn compare_text(expected: &[u8], output: &[u8], comparison: Comparison) -> Result<(), Box<Difference>> {
    // The words say why.
    compare_answers(&mut iter::once(expected.to_vec()), &|_, _| Err(String::new()), output, comparison)
}

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
/// An answer other than the expected one is recognized as right only if it has as many words, in the same layout.
///
/// # Complexity
///
/// One pass over the output.
pub fn compare<P: Problem>(
    solution: &CaseAnswers<P>,
    output: &[u8],
    comparison: Comparison,
) -> Result<(), Box<Difference>> {
    let accepts = |case, lines: &[u8]| P::accepts(solution.answer(case), lines);
    compare_answers(&mut (1..=solution.cases()).map(|case| solution.text(case)), &accepts, output, comparison)
}

/// Whether lines are another right answer to a case, counted from 1, or else what is wrong with them.
type Accepts<'a> = dyn Fn(usize, &[u8]) -> Result<(), String> + 'a;

/// Compares an output with the answers to all cases, in the judge's bytes.
fn compare_answers(
    texts: &mut dyn Iterator<Item = Vec<u8>>,
    accepts: &Accepts<'_>,
    output: &[u8],
    comparison: Comparison,
) -> Result<(), Box<Difference>> {
    // White space belongs to the word before it, so an answer without a word is the end of the one before.
    let (mut cases, mut answers) = (0, vec![Answer { number: 1, text: Vec::new(), start: 0, end: 0 }]);
    for text in texts {
        cases += 1;
        let (count, end) = (words(&text).count(), answers.last().map_or(0, |last| last.end));
        if cases > 1 && count > 0 {
            answers.push(Answer { number: cases, text: Vec::new(), start: 0, end });
        }
        answers.last_mut().into_iter().for_each(|last| {
            last.text.extend(&text);
            last.end += count;
        });
    }
    let difference = |answer: &Answer, at, reason: String| Box::new(Difference::new(output, cases, answer, at, reason));
    let too_long = || "the line should end before this".to_owned();
    let text: Vec<u8> = answers.iter().flat_map(|answer| &answer.text).copied().collect();
    let all_right: Vec<Token<'_>> = words(&text).collect();
    let all_found: Vec<Token<'_>> = words(output).take(all_right.len() + 1).collect();
    for index in 0..answers.len() {
        let first = index.checked_sub(1).map_or(0, |before| answers[before].end);
        let (before, rest) = answers.split_at_mut(index);
        let answer = &mut rest[0];
        let right = &all_right[first..answer.end];
        let found = &all_found[first.min(all_found.len())..answer.end.min(all_found.len())];
        answer.start = found.first().map_or(output.len(), |first| first.start);
        let wrong = found.iter().zip(right).enumerate().find_map(|(at, (found, right))| {
            let why = comparison.accept(right.word, found.word).err()?;
            Some((at, why))
        });
        if let Some((at, said)) = wrong {
            let shown = with_words(&answer.text, found);
            if let Err(why) = accepts(answer.number, &shown) {
                let differ = || format!("expected {}, got {}", quote(right[at].word), quote(found[at].word));
                let why = said.unwrap_or_else(|| if why.is_empty() { differ() } else { why });
                return Err(match (right[at].begins_line(), found[at].begins_line()) {
                    (true, false) if comparison.has_lines() => {
                        let too_long_one = before.last().filter(|_| at == 0).unwrap_or(answer);
                        difference(too_long_one, found[at].start, too_long())
                    }
                    (false, true) if comparison.has_lines() => {
                        difference(answer, found[at - 1].end(), "the line ends too early".to_owned())
                    }
                    _ => difference(answer, found[at].start, why),
                });
            }
            answer.text = shown;
        }
        if found.len() < right.len() {
            return Err(difference(answer, output.len(), "the output ends too early".to_owned()));
        }
    }
    if let Some(extra) = all_found.get(all_right.len()) {
        let after = Answer { number: cases + 1, text: Vec::new(), start: extra.start, end: 0 };
        return Err(match answers.last().filter(|_| !extra.begins_line()) {
            Some(last) => difference(last, extra.start, too_long()),
            None => difference(&after, extra.start, "the output continues after the last answer".to_owned()),
        });
    }
    for index in 0..=all_right.len() {
        let ((_, right), (at, found)) = (gap(&text, &all_right, index), gap(output, &all_found, index));
        if let Some((wrong, reason)) = comparison.difference(right, found, index == all_right.len()) {
            // White space belongs to the word before it.
            let answer = answers.iter().find(|answer| answer.end >= index.max(1)).unwrap_or(&answers[0]);
            return Err(Box::new(Difference { is_white_space: true, ..*difference(answer, at + wrong, reason) }));
        }
    }
    Ok(())
}

/// An answer, and where it is in the output.
struct Answer {
    /// The number of the case, counted from 1.
    number: usize,
    /// The right answer.
    text: Vec<u8>,
    /// The index of the byte in the output where the answer begins, or should.
    start: usize,
    /// How many words this answer and those before it have.
    end: usize,
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

/// The words of a text.
fn words(text: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let mut end = 0;
    iter::from_fn(move || {
        let rest = &text[end..];
        let (gap, rest) = rest.split_at(rest.iter().position(|&byte| !is_blank(byte))?);
        let word = &rest[..rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len())];
        let token = Token { word, start: end + gap.len(), gap };
        end = token.end();
        Some(token)
    })
}

/// The white space before a word of a text, or after the last one, and where it is.
fn gap<'t>(text: &'t [u8], words: &[Token<'t>], index: usize) -> (usize, &'t [u8]) {
    let start = index.checked_sub(1).map_or(0, |before| words[before].end());
    (start, words.get(index).map_or(&text[start..], |word| word.gap))
}

/// The text with these words instead of its own. If they are fewer, it ends after the last one.
fn with_words(text: &[u8], found: &[Token<'_>]) -> Vec<u8> {
    let own: Vec<Token<'_>> = words(text).collect();
    let mut new: Vec<u8> = own.iter().zip(found).flat_map(|(own, found)| [own.gap, found.word].concat()).collect();
    if own.len() == found.len() {
        new.extend_from_slice(gap(text, &own, own.len()).1);
    }
    new
}

/// The length of the first `count` lines, or of the whole text if it has no more.
fn length_of_lines(text: &[u8], count: usize) -> usize {
    text.split_inclusive(|&byte| byte == b'\n').take(count).map(<[u8]>::len).sum()
}
