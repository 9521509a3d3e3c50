//! The description of a problem, from which everything else follows.

use crate::dialect::Dialect;
use crate::explain::Explainer;
use crate::package::Package;

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
    /// What the packages for other judging systems hold, for the command `package`: at most one for each judge.
    const PACKAGES: &'static [Package] = &[];

    /// Solves a case that is a line, and is faster than reading it word by word and calling the dialect's `solve`.
    /// Returns the answer, and how long the line is with its newline.
    ///
    /// It is given complete lines, the case first, in the free layout and only after the number of cases. If it returns
    /// `None`, as it does unless implemented, the case is solved the usual way, which also reports errors.
    fn solve_line(dialect: &Dialect<Self>, solver: &mut Self::Solver, lines: &[u8]) -> Option<(Self::Answer, usize)> {
        let _ = (dialect, solver, lines);
        None
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
    fn dialect(name: &str) -> Option<&'static Dialect<Self>> {
        Self::DIALECTS.iter().find(|dialect| dialect.is_called(name))
    }
}
