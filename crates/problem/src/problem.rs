//! The description of a problem, from which everything else follows.

use crate::diagnostic::InputError;
use crate::dialect::Dialect;
use crate::explain::Explainer;
use crate::package::Package;
use crate::scan::Scanner;

/// A problem that judges pose: a game, a question about its positions, and the dialects in which judges ask it.
///
/// Everything here is pure: bytes in, bytes out. The smallest problem has a name and one dialect, which reads a case,
/// solves it and writes the answer; the [crate's first page](crate) shows a whole one.
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
    /// What the packages for other judging systems hold, for the command `package`: at most one for each judge.
    const PACKAGES: &'static [Package] = &[];

    /// Solves cases in bulk: reads as many from the input as it can solve faster than one by one, and appends their
    /// answers.
    ///
    /// It is called in the free layout only, and may append until there are `count` answers. The cases that it leaves
    /// in the input are solved one by one; unless implemented, it leaves all.
    fn solve_many(
        dialect: &Dialect<Self>,
        solver: &mut Self::Solver,
        input: &mut Scanner<'_>,
        count: usize,
        answers: &mut Vec<Self::Answer>,
    ) -> Result<(), InputError> {
        let _ = (dialect, solver, input, count, answers);
        Ok(())
    }

    /// Accepts an output that differs from the right answer but is equally right, or says what is wrong with it.
    ///
    /// `output` holds the lines in the place of those that the dialect writes for `answer`. A problem whose cases have
    /// one right answer each need not implement this.
    fn accepts(answer: &Self::Answer, output: &[u8]) -> Result<(), String> {
        let _ = (answer, output);
        Err("the answer differs from the right one".to_owned())
    }

    /// The dialect that [is called](Dialect::is_called) this.
    #[must_use]
    fn dialect(name: &str) -> Option<&'static Dialect<Self>> {
        Self::DIALECTS.iter().find(|dialect| dialect.is_called(name))
    }
}
