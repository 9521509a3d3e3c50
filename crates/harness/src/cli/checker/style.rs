//! How judging systems call a checker, and what they take for its answer.
//!
//! CMS shows contestants only its own words (`translate:wrong`), as the reason would tell them the right answer.
//! Versions that know `ADMIN_MESSAGE` show the reason to judges.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::adapter::strip_str;
use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use problem::{Problem, Verdict};

use crate::check::Judgement;
use crate::output::{print, print_message};
use crate::report::xml;
use crate::source::display_name;

/// A system that calls checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Style {
    /// testlib's, as on Codeforces: exit code 0, accepted, 1, wrong answer, or 2, presentation error
    Testlib,
    /// Kattis, DOMjudge, ICPC packages: exit code 42, accepted, or 43, and the reason in judgemessage.txt
    #[value(aliases = ["domjudge", "icpc"])]
    Kattis,
    /// CMS: the score on standard output, the reason on standard error
    Cms,
    /// online-judge-tools: exit code 0, accepted, or 1, and the reason on standard output
    Oj,
}

/// A call of the checker.
pub(super) struct Call {
    pub(super) style: Style,
    pub(super) input: OsString,
    /// The output to be judged; `None` for standard input.
    pub(super) output: Option<OsString>,
    pub(super) answer: OsString,
    /// The file for the verdict and the reason, if there is one, and whether testlib wants XML in it.
    report: Option<(PathBuf, bool)>,
}

impl Style {
    /// Understands the files of a call.
    ///
    /// # Errors
    ///
    /// If there are too few or too many, or if they are obviously for another system.
    pub(super) fn call(self, files: &[OsString]) -> anyhow::Result<Call> {
        let usage = self.usage();
        let [input, second, third, more @ ..] = files else {
            let given = if files.len() == 1 { "one is".to_owned() } else { format!("{} are", files.len()) };
            bail!("checker: {usage}; {given} given");
        };
        let (output, answer) = match self {
            Self::Kattis => (None, second),
            Self::Cms => (Some(third), second),
            Self::Testlib | Self::Oj => (Some(second), third),
        };
        for path in output.into_iter().flat_map(|output| [input, output, answer]) {
            let is_file = !Path::new(path).is_dir();
            ensure!(is_file, "{}: a folder; {usage}; for a folder use --style kattis", display_name(path));
        }
        let report = match (self, more) {
            // Whatever follows are the flags of a package's validator, none of which is for this one.
            (Self::Kattis, _) => {
                let feedback = Path::new(third);
                let why = if feedback.exists() { "not a folder" } else { "no such folder; create it" };
                ensure!(feedback.is_dir(), "{}: {why}; {usage}", display_name(feedback));
                Some((feedback.join("judgemessage.txt"), false))
            }
            // A task of CMS may be set up to give its checker more arguments.
            (Self::Cms, _) | (_, []) => None,
            (Self::Testlib, [path]) if !path.as_encoded_bytes().starts_with(b"-") => Some((path.into(), false)),
            (Self::Testlib, [path, appes]) if appes.eq_ignore_ascii_case("-appes") => Some((path.into(), true)),
            (_, [.., last]) => bail!("checker: unexpected argument '{}'; {usage}", display_name(last)),
        };
        Ok(Call { style: self, input: input.clone(), output: output.cloned(), answer: answer.clone(), report })
    }

    /// Which files the style takes.
    pub(super) fn usage(self) -> &'static str {
        match self {
            Self::Testlib => "--style testlib takes INPUT OUTPUT ANSWER [REPORT [-appes]]",
            Self::Kattis => "--style kattis takes INPUT ANSWER FEEDBACK_DIR, and the output on standard input",
            Self::Cms => "--style cms takes INPUT ANSWER OUTPUT",
            Self::Oj => "--style oj takes INPUT OUTPUT ANSWER",
        }
    }
}

impl Call {
    /// Gives the verdict, or the reason why there is none, to the system that made the call.
    ///
    /// # Errors
    ///
    /// The reason why there is no verdict, or a failure to write it.
    pub(super) fn reply<P: Problem>(&self, judged: anyhow::Result<Judgement>) -> anyhow::Result<ExitCode> {
        let judged = judged.inspect_err(|error| {
            if let (Style::Kattis, Some((report, _))) = (self.style, &self.report) {
                // Kattis may not show standard error. If this fails as well, there is nothing left to try.
                let _ = fs::write(report, format!("{error:#}\n"));
            }
        })?;
        let words = judged.verdict.words();
        let message = format!("{words}: {}", judged.message);
        let text = format!("{message}\n{}", strip_str(&judged.details()));
        if let Some((path, is_xml)) = &self.report {
            let contents = if *is_xml { &appes(words, &message) } else { &text };
            fs::write(path, contents).with_context(|| display_name(path))?;
        }
        let is_accepted = judged.verdict == Verdict::Accepted;
        match self.style {
            Style::Testlib => print_message::<P>(text.trim_end()),
            Style::Kattis => {}
            Style::Cms => {
                print(if is_accepted { b"1.0\n" } else { b"0.0\n" })?;
                // The first line is for contestants, in their language; only judges see the second one.
                let outcome = if is_accepted { "success" } else { "wrong" };
                let message = without_control_characters(&message);
                // There is nowhere to report that standard error is closed.
                let _ = write!(io::stderr(), "translate:{outcome}\nADMIN_MESSAGE:{message}\n");
            }
            Style::Oj => print(text.as_bytes())?,
        }
        Ok(ExitCode::from(match (self.style, judged.verdict) {
            (Style::Kattis, _) => 43 - u8::from(is_accepted),
            (Style::Testlib, Verdict::PresentationError) => 2,
            (Style::Testlib | Style::Oj, _) => u8::from(!is_accepted),
            (Style::Cms, _) => 0,
        }))
    }
}

/// The report that testlib's checkers write for the option `-appes`.
fn appes(outcome: &str, message: &str) -> String {
    let (outcome, message) = (outcome.replace(' ', "-"), xml(message));
    format!("<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"{outcome}\">{message}</result>\n")
}

/// Escapes what CMS refuses in a message: control characters, and the characters up to U+00BF that are not ASCII.
fn without_control_characters(message: &str) -> String {
    let escape = |character: char| match character {
        '\t' | '\u{7F}'..='\u{BF}' | '\0'..='\x1F' => character.escape_default().to_string(),
        _ => character.to_string(),
    };
    message.chars().map(escape).collect()
}
