//! How judging systems call a checker, and what they take for its answer.
//!
//! CMS shows contestants only its own words (`translate:wrong`), as the reason would tell them the right answer.
//! Versions that know `ADMIN_MESSAGE` show the reason to judges.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::ValueEnum;
use problem::{Problem, Verdict};

use super::super::print_message;
use super::Judged;
use crate::output::{render, to_stdout};
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

/// A call of the checker: the files, and where the answer goes.
pub(super) struct Call {
    pub(super) input: OsString,
    /// The output to be judged; `None` for standard input.
    pub(super) output: Option<OsString>,
    pub(super) answer: OsString,
    recipient: Recipient,
}

/// Where the verdict goes.
enum Recipient {
    Testlib(Option<TestlibReport>),
    /// The feedback folder.
    Kattis(PathBuf),
    Cms,
    Oj,
}

struct TestlibReport {
    path: OsString,
    is_xml: bool,
}

impl Style {
    fn usage(self) -> &'static str {
        match self {
            Self::Testlib => "--style testlib takes INPUT OUTPUT ANSWER [REPORT [-appes]]",
            Self::Kattis => "--style kattis takes INPUT ANSWER FEEDBACK_DIR, and the output on standard input",
            Self::Cms => "--style cms takes INPUT ANSWER OUTPUT",
            Self::Oj => "--style oj takes INPUT OUTPUT ANSWER",
        }
    }

    /// Understands the arguments of a call.
    ///
    /// # Errors
    ///
    /// If there are too few or too many, or if they are obviously those of another system.
    pub(super) fn call(self, arguments: Vec<OsString>) -> anyhow::Result<Call> {
        let usage = self.usage();
        let count = arguments.len();
        let mut arguments = arguments.into_iter();
        let (Some(first), Some(second), Some(third)) = (arguments.next(), arguments.next(), arguments.next()) else {
            anyhow::bail!(
                "checker: {usage}; {} given",
                if count == 1 { "one is".to_owned() } else { format!("{count} are") }
            );
        };
        let more: Vec<OsString> = arguments.collect();
        if self == Self::Kattis {
            // Whatever follows are the flags of a package's validator, none of which is for this one.
            let feedback = PathBuf::from(third);
            anyhow::ensure!(feedback.is_dir(), "{}: {}; {usage}", display_name(&feedback), why_no_folder(&feedback));
            return Ok(Call { input: first, output: None, answer: second, recipient: Recipient::Kattis(feedback) });
        }
        for path in [&first, &second, &third] {
            let is_file = !Path::new(path).is_dir();
            anyhow::ensure!(is_file, "{}: a folder; {usage}; for a folder use --style kattis", display_name(path));
        }
        let (output, answer) = if self == Self::Cms { (third, second) } else { (second, third) };
        let recipient = match (self, &more[..]) {
            (Self::Testlib, []) => Recipient::Testlib(None),
            (Self::Testlib, [path, ..]) if path.as_encoded_bytes().starts_with(b"-") => {
                anyhow::bail!("checker: unexpected argument '{}'; {usage}", display_name(path))
            }
            (Self::Testlib, [path]) => Recipient::Testlib(Some(TestlibReport { path: path.clone(), is_xml: false })),
            (Self::Testlib, [path, appes]) if appes.eq_ignore_ascii_case("-appes") => {
                Recipient::Testlib(Some(TestlibReport { path: path.clone(), is_xml: true }))
            }
            // A task may be set up to give its checker more arguments.
            (Self::Cms, _) => Recipient::Cms,
            (Self::Oj, []) => Recipient::Oj,
            _ => anyhow::bail!("{}: unexpected; {usage}", display_name(&more[more.len() - 1])),
        };
        Ok(Call { input: first, output: Some(output), answer, recipient })
    }
}

fn why_no_folder(path: &Path) -> &'static str {
    if path.exists() { "not a folder" } else { "no such folder; create it" }
}

impl Call {
    /// Which files the style takes.
    pub(super) fn usage(&self) -> &'static str {
        let style = match self.recipient {
            Recipient::Testlib(_) => Style::Testlib,
            Recipient::Kattis(_) => Style::Kattis,
            Recipient::Cms => Style::Cms,
            Recipient::Oj => Style::Oj,
        };
        style.usage()
    }

    /// Gives the verdict, or the reason why there is none, to the system that made the call.
    ///
    /// # Errors
    ///
    /// The reason why there is no verdict, or a failure to write it.
    pub(super) fn reply<P: Problem>(&self, judged: anyhow::Result<Judged>) -> anyhow::Result<ExitCode> {
        let judged = match (judged, &self.recipient) {
            (Ok(judged), _) => judged,
            (Err(error), Recipient::Kattis(feedback)) => {
                // Kattis may not show standard error. If this fails as well, there is nothing left to try.
                let _ = fs::write(feedback.join(JUDGE_MESSAGE), format!("{error:#}\n"));
                return Err(error);
            }
            (Err(error), _) => return Err(error),
        };
        let Judged { verdict, message, .. } = &judged;
        let is_accepted = *verdict == Verdict::Accepted;
        let text = judged.text();
        Ok(ExitCode::from(match &self.recipient {
            Recipient::Testlib(report) => {
                if let Some(report) = report {
                    let contents = if report.is_xml { appes(&judged) } else { text.clone() };
                    fs::write(&report.path, contents).with_context(|| display_name(&report.path))?;
                }
                print_message::<P>(text.trim_end());
                match verdict {
                    Verdict::Accepted => 0,
                    Verdict::PresentationError => 2,
                    _ => 1,
                }
            }
            Recipient::Kattis(feedback) => {
                let path = feedback.join(JUDGE_MESSAGE);
                fs::write(&path, text).with_context(|| display_name(&path))?;
                if is_accepted { 42 } else { 43 }
            }
            Recipient::Cms => {
                to_stdout(|out| out.write_all(if is_accepted { b"1.0\n" } else { b"0.0\n" }))?;
                // The first line is for contestants, in their language; only judges see the second one.
                let outcome = if is_accepted { "success" } else { "wrong" };
                let message = without_control_characters(message);
                // There is nowhere to report that standard error is closed.
                let _ = write!(io::stderr(), "translate:{outcome}\nADMIN_MESSAGE:{message}\n");
                0
            }
            Recipient::Oj => {
                to_stdout(|out| out.write_all(text.as_bytes()))?;
                u8::from(!is_accepted)
            }
        }))
    }
}

/// The file in a feedback folder that only judges see.
const JUDGE_MESSAGE: &str = "judgemessage.txt";

impl Judged {
    /// The message, and the details below it.
    fn text(&self) -> String {
        let details = render(&self.details, anstream::ColorChoice::Never);
        format!("{}\n{}", self.message, String::from_utf8_lossy(&details))
    }
}

/// The report that testlib's checkers write for the option `-appes`.
fn appes(judged: &Judged) -> String {
    let outcome = match judged.verdict {
        Verdict::Accepted => "accepted",
        Verdict::PresentationError => "presentation-error",
        _ => "wrong-answer",
    };
    let message = xml(&judged.message);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_for_cms_have_no_control_characters() {
        assert_eq!(without_control_characters("a\tb\u{9b}·…é"), "a\\tb\\u{9b}\\u{b7}…é");
    }
}
