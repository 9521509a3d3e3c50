//! What a problem package holds besides its cases, for judging systems that read such packages.
//!
//! A wrong submission is a right one with an edit, so the mistake is all that is wrong, and a line or two show it. The
//! case on which it fails stands beside it and is added to every package: judging systems reject a package whose cases
//! do not find a wrong submission.

use std::iter;

use crate::verdict::Verdict;

/// A judge's problem for other judging systems: its statement, and programs that validate its data or answer it.
///
/// All programs are sources that need nothing of this project. A text is given in pieces, which are put together, so
/// that the packages of a problem can share them.
#[derive(Debug)]
pub struct Package {
    /// The [name](crate::Dialect::name) of the judge.
    pub judge: &'static str,
    /// The name of the problem, without characters that LaTeX gives a meaning.
    pub name: &'static str,
    /// The UUID of the problem, which is the same in all packages that are ever made of it.
    pub uuid: &'static str,
    /// Where the problem comes from, such as a judge and a number there.
    pub source: &'static str,
    /// The statement in LaTeX, with the headings `\section*{Input}` and `\section*{Output}`. The name stands above it, and
    /// the samples follow it.
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
    /// The programs that the submissions are, or are made of by an edit.
    pub programs: &'static [Source],
    /// Lists of [`submissions`](Self::submissions), right and wrong ones, with an empty line between two of them:
    ///
    /// ```text
    /// wrong_answer/counts_ends.py from counts.py
    /// Says in a sentence what it does right or wrong.
    /// fails on X..X
    /// -a line that is replaced
    /// +the line or the lines in its place
    /// ```
    ///
    /// The first line has the verdict, the name of the file, and the program that it is made of if the name is another
    /// one. An accepted solution has neither a case nor an edit.
    pub submissions: &'static [&'static str],
}

impl Package {
    /// The solutions, right and wrong ones.
    ///
    /// # Panics
    ///
    /// If the list has another form.
    pub fn submissions(&self) -> Vec<Submission> {
        let all = self.submissions.iter().flat_map(|list| list.trim_end().split("\n\n"));
        all.map(|text| Submission::read(text, self.programs)).collect()
    }
}

/// A source file.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// The name of the file.
    pub file: &'static str,
    /// Its text, in pieces.
    pub pieces: &'static [&'static str],
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
    /// What is replaced in the source to make it wrong: lines after `-`, by the lines after `+` that follow. What is
    /// replaced occurs just once.
    pub edits: &'static str,
    /// A case that gets this verdict, in the form that [`Format::input`](crate::Format::input) takes; empty if it is
    /// accepted.
    pub fails_on: &'static str,
}

impl Source {
    /// The whole text.
    pub fn text(&self) -> String {
        self.pieces.concat()
    }
}

impl Submission {
    fn read(text: &'static str, programs: &[Source]) -> Self {
        let (title, rest) = text.split_once('\n').expect("a line of text after the name");
        let (verdict, name) = title.split_once('/').expect("a verdict before the name");
        let (file, program) = name.split_once(" from ").unwrap_or((name, name));
        let program = programs.iter().find(|source| source.file == program);
        let (about, rest) = rest.split_once("\nfails on ").unwrap_or((rest, ""));
        let (fails_on, edits) = rest.split_once('\n').unwrap_or((rest, ""));
        Self {
            verdict: *Verdict::ALL.iter().find(|known| known.words().replace(' ', "_") == verdict).expect("a verdict"),
            about,
            source: Source { file, ..*program.expect("a program of the package") },
            edits,
            fails_on,
        }
    }

    /// The text of the file, which begins with a comment that says what it [is about](Self::about).
    ///
    /// # Panics
    ///
    /// If a text to be replaced does not occur just once.
    pub fn text(&self) -> String {
        let comment = if matches!(self.source.file.rsplit_once('.'), Some((_, "py"))) { "#" } else { "//" };
        let mut source = format!("\n{}", self.source.text());
        let mut lines = self.edits.lines().peekable();
        while lines.peek().is_some() {
            let mut take = |sign| iter::from_fn(|| lines.next_if(|line| line.starts_with(sign))).collect::<Vec<_>>();
            let [old, new]: [String; 2] =
                ['-', '+'].map(|sign| take(sign).iter().flat_map(|line| ["\n", &line[1..]]).collect());
            let parts: Vec<&str> = source.split(&format!("{old}\n")).collect();
            assert!(parts.len() == 2, "{} has {old:?} just once", self.source.file);
            source = parts.join(&format!("{new}\n"));
        }
        format!("{comment} {}{source}", self.about)
    }
}
