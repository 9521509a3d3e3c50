//! What a program says of itself, from which the rest is made.

use crate::diagnostic::InputError;
use crate::dialect::Dialect;
use crate::explain::Explainer;
use crate::scan::Scanner;

/// One problem that judges pose: a game, a question about its positions, and the dialects in which it is asked.
///
/// Everything here is pure: bytes in, bytes out. The smallest problem has a name and one dialect, which reads a case,
/// solves it and writes the answer; the [crate's first page](crate) shows a whole one.
pub trait Problem: Sized + 'static {
    /// What is remembered from one case to the next, such as a table; `()` if nothing is.
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

    /// Solves cases from the input on, in the free layout, for as long as that is faster than one by one, and appends
    /// their answers until there are `count`. What it leaves, nothing unless this is implemented, is solved one by one.
    fn solve_many(
        dialect: &Dialect<Self>,
        input: &mut Scanner<'_>,
        count: usize,
        answers: &mut Vec<Self::Answer>,
    ) -> Result<(), InputError> {
        let _ = (dialect, input, count, answers);
        Ok(())
    }

    /// Accepts an output that is as right as `answer`, although it differs, or says what is wrong with it. `output` holds
    /// the lines that stand in the place of what the dialect would write. A problem with one right answer leaves this out.
    fn accepts(answer: &Self::Answer, output: &[u8]) -> Result<(), String> {
        let _ = (answer, output);
        Err("the answer differs from the right one".to_owned())
    }

    /// The dialect with this name.
    #[must_use]
    fn dialect(name: &str) -> Option<&'static Dialect<Self>> {
        Self::DIALECTS.iter().find(|dialect| dialect.name == name)
    }
}
