//! Whether an output is right, and where it first goes wrong.

use crate::fault::{Place, count_of};
use crate::problem::Problem;
use crate::scan::{is_blank, words};
use crate::solution::Solution;
use crate::verdict::Verdict;

/// The first thing about an output that is not right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The case of the input whose answer is wrong, counted from 1. Past the last one if the output goes on after it.
    pub case: usize,
    /// How many cases the input has.
    pub cases: usize,
    /// Where in the output.
    pub place: Place,
    /// What is not right.
    pub reason: Reason,
    /// The right answer to the case.
    pub expected: Vec<u8>,
    /// What stands in its place, from the answer's first line on.
    pub got: Vec<u8>,
    /// The place's line within `got`, counted from 0.
    pub line_of_got: usize,
    /// Whether the output ends there.
    pub is_at_end: bool,
}

/// What can be not right about an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The answer is not right, and why.
    Wrong(String),
    /// The output ends before the answer does.
    Ends,
    /// The output goes on after the last answer.
    GoesOn,
    /// Only the white space differs.
    Blanks {
        /// What should stand there.
        expected: Vec<u8>,
        /// What stands there.
        got: Vec<u8>,
    },
}

impl Difference {
    /// What a judge calls it.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match self.reason {
            Reason::Blanks { .. } => Verdict::PresentationError,
            Reason::Wrong(_) | Reason::Ends | Reason::GoesOn => Verdict::WrongAnswer,
        }
    }

    /// What is not right, in words.
    #[must_use]
    pub fn words(&self) -> String {
        match &self.reason {
            Reason::Wrong(why) => why.clone(),
            Reason::Ends => "the output ends too early".to_owned(),
            Reason::GoesOn => "the output goes on after it should have ended".to_owned(),
            Reason::Blanks { expected, got } => describe_blanks(expected, got),
        }
    }

    /// Which case, and where in the output.
    #[must_use]
    pub fn whereabouts(&self) -> String {
        let Self { case, cases, place, .. } = self;
        let case = if case > cases { format!("after case {cases}") } else { format!("case {case} of {cases}") };
        format!("{case}, line {}, column {}", place.line, place.column)
    }
}

/// Compares an output with the right answers, byte for byte, except where an answer is as right as the expected one.
///
/// # Errors
///
/// The first difference. If all would be well with other white space, the first place where that differs; otherwise the
/// first word that is wrong, whatever the white space before it.
///
/// Costs one pass over the output, and another one if it is not right.
pub fn review<P: Problem>(solution: &Solution<P>, output: &[u8]) -> Result<(), Box<Difference>> {
    if is_right_to_the_byte(solution, output) { Ok(()) } else { Err(Box::new(first_difference(solution, output))) }
}

fn is_right_to_the_byte<P: Problem>(solution: &Solution<P>, output: &[u8]) -> bool {
    let mut rest = output;
    let all_right = solution.cases().all(|case| {
        let length =
            if rest.starts_with(&case.expected) { case.expected.len() } else { same_lines(&case.expected, rest) };
        let (own, after) = rest.split_at(length);
        rest = after;
        own == case.expected || case.is_right(own).is_ok()
    });
    all_right && rest.is_empty()
}

/// The length of as many lines of `text` as `pattern` has, or of all if there are fewer.
fn same_lines(pattern: &[u8], text: &[u8]) -> usize {
    let lines = newlines(pattern);
    let mut ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    lines.checked_sub(1).map_or(0, |last| ends.nth(last).unwrap_or(text.len()))
}

/// Where an output goes wrong that is known to be wrong.
fn first_difference<P: Problem>(solution: &Solution<P>, output: &[u8]) -> Difference {
    let cases = solution.len();
    let mut given = words(output).peekable();
    // The words of the output in the layout of the right answers, and where each case ends in it.
    let mut relaid: Vec<u8> = Vec::with_capacity(output.len());
    let mut ends: Vec<usize> = Vec::with_capacity(cases);
    // The end of the last word that was read, and the case before this one: where it begins, and its answer.
    let mut read_to = 0;
    let mut before = (0, Vec::new());
    for case in solution.cases() {
        let begin = given.peek().map_or(output.len(), |&(at, _)| at);
        let number = ends.len() + 1;
        let difference = |at, reason| Difference::new(output, begin, at, (number, cases), reason, &case.expected);
        let relaid_begin = relaid.len();
        let mut laid_to = 0;
        let mut first_other: Option<Other> = None;
        for (at, expected) in words(&case.expected) {
            let Some((given_at, word)) = given.next() else {
                let Some(Other { at, layout, .. }) = first_other else {
                    return difference(output.len(), Reason::Ends);
                };
                let why = case.is_right(&relaid[relaid_begin..]).err().map(Reason::Wrong);
                return difference(at, layout.map(wrong).or(why).unwrap_or(Reason::Ends));
            };
            let layout = &case.expected[laid_to..at];
            if word != expected && first_other.is_none() {
                let begins_line = read_to == 0 || output[read_to..given_at].contains(&b'\n');
                let should_begin_line = laid_to == 0 || layout.contains(&b'\n');
                first_other = Some(match (begins_line, should_begin_line) {
                    (true, false) => Other { at: read_to, layout: Some(TOO_SHORT), is_before: false },
                    (false, true) => Other { at: given_at, layout: Some(TOO_LONG), is_before: laid_to == 0 },
                    _ => Other { at: given_at, layout: None, is_before: false },
                });
            }
            relaid.extend_from_slice(layout);
            relaid.extend_from_slice(word);
            laid_to = at + expected.len();
            read_to = given_at + word.len();
        }
        relaid.extend_from_slice(&case.expected[laid_to..]);
        if let Some(Other { at, layout, is_before }) = first_other
            && let Err(why) = case.is_right(&relaid[relaid_begin..])
        {
            let reason = layout.map_or(Reason::Wrong(why), wrong);
            return if is_before {
                let (begin, expected) = before;
                Difference::new(output, begin, at, (number - 1, cases), reason, &expected)
            } else {
                difference(at, reason)
            };
        }
        ends.push(relaid.len());
        before = (begin, case.expected);
    }
    if let Some((at, _)) = given.next() {
        let same_line = read_to > 0 && !output[read_to..at].contains(&b'\n');
        let (begin, expected) = before;
        return if same_line {
            Difference::new(output, begin, at, (cases, cases), wrong(TOO_LONG), &expected)
        } else {
            Difference::new(output, at, at, (cases + 1, cases), Reason::GoesOn, b"")
        };
    }
    different_blanks(output, &relaid, &ends)
}

/// Where the white space of an output differs from what it should be.
fn different_blanks(output: &[u8], right: &[u8], ends_of_cases: &[usize]) -> Difference {
    let at = right.iter().zip(output).take_while(|(right, got)| right == got).count();
    let cases = ends_of_cases.len();
    let from = output[..at].iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
    let index = ends_of_cases.partition_point(|&end| end <= from).min(cases.saturating_sub(1));
    let begin = index.checked_sub(1).map_or(0, |before| ends_of_cases[before]);
    let end = ends_of_cases.get(index).copied().unwrap_or(right.len());
    let blanks = |text: &[u8]| text[from..].iter().copied().take_while(|&byte| is_blank(byte)).collect();
    let reason = Reason::Blanks { expected: blanks(right), got: blanks(output) };
    Difference::new(output, begin, at, (index + 1, cases), reason, &right[begin..end])
}

/// The first word of a case that is not the expected one.
struct Other {
    at: usize,
    /// What is wrong with the line that it stands in, if it is not the word alone.
    layout: Option<&'static str>,
    /// Whether that line is the last of the case before.
    is_before: bool,
}

const TOO_LONG: &str = "the line should end before this";
const TOO_SHORT: &str = "the line ends too early";

fn wrong(why: &str) -> Reason {
    Reason::Wrong(why.to_owned())
}

impl Difference {
    /// A difference at byte `at` of an output; the answer that holds it begins at byte `begin`.
    fn new(
        output: &[u8],
        begin: usize,
        at: usize,
        (case, cases): (usize, usize),
        reason: Reason,
        expected: &[u8],
    ) -> Self {
        let begin = begin.min(at);
        let first = line_begin(output, begin);
        let line = line_begin(output, at);
        // At least the line of the difference is shown.
        let shown = same_lines(expected, &output[first..]).max(line_end(output, at) - first);
        Self {
            case,
            cases,
            place: Place { line: newlines(&output[..line]) + 1, column: at - line + 1 },
            reason,
            expected: expected.to_vec(),
            got: output[first..first + shown].to_vec(),
            line_of_got: newlines(&output[first..line]),
            is_at_end: at == output.len(),
        }
    }
}

fn newlines(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count() - 1
}

fn line_begin(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |length| at + length + 1)
}

/// What is wrong with a run of white space.
fn describe_blanks(expected: &[u8], got: &[u8]) -> String {
    const KINDS: [(&str, &[u8]); 5] = [
        ("newline", b"\n"),
        ("carriage return", b"\r"),
        ("blank", b" "),
        ("tab", b"\t"),
        ("other white-space character", b"\x0B\x0C"),
    ];
    let count = |text: &[u8], kind: &[u8]| text.iter().filter(|byte| kind.contains(byte)).count();
    let differing = KINDS.iter().filter_map(|&(name, kind)| {
        let (wanted, found) = (count(expected, kind), count(got, kind));
        let (how_many, what) = if found > wanted { (found - wanted, "too many") } else { (wanted - found, "missing") };
        (how_many > 0).then(|| format!("{} {what}", count_of(how_many, name)))
    });
    let differing: Vec<String> = differing.collect();
    if differing.is_empty() { "blanks and newlines in another order".to_owned() } else { differing.join(", ") }
}
