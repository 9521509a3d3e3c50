//! The description of a problem and of its dialects, from which everything else follows.

use std::fmt;

use crate::case::Case;
use crate::compare::comparison::Comparison;
use crate::diagnostic::Diagnostic;
use crate::explain::Explainer;
use crate::format::Format;
use crate::generate::Generator;
use crate::read::{is_blank, without_byte_order_mark};
use crate::verdict::Verdict;

/// A problem that judges pose: a game, a question about its positions, and the dialects in which judges ask it.
///
/// Everything here is pure: bytes in, bytes out. The smallest problem has a name and one dialect, which reads a case,
/// solves it and writes the answer, as `crates/harness/examples/palindromes.rs` does.
pub trait Problem: Sized + 'static {
    /// What is kept from one case to the next, such as a table; `()` if nothing is.
    type Solver: Default;
    /// The answer to one case.
    type Answer;

    /// The program's name.
    const NAME: &'static str;
    /// What the program does, in a line.
    const ABOUT: &'static str;
    /// Commands to try, for the end of `--help`: indented lines.
    const EXAMPLES: &'static str = "";
    /// The judges' dialects, the default first.
    const DIALECTS: &'static [Dialect<Self>];
    /// Explains positions to people, for the command `explain`.
    const EXPLAINER: Option<Explainer> = None;

    /// Accepts an output that differs from the right answer but is equally right, or says what is wrong with it.
    ///
    /// `output` holds as many words as the dialect writes for `answer`, in the same layout. A problem whose cases have
    /// one right answer each need not implement this.
    fn accepts(answer: &Self::Answer, output: &[u8]) -> Result<(), String> {
        let _ = (answer, output);
        Err("the answer differs from the right one".to_owned())
    }

    /// The dialect that [is called](Dialect::is_called) this.
    fn dialect(name: &str) -> Option<&'static Dialect<Self>> {
        Self::DIALECTS.iter().find(|dialect| dialect.is_called(name))
    }
}

/// How one judge poses a problem: what an input is made of, and what an answer looks like.
///
/// A dialect is data with two functions, not a trait. The format of an input is stated once, and reading, the exact
/// layout, generated cases and the case in a report all follow from it.
pub struct Dialect<P: Problem> {
    /// The name that `--judge` takes and that a folder of cases carries.
    pub name: &'static str,
    /// The judge and the number of the problem there, and the format in a few words.
    pub title: &'static str,
    /// Other names of the judge or of its problem, as folders carry them: lower-case letters and digits only.
    pub aliases: &'static [&'static str],
    /// What an input is made of.
    pub format: Format,
    /// Solves one case. An error names its place by the word or the character that is wrong.
    pub solve: fn(&mut P::Solver, Case<'_>) -> Result<P::Answer, Diagnostic>,
    /// Appends the answer to a case, counted from 1, exactly as the judge wants it: whole lines, and equally many
    /// words for answers that are [equally right](Problem::accepts).
    pub write: fn(usize, &P::Answer, &mut Vec<u8>),
    /// What outputs look like, and how the judge compares them.
    pub output: OutputRule,
    /// Makes cases for `generate` and `stress`, if anything can.
    pub generator: Option<Generator>,
}

impl<P: Problem> fmt::Debug for Dialect<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Dialect").field("name", &self.name).field("format", &self.format).finish_non_exhaustive()
    }
}

impl<P: Problem> Dialect<P> {
    /// Whether `text`, such as the name of a folder, names this judge or its problem: `UVa`, `uva10561`, `UVa-10561`.
    pub fn is_called(&self, text: &str) -> bool {
        let plain: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        plain == self.name || self.aliases.contains(&plain.as_str())
    }

    /// Whether `output` begins as the answers of this dialect do.
    pub fn recognizes(&self, output: &[u8]) -> bool {
        let mut words = without_byte_order_mark(output).split(|&byte| is_blank(byte)).filter(|word| !word.is_empty());
        words.next().is_some_and(|first| self.output.first_words.iter().any(|word| word.as_bytes() == first))
    }
}

/// Compares the names, which are different for all dialects of a problem.
impl<P: Problem> PartialEq for Dialect<P> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// What outputs look like, and how a judge compares them.
#[derive(Clone, Copy, Debug)]
pub struct OutputRule {
    /// The words that an answer can begin with, if they tell this dialect from the others of the problem; else empty.
    pub first_words: &'static [&'static str],
    /// Which white space has to be right.
    pub comparison: Comparison,
    /// The verdict if that white space alone is wrong: a presentation error, if the judge has that, or a wrong answer.
    pub wrong_white_space: Verdict,
}

impl OutputRule {
    /// All white space has to be right, or the verdict is a presentation error.
    pub const EXACT: Self =
        Self { first_words: &[], comparison: Comparison::Exact, wrong_white_space: Verdict::PresentationError };
    /// Outputs are compared [line by line](Comparison::Lines), and wrong white space is a wrong answer.
    pub const LINES: Self =
        Self { first_words: &[], comparison: Comparison::Lines, wrong_white_space: Verdict::WrongAnswer };
}
