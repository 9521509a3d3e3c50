//! What a program says of itself, from which the rest is made.

use std::fmt::Debug;

use crate::fault::InputError;
use crate::page::Page;
use crate::scan::Scanner;

/// The input and output formats of the judges that set a problem.
pub trait Dialect: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Every dialect, the default first.
    const ALL: &'static [Self];

    /// The name that `--judge` takes and that a fixture's folder carries.
    fn name(self) -> &'static str;

    /// The judge and the number of the problem there, and the format in a few words.
    fn title(self) -> &'static str;
}

/// One problem that judges set: a game, a question about its positions, and the dialects in which it is asked.
///
/// Everything here is pure: bytes in, bytes out. [`run`](crate::run) makes the program from it.
pub trait Problem: 'static {
    /// The judges' formats.
    type Dialect: Dialect;
    /// The answer to one case.
    type Answer;

    /// The program's name.
    const NAME: &'static str;
    /// What the program does, in a line.
    const ABOUT: &'static str;
    /// Commands to try, for the end of `--help`: indented lines.
    const EXAMPLES: &'static str;
    /// What a position looks like on the command line: "a board: …".
    const POSITION: &'static str;
    /// A position to try `explain` with.
    const SAMPLE_POSITION: &'static str;
    /// Writes down what the whole game is made of: what `explain` shows where no position is given.
    const OVERVIEW: Option<fn(&mut Page)> = None;

    /// Reads and solves all cases of an input, and does not look past the last of them.
    fn solve(dialect: Self::Dialect, input: &mut Scanner<'_>) -> Result<Vec<Self::Answer>, InputError>;

    /// Appends the answer to case `number`, counted from 1, exactly as the judge wants it.
    fn write(dialect: Self::Dialect, number: usize, answer: &Self::Answer, out: &mut Vec<u8>);

    /// Reads one position and writes down why it is won or lost, for a person who has to learn it.
    fn explain(input: &mut Scanner<'_>, page: &mut Page) -> Result<(), InputError>;
}
