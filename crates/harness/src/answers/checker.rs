//! Checkers and interactors, in the interfaces of testlib and of Kattis.

use std::ffi::OsString;
use std::fs;
use std::path::Path;

use anyhow::Context;
use clap::ValueEnum;
use problem::{Rejection, Verdict};
use tempfile::TempDir;

use super::Fault;
use super::helper::{Helper, line};
use crate::candidate::{RunResult, Supervisor};

/// How checkers and validators are called, and who calls them so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckerStyle {
    /// testlib's, as on Codeforces
    Testlib,
    /// Kattis, DOMjudge, ICPC packages
    #[value(aliases = ["domjudge", "icpc"])]
    Kattis,
}

/// A program that judges outputs, or that talks with the program that is judged.
#[derive(Clone, Debug)]
pub struct Checker {
    /// The program.
    pub helper: Helper,
    /// How it is called, and how it answers.
    pub style: CheckerStyle,
    /// What else Kattis gives it.
    pub flags: Vec<OsString>,
}

/// Whether an output is accepted.
pub(crate) type Judged = Result<(), Box<Rejection>>;

impl Checker {
    /// The name of the output among the files of a run. An interactor writes it.
    pub(super) const OUTPUT: &str = "output";
    const FEEDBACK: &str = "feedback/";

    /// The files of one run, in a folder that ends with it: an input, an output and an answer. Also what a judge gives to
    /// the program after its own arguments.
    pub(super) fn files(&self, contents: [&[u8]; 3]) -> anyhow::Result<(TempDir, Vec<OsString>)> {
        let folder = tempfile::tempdir().context("a folder for temporary files")?;
        let [input, output, answer, feedback] =
            ["input", Self::OUTPUT, "answer", Self::FEEDBACK].map(|name| folder.path().join(name));
        fs::create_dir(&feedback)?;
        for (path, content) in [&input, &output, &answer].into_iter().zip(contents) {
            fs::write(path, content)?;
        }
        let mut arguments: Vec<OsString> = match self.style {
            CheckerStyle::Testlib => vec![input.into(), output.into(), answer.into()],
            CheckerStyle::Kattis => vec![input.into(), answer.into(), feedback.into()],
        };
        arguments.extend(self.flags.iter().filter(|_| self.style == CheckerStyle::Kattis).cloned());
        Ok((folder, arguments))
    }

    /// Judges an output.
    pub(super) fn judge(&self, supervisor: &Supervisor, input: &[u8], output: &[u8], answer: &[u8]) -> Judged {
        let (folder, arguments) = self.files([input, output, answer]).map_err(Fault::from)?;
        let stdin = if self.style == CheckerStyle::Kattis { output } else { &[] };
        let (code, run) = self.helper.run(supervisor, arguments, stdin)?;
        self.conclude(code, run, folder.path(), !answer.is_empty())
    }

    /// The verdict by an exit code and a message. A checker without an answer may need one.
    pub(super) fn conclude(&self, code: i32, mut run: RunResult, folder: &Path, has_answer: bool) -> Judged {
        let feedback = fs::read(folder.join(Self::FEEDBACK).join("judgemessage.txt")).unwrap_or_default();
        let said = [&feedback, &run.stderr, &run.stdout].into_iter().find(|text| !text.trim_ascii().is_empty());
        let said = said.and_then(|text| line(text.split(|&byte| byte == b'\n'))).unwrap_or_default();
        // Python and Java end with 1 if an exception is not caught.
        let has_crashed =
            ["Traceback (most recent call last)", "Exception in thread"].iter().any(|start| said.starts_with(start));
        // Points, for an output that may be worth none.
        let has_points =
            || said.split_whitespace().find_map(|word| word.parse().ok()).is_some_and(|points: f64| points > 0.0);
        let verdict = match (self.style, code) {
            (CheckerStyle::Testlib, 0) | (CheckerStyle::Kattis, 42) => return Ok(()),
            (CheckerStyle::Testlib, 7) if has_points() => return Ok(()),
            (CheckerStyle::Testlib, 1) if !has_crashed => Verdict::WrongAnswer,
            (CheckerStyle::Testlib, 7) | (CheckerStyle::Kattis, 43) => Verdict::WrongAnswer,
            // Also for what follows the output, and if it ends too early.
            (CheckerStyle::Testlib, 2 | 4 | 8) => Verdict::PresentationError,
            (style, _) => {
                let fix = match (style, code) {
                    (CheckerStyle::Testlib, 42 | 43) => "; --checker-style kattis takes 42 and 43",
                    (CheckerStyle::Kattis, 0 | 1) if !has_crashed => "; --checker-style testlib takes 0 and 1",
                    (_, 3) if !has_answer => "; the answer file is empty: `--answer PROGRAM` makes one",
                    _ if !has_answer => "; note that the answer file is empty",
                    _ => "",
                };
                if run.stderr.is_empty() {
                    run.stderr = feedback;
                }
                return Err(Fault::Helper(format!("{}{fix}", self.helper.fault(&run))).into());
            }
        };
        let name = self.helper.name.trim_start_matches("the ");
        let message =
            if said.is_empty() { format!("the {name} does not accept it") } else { format!("{name}: {said}") };
        Err(Rejection::new(verdict, message))
    }
}
