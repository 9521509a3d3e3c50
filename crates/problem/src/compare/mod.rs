//! Whether an output is right, and where it first goes wrong.
//!
//! One pass over the cases: the words in the place of an answer are compared one by one, with the white space between
//! them. If some differ, they may be another right answer. What counts of white space is up to the [`Comparison`].

mod difference;
mod number;
pub(crate) mod white_space;

pub use difference::Difference;
pub use white_space::Comparison;

use self::white_space::trim_end;
use crate::problem::Problem;
use crate::scan::is_blank;
use crate::solution::Solution;
use crate::text::count_of;
use crate::visible::quote;

/// The right answers to the cases of an input, which are counted from 1.
struct Right<'a> {
    cases: usize,
    /// The answer to a case, in the judge's bytes.
    answer: &'a dyn Fn(usize) -> Vec<u8>,
    accepts: &'a Accepts<'a>,
}

/// Whether lines are another right answer to a case, or else what is wrong with them.
type Accepts<'a> = dyn Fn(usize, &[u8]) -> Result<(), String> + 'a;

/// Compares an output with the only right one, as [`compare`] does.
pub fn compare_text(expected: &[u8], output: &[u8], comparison: Comparison) -> Result<(), Box<Difference>> {
    // The words say it.
    let accepts = |_, _: &[u8]| Err(String::new());
    Right { cases: 1, answer: &|_| expected.to_vec(), accepts: &accepts }.compare(output, comparison)
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
    solution: &Solution<P>,
    output: &[u8],
    comparison: Comparison,
) -> Result<(), Box<Difference>> {
    let accepts = |case: usize, lines: &[u8]| P::accepts(solution.answer(case), lines);
    Right { cases: solution.len(), answer: &|case| solution.text(case), accepts: &accepts }.compare(output, comparison)
}

impl Right<'_> {
    fn compare(&self, output: &[u8], comparison: Comparison) -> Result<(), Box<Difference>> {
        let difference =
            |answer: &Matched, at, reason: String| Box::new(Difference::new(output, self.cases, answer, at, reason));
        let white_space = |answer: &Matched, expected: &[u8], at: usize, got: &[u8], is_last| {
            let (index, reason) = comparison.difference(expected, got, is_last)?;
            Some(Box::new(Difference { is_white_space: true, ..*difference(answer, at + index, reason) }))
        };
        let too_long = || "the line should end before this".to_owned();
        // White space belongs to the case of the word before it. The first that differs is reported if all words are right.
        let mut wrong_white_space = None;
        let mut last: Option<Matched> = None;
        // The end of the last word that has been compared.
        let mut end = 0;
        for number in 1..=self.cases {
            let expected = (self.answer)(number);
            let before = last.as_ref().map_or(&[][..], Matched::last_gap);
            let text = [before, &expected].concat();
            let own: Vec<Token<'_>> = words(&text, 0).collect();
            let got: Vec<Token<'_>> = words(output, end).take(own.len()).collect();
            let mut this =
                Matched { number, start: got.first().map_or(output.len(), |first| first.start), text: expected };
            let wrong = got.iter().enumerate().find_map(|(index, got)| {
                let why = comparison.accept(&own[..=index], got.word).err()?;
                Some((index, why.or_else(|| spelling(own[index].word, got.word))))
            });
            if let Some((index, said)) = wrong {
                let shown = replace_words(&text, &own, &got).split_off(before.len());
                if let Err(why) = (self.accepts)(number, &shown) {
                    let differ = || words_differ(own[index].word, got[index].word);
                    let why = said.unwrap_or_else(|| if why.is_empty() { differ() } else { why });
                    let before = index.checked_sub(1);
                    return Err(match (own[index].begins_line(), got[index].begins_line(), before) {
                        _ if !comparison.has_lines() => difference(&this, got[index].start, why),
                        (true, false, None) => difference(&last.unwrap_or(this), got[0].start, too_long()),
                        (true, false, _) => difference(&this, got[index].start, too_long()),
                        (false, true, Some(before)) => {
                            difference(&this, got[before].end(), "the line ends too early".to_owned())
                        }
                        _ => difference(&this, got[index].start, why),
                    });
                }
                this.text = shown;
            }
            if got.len() < own.len() {
                return Err(difference(&this, output.len(), "the output ends too early".to_owned()));
            }
            wrong_white_space = wrong_white_space.or_else(|| {
                own.iter().zip(&got).enumerate().find_map(|(index, (own, got))| {
                    let answer = last.as_ref().filter(|_| index == 0).unwrap_or(&this);
                    white_space(answer, own.gap, got.start - got.gap.len(), got.gap, false)
                })
            });
            end = got.last().map_or(end, Token::end);
            last = Some(this.after(last));
        }
        match (words(output, end).next(), last) {
            (Some(extra), Some(last)) if !extra.begins_line() => Err(difference(&last, extra.start, too_long())),
            (Some(extra), _) => {
                let nothing = Matched { number: self.cases + 1, start: extra.start, text: Vec::new() };
                Err(difference(&nothing, extra.start, "the output continues after the last answer".to_owned()))
            }
            (None, last) => {
                let last = last.unwrap_or(Matched { number: 1, start: 0, text: Vec::new() });
                let at_end = || white_space(&last, last.last_gap(), end, &output[end..], true);
                wrong_white_space.or_else(at_end).map_or(Ok(()), Err)
            }
        }
    }
}

impl Comparison {
    /// Whether a word is accepted for the last of the `expected` ones. Otherwise why not, if they do not just differ.
    fn accept(self, expected: &[Token<'_>], word: &[u8]) -> Result<(), Option<String>> {
        match self {
            _ if expected.last().is_some_and(|expected| expected.word == word) => Ok(()),
            Self::Float(most) => number::accept(most, expected, word),
            _ => Err(None),
        }
    }
}

/// What is said of a word that is not the only right one.
fn words_differ(right: &[u8], word: &[u8]) -> String {
    let [right_text, text] = [right, word].map(quote);
    if right_text != text {
        return format!("expected {right_text}, got {text}");
    }
    let same = right.iter().zip(word).take_while(|(right, byte)| right == byte).count();
    format!("{text} differs from the right word after {}", count_of(same, "byte"))
}

/// What is said if a word differs from the right one only in its capitals, or in a mark at its end.
fn spelling(right: &[u8], word: &[u8]) -> Option<String> {
    let bare = |word: &[u8]| {
        let end = word.iter().rposition(|byte| !byte.is_ascii_punctuation()).map_or(0, |last| last + 1);
        word[..end].to_ascii_lowercase()
    };
    let [right_text, text] = [right, word].map(quote);
    if right.eq_ignore_ascii_case(word) {
        Some(format!("expected {right_text}, got {text}: only capitals differ"))
    } else if !bare(right).is_empty() && bare(right) == bare(word) {
        Some(format!("expected exactly {right_text}, got {text}"))
    } else {
        None
    }
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
    /// This answer, or the one before it with this at its end: an answer without a word is white space, which belongs to
    /// the word before it.
    fn after(self, before: Option<Self>) -> Self {
        match before {
            Some(mut before) if trim_end(&self.text).is_empty() => {
                before.text.extend(self.text);
                before
            }
            _ => self,
        }
    }

    /// The white space at the end of the answer.
    fn last_gap(&self) -> &[u8] {
        &self.text[trim_end(&self.text).len()..]
    }
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

/// The words of a text from `end` on, where a word may have ended.
fn words(text: &[u8], mut end: usize) -> impl Iterator<Item = Token<'_>> {
    std::iter::from_fn(move || {
        let rest = &text[end..];
        let (gap, rest) = rest.split_at(rest.iter().position(|&byte| !is_blank(byte))?);
        let word = &rest[..rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len())];
        let token = Token { word, start: end + gap.len(), gap };
        end = token.end();
        Some(token)
    })
}

/// The text `expected` with the words `got` instead of its own. If they are fewer, the text ends after the last one.
fn replace_words(expected: &[u8], own: &[Token<'_>], got: &[Token<'_>]) -> Vec<u8> {
    let mut text: Vec<u8> = own.iter().zip(got).flat_map(|(own, got)| [own.gap, got.word].concat()).collect();
    if let (Some(last), true) = (own.last(), own.len() == got.len()) {
        text.extend_from_slice(&expected[last.end()..]);
    }
    text
}

/// The length of the first `count` lines, or of the whole text if it has no more.
fn length_of_lines(text: &[u8], count: usize) -> usize {
    text.split_inclusive(|&byte| byte == b'\n').take(count).map(<[u8]>::len).sum()
}
