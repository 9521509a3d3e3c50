//! Inputs of many cases: those that say how many follow, and those that just end.

use std::ops::RangeInclusive;

use crate::fault::{Fault, InputError, count_of};
use crate::output::push_number;
use crate::scan::{Layout, Scanner, Word, words};

/// What a judge's statement promises of its input.
#[derive(Clone, Debug)]
pub struct Form {
    /// What the cases are, in the plural: "boards".
    pub noun: &'static str,
    /// Whether the input begins with the number of cases. It just ends otherwise.
    pub counted: bool,
    /// How many words make a case, each on a line.
    pub words: usize,
    /// How many cases there may be. Enforced in the exact layout alone.
    pub cases: RangeInclusive<usize>,
    /// How many cells a case may have. Enforced in the exact layout alone.
    pub cells: RangeInclusive<usize>,
}

impl Form {
    /// Refuses a count of cases that the judge would not give.
    fn check_cases(&self, word: Word<'_>, count: usize) -> Result<(), Fault> {
        if self.cases.contains(&count) {
            return Ok(());
        }
        let (least, most) = (self.cases.start(), self.cases.end());
        Err(word.fault(format!("{count} {}; this judge gives {least} to {most}", self.noun)))
    }

    /// Refuses a number of cells that the judge would not give.
    pub fn check_cells(&self, word: Word<'_>, cells: usize) -> Result<(), Fault> {
        if self.cells.contains(&cells) {
            return Ok(());
        }
        let (least, most) = (self.cells.start(), self.cells.end());
        Err(word.fault(format!("{}; this judge gives {least} to {most}", count_of(cells, "cell"))))
    }

    /// An input of these cases, laid out exactly. The words of a case are separated by slashes.
    ///
    /// ```
    /// use judge::cases::Form;
    ///
    /// let boards = Form { noun: "boards", counted: true, words: 1, cases: 1..=9, cells: 3..=9 };
    /// assert_eq!(boards.input(&[b"...".to_vec(), b".X..".to_vec()]), b"2\n...\n.X..\n");
    /// assert_eq!(boards.case(b"2\n...\n.X..\n", 2), Some(b".X..".to_vec()));
    /// ```
    #[must_use]
    pub fn input(&self, cases: &[Vec<u8>]) -> Vec<u8> {
        let mut input = Vec::new();
        self.begin(cases.len(), &mut input);
        for case in cases {
            self.push(case, &mut input);
        }
        input
    }

    /// Appends what an input of so many cases begins with.
    pub(crate) fn begin(&self, cases: usize, input: &mut Vec<u8>) {
        if self.counted {
            push_number(input, cases);
            input.push(b'\n');
        }
    }

    /// Appends a case.
    pub(crate) fn push(&self, case: &[u8], input: &mut Vec<u8>) {
        input.extend(case.iter().map(|&byte| if self.words > 1 && byte == b'/' { b'\n' } else { byte }));
        input.push(b'\n');
    }

    /// Case `number` of an input, counted from 1, as [`input`](Self::input) takes it.
    #[must_use]
    pub fn case(&self, input: &[u8], number: usize) -> Option<Vec<u8>> {
        let input = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input);
        let before = usize::from(self.counted) + number.checked_sub(1)? * self.words;
        let words: Vec<&[u8]> = words(input).skip(before).take(self.words).map(|(_, word)| word).collect();
        (words.len() == self.words).then(|| words.join(&b'/'))
    }
}

/// Reads the count and all cases, each solved by `solve_case`.
pub fn read<A>(
    input: &mut Scanner<'_>,
    form: &Form,
    solve_case: impl FnMut(Word<'_>) -> Result<A, Fault>,
) -> Result<Vec<A>, InputError> {
    let count = read_count(input, form)?;
    let mut answers = Vec::new();
    read_on(input, form, count, count, &mut answers, solve_case)?;
    Ok(answers)
}

/// Reads the count that such an input begins with.
pub fn read_count(input: &mut Scanner<'_>, form: &Form) -> Result<usize, InputError> {
    let layout = input.layout();
    let noun = form.noun;
    let word = input.expect_word(|| format!("it should begin with the number of {noun}"))?;
    let count = word.number(layout, &format!("the input begins with the number of {noun} that follow"))?;
    if layout == Layout::Exact {
        form.check_cases(word, count)?;
    }
    Ok(count)
}

/// Reads on after the cases that `answers` holds already, until it holds `until`, of the `count` that were announced.
pub fn read_on<A>(
    input: &mut Scanner<'_>,
    form: &Form,
    until: usize,
    count: usize,
    answers: &mut Vec<A>,
    mut solve_case: impl FnMut(Word<'_>) -> Result<A, Fault>,
) -> Result<(), InputError> {
    let layout = input.layout();
    while answers.len() < until {
        let read = answers.len();
        let word = input.expect_word(|| format!("{read} of {count} announced {} were given", form.noun))?;
        answers.push(solve_case(word)?);
        if layout == Layout::Exact {
            form.check_cells(word, word.text().len())?;
        }
    }
    Ok(())
}

/// Reads cases until the input ends, at least one. In the exact layout one is all there is.
pub fn read_to_end<A>(
    input: &mut Scanner<'_>,
    mut solve_case: impl FnMut(&mut Scanner<'_>) -> Result<A, InputError>,
) -> Result<Vec<A>, InputError> {
    let mut answers = vec![solve_case(input)?];
    while input.layout() == Layout::Free && !input.is_at_end()? {
        answers.push(solve_case(input)?);
    }
    Ok(answers)
}
