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
use crate::candidate::{Candidate, Conversation, Ending, RunResult, Supervisor};

/// How checkers and validators are called, and who calls them so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CheckerStyle {
    /// testlib's, as on Codeforces: exit code 0, accepted, 1, wrong answer, or 2, presentation error; of a validator 0 or 3
    Testlib,
    /// Kattis, DOMjudge, ICPC packages: exit code 42, accepted, or 43; of a checker with the reason in judgemessage.txt
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

/// The files of one run.
struct Files(TempDir);

impl Files {
    const NAMES: [&str; 3] = ["input", "output", "answer"];
    const FEEDBACK: &str = "feedback";

    fn write(contents: [&[u8]; 3]) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("a folder for temporary files")?;
        fs::create_dir(folder.path().join(Self::FEEDBACK))?;
        for (name, content) in Self::NAMES.into_iter().zip(contents) {
            fs::write(folder.path().join(name), content)?;
        }
        Ok(Self(folder))
    }

    fn path(&self, name: &str) -> OsString {
        self.0.path().join(name).into()
    }

    /// What a judge gives to a program after its own arguments.
    fn arguments(&self, style: CheckerStyle, flags: &[OsString]) -> Vec<OsString> {
        let [input, output, answer] = Self::NAMES.map(|name| self.path(name));
        match style {
            CheckerStyle::Testlib => vec![input, output, answer],
            CheckerStyle::Kattis => {
                // The folder is one that names of files can be appended to.
                let mut all = vec![input, answer, self.path(&format!("{}/", Self::FEEDBACK))];
                all.extend_from_slice(flags);
                all
            }
        }
    }
}

impl Checker {
    /// Judges an output.
    pub(super) fn judge(&self, supervisor: &Supervisor, input: &[u8], output: &[u8], answer: &[u8]) -> Judged {
        let files = Files::write([input, output, answer]).map_err(Fault::from)?;
        let stdin = if self.style == CheckerStyle::Kattis { output } else { &[] };
        let (code, run) = self.helper.run(supervisor, files.arguments(self.style, &self.flags), stdin)?;
        self.conclude(code, run, &files)
    }

    /// Lets a program talk with this one. Returns what was said, whether that was right, and what this one has written
    /// as the output that a checker is to judge.
    ///
    /// # Errors
    ///
    /// If either program cannot be run at all, and after an interrupt.
    pub(super) fn talk(
        &self,
        supervisor: &Supervisor,
        candidate: &Candidate,
        input: &[u8],
        answer: &[u8],
    ) -> anyhow::Result<(Conversation, Judged, Vec<u8>)> {
        let files = Files::write([input, &[], answer])?;
        let program = self.helper.program.clone().with_arguments(files.arguments(self.style, &self.flags));
        let accepted = if self.style == CheckerStyle::Kattis { 42 } else { 0 };
        let talk = supervisor.talk(candidate, (&program, self.helper.option), accepted)?;
        let judged = match talk.interactor.ending {
            Ending::OutOfTime => Err(Fault::Slow(format!("{} did not end", self.helper.name)).into()),
            _ => self
                .helper
                .exited(talk.interactor.clone())
                .map_err(Into::into)
                .and_then(|(code, run)| self.conclude(code, run, &files)),
        };
        let output = fs::read(files.path("output")).unwrap_or_default();
        Ok((talk, judged, output))
    }

    /// The verdict by an exit code and a message.
    fn conclude(&self, code: i32, mut run: RunResult, files: &Files) -> Judged {
        let feedback = fs::read(Path::new(&files.path(Files::FEEDBACK)).join("judgemessage.txt")).unwrap_or_default();
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
