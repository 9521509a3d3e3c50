//! What a program says of itself, from which the rest is made.

use std::fmt::Debug;

use crate::cases::Form;
use crate::dice::Dice;
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

    /// What an input of this judge is made of.
    fn form(self) -> Form;
}

/// One problem that judges set: a game, a question about its positions, and the dialects in which it is asked.
///
/// Everything here is pure: bytes in, bytes out. [`run`](crate::run) makes the program from it. A case in the text of an
/// input is one word; where it is several, they are joined by slashes.
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
    /// The kinds of random cases. `generate` and `stress` take turns among them.
    const SHAPES: &'static [Shape<Self::Dialect>];

    /// Reads and solves all cases of an input, and does not look past the last of them.
    fn solve(dialect: Self::Dialect, input: &mut Scanner<'_>) -> Result<Vec<Self::Answer>, InputError>;

    /// Appends the answer to case `number`, counted from 1, exactly as the judge wants it: whole lines, as many for one
    /// verdict as for the same one on another case.
    fn write(dialect: Self::Dialect, number: usize, answer: &Self::Answer, out: &mut Vec<u8>);

    /// Whether `other` is as right as `answer`, although it differs, and what is wrong with it if it is not. It holds the
    /// lines that somebody else wrote in the place of what [`write`](Self::write) would. For a problem with one right
    /// answer, what this says unless it is written anew is enough.
    fn is_right(_dialect: Self::Dialect, _answer: &Self::Answer, _other: &[u8]) -> Result<(), String> {
        Err("another answer is right".to_owned())
    }

    /// Reads one position and writes down why it is won or lost, for a person who has to learn it.
    fn explain(input: &mut Scanner<'_>, page: &mut Page) -> Result<(), InputError>;

    /// Every legal case of a size, none twice, and none if there are no cases of that size.
    fn every(dialect: Self::Dialect, size: usize) -> impl Iterator<Item = Vec<u8>> + Send;

    /// Cases that are a step simpler than this one, the boldest step first: `stress` looks among them for one on which a
    /// program is still wrong. Some may be illegal. [`shorter_or_clearer`](crate::shorter_or_clearer) does it for boards.
    fn simpler(dialect: Self::Dialect, case: &[u8]) -> Vec<Vec<u8>>;
}

/// A kind of random cases.
#[derive(Clone, Copy, Debug)]
pub struct Shape<D> {
    /// The name that `--shape` takes.
    pub name: &'static str,
    /// What is special about them.
    pub about: &'static str,
    /// Makes one of a size, legal for the dialect.
    pub make: fn(D, usize, &mut Dice) -> Vec<u8>,
}
