//! What a problem package holds besides its cases, for judging systems that read such packages.
//!
//! A wrong submission is a right one with an edit, so the mistake is all that is wrong, and one line shows it. The case
//! on which it fails stands beside it and is added to every package: judging systems reject a package whose cases do
//! not find a wrong submission.

use crate::verdict::Verdict;

/// A judge's problem for other judging systems: its statement, and programs that validate its data or answer it.
///
/// All programs are sources that need nothing of this project. A text is given in pieces, which are put together, so
/// that the packages of a problem can share them.
#[derive(Debug)]
pub struct Package {
    /// The [name](crate::Dialect::name) of the judge.
    pub judge: &'static str,
    /// The name of the problem.
    pub name: &'static str,
    /// The UUID of the problem, which is the same in all packages that are ever made of it.
    pub uuid: &'static str,
    /// Where the problem comes from, such as a judge and a number there.
    pub source: &'static str,
    /// The statement in Markdown: paragraphs, lists with `-`, code in backticks, fenced code blocks, formulas between
    /// `$`, and the headings `## Input` and `## Output`. The samples follow it.
    pub statement: &'static [&'static str],
    /// Reads an input on standard input. Exits with 42 if the judge could give it; otherwise with 43, and a message
    /// that names the place on standard output.
    pub input_validator: Source,
    /// Reads an answer file on standard input, given the input's path as its first argument. Exits with 42 if the file
    /// has the form of an answer to that input, else with 43. `None` where the output validator does that.
    pub answer_validator: Option<Source>,
    /// Judges an output on standard input, given the paths of the input, the answer and a folder for messages: the
    /// interface of [Kattis](https://icpc.io/problem-package-format/spec/legacy.html#output-validators). `None` if each
    /// case has just one right answer.
    pub output_validator: Option<Source>,
    /// Solutions, right and wrong ones.
    pub submissions: &'static [Submission],
}

/// A source file.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The name of the file.
    pub file: &'static str,
    /// Its text, in pieces.
    pub pieces: Pieces,
}

/// A solution, and the verdict that it must get.
#[derive(Clone, Copy, Debug)]
pub struct Submission {
    /// The verdict: accepted, wrong answer, presentation error or time limit exceeded. Where there are no presentation
    /// errors, they are wrong answers.
    pub verdict: Verdict,
    /// What it does right or wrong, in a sentence.
    pub about: &'static str,
    /// Its source, before the edits.
    pub source: Source,
    /// What is replaced in the source to make it wrong, and by what. Each text to be replaced occurs in it just once.
    pub edits: Edits,
    /// A case that gets this verdict, in the form that [`Format::input`](crate::Format::input) takes; empty if it is
    /// accepted.
    pub fails_on: &'static str,
}

impl Source {
    /// The whole text.
    #[must_use]
    pub fn text(&self) -> String {
        self.pieces.concat()
    }
}

type Pieces = &'static [&'static str];
type Edits = &'static [(&'static str, &'static str)];

impl Submission {
    /// Whether it gives wrong answers.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        matches!(self.verdict, Verdict::WrongAnswer | Verdict::PresentationError)
    }

    /// A right solution.
    #[must_use]
    pub const fn accepted(file: &'static str, about: &'static str, pieces: Pieces) -> Self {
        let source = Source { file, pieces };
        Self { verdict: Verdict::Accepted, about, source, edits: &[], fails_on: "" }
    }

    /// A solution that these edits make wrong.
    #[must_use]
    pub const fn wrong(
        file: &'static str,
        about: &'static str,
        pieces: Pieces,
        edits: Edits,
        fails_on: &'static str,
    ) -> Self {
        let verdict = Verdict::WrongAnswer;
        Self { verdict, edits, fails_on, ..Self::accepted(file, about, pieces) }
    }

    /// A solution that is right but too slow, after these edits.
    #[must_use]
    pub const fn too_slow(
        file: &'static str,
        about: &'static str,
        pieces: Pieces,
        edits: Edits,
        fails_on: &'static str,
    ) -> Self {
        Self { verdict: Verdict::TimeLimitExceeded, ..Self::wrong(file, about, pieces, edits, fails_on) }
    }

    /// The text of the file, which begins with a comment that says what it [is about](Self::about).
    ///
    /// ```
    /// use problem::Submission;
    ///
    /// let pieces = &["n = int(input())\n", "print(n)\n"];
    /// let edits = &[("print(n)", "print(n + 1)")];
    /// let wrong = Submission::wrong("off_by_one.py", "Counts one too many.", pieces, edits, "1");
    /// assert_eq!(wrong.text(), "# Counts one too many.\nn = int(input())\nprint(n + 1)\n");
    /// ```
    ///
    /// # Panics
    ///
    /// If a text to be replaced does not occur just once.
    #[must_use]
    pub fn text(&self) -> String {
        let comment = if matches!(self.source.file.rsplit_once('.'), Some((_, "py"))) { "#" } else { "//" };
        let source = self.edits.iter().fold(self.source.text(), |source, (old, new)| {
            assert_eq!(source.matches(old).count(), 1, "{} has {old:?} just once", self.source.file);
            source.replace(old, new)
        });
        format!("{comment} {}\n{source}", self.about)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn submissions_have_their_verdict_their_edits_and_their_case() {
        let accepted = Submission::accepted("a.cpp", "Right.", &["x\n", "y\n"]);
        assert_eq!((accepted.verdict, accepted.is_wrong(), accepted.fails_on), (Verdict::Accepted, false, ""));
        assert_eq!(accepted.text(), "// Right.\nx\ny\n");
        let wrong = Submission::wrong("a.cpp", "Wrong.", &["x\n"], &[("x", "z")], "1");
        assert_eq!((wrong.verdict, wrong.is_wrong(), wrong.fails_on), (Verdict::WrongAnswer, true, "1"));
        assert_eq!(wrong.text(), "// Wrong.\nz\n");
        let slow = Submission::too_slow("a.py", "Slow.", &["x\n"], &[("x", "z")], "2");
        assert_eq!((slow.verdict, slow.is_wrong(), slow.fails_on), (Verdict::TimeLimitExceeded, false, "2"));
        assert_eq!(slow.text(), "# Slow.\nz\n");
        assert!(Submission { verdict: Verdict::PresentationError, ..slow }.is_wrong());
    }
}
