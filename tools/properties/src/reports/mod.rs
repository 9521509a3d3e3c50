//! Reports on judgements, in all formats.
//!
//! A case is a character for the format, one for what is shown, and for each fixture four texts, separated by bars: the
//! name of the input, the verdict with what was measured, the message, and what the program wrote.

mod facts;
mod read;

use std::path::PathBuf;
use std::time::Duration;

use anstream::ColorChoice;
use harness::{CaseOutcome, Omitted, Report, ReportFormat, Verbosity, choose_judge, find_fixtures};
use lgame::LGame;
use testkit::TemporaryFolder;

use self::facts::{Fact, outcome};
use crate::Held;
use crate::paths::{part_of_path, write};

/// Checks that a report gives back what it was given, as a reader of its format that shares no code with it sees it:
///
/// - `json`: each fixture that is to be shown, in order, with its name, verdict, place, usage and message;
///   nothing else but what the summary says.
/// - `junit`: a valid document with right totals, and in it names, verdicts and messages.
/// - `github`, `text`: an annotation or a line for each fixture that is to be shown, with its name, verdict and
///   message.
/// - In all of them no control character except newlines, and no line that a name or an output
///   has forged.
pub fn check(data: &[u8]) -> Held {
    check_forged(data, |text| text)
}

/// Checks what becomes of a report by a change of its text, which is none outside the tests.
fn check_forged(data: &[u8], forge: impl FnOnce(String) -> String) -> Held {
    const MOST: usize = 4;
    let [format, shown, data @ ..] = data else { return Held::Vacuous };
    let fields: Vec<&[u8]> = data.split(|&byte| byte == b'|').collect();
    let folder = TemporaryFolder::in_memory();
    let given: Vec<(PathBuf, CaseOutcome)> = fields
        .as_chunks()
        .0
        .iter()
        .take(MOST)
        .filter_map(|&[name, verdict, message, written]| {
            let name = part_of_path(name)?;
            let path = write(folder.root(), &[[name.as_slice(), b".in"].concat()], b"")?;
            Some((path, outcome(verdict, message, written)))
        })
        .collect();
    let Ok(found) = find_fixtures(&[folder.root().to_owned()], None, |input| choose_judge::<LGame>(None, input)) else {
        return Held::Vacuous;
    };

    let formats = [ReportFormat::Text, ReportFormat::Json, ReportFormat::Junit, ReportFormat::Github];
    let format = formats[usize::from(*format) % formats.len()];
    let verbosity = [Verbosity::Quiet, Verbosity::Normal, Verbosity::Verbose][usize::from(*shown) % 3];
    let not_reached = usize::from(shown / 4 % 4);
    let omitted = Omitted {
        not_for_candidates: usize::from(shown / 128),
        not_read: found.not_read,
        not_reached,
        interrupt: (not_reached > 0 && shown / 16 % 2 == 1).then(|| "interrupted by SIGINT".to_owned()),
        ..Omitted::default()
    };

    let mut written = Vec::new();
    let mut report = Report::new(&mut written, "lgame", &found.fixtures, format, verbosity, ColorChoice::Never);
    let mut facts = Vec::new();
    for fixture in &found.fixtures {
        let outcome = given.iter().rfind(|(path, _)| *path == fixture.input).map(|(_, outcome)| outcome);
        let outcome = outcome.expect("only what was written is found");
        report.add(fixture, outcome).expect("memory can be written");
        facts.push(Fact { path: &fixture.input, outcome });
    }
    report.finish(Duration::from_millis(1500), &omitted).expect("memory can be written");
    let text = forge(String::from_utf8(written).expect("a report is text"));
    let is_raw = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(is_raw), "a control character in {text:?}");
    read::check(format, verbosity, &text, &facts, &omitted);
    Held::Real
}

#[cfg(test)]
mod tests {
    use problem::Verdict;

    use super::*;
    use crate::planted::assert_found;

    /// Two fixtures in the format of this number, all shown: the first with a wrong answer, the second with a runtime
    /// error.
    fn check_report(format: u8, forge: impl FnOnce(String) -> String) {
        let [first, second] = [Verdict::WrongAnswer, Verdict::RuntimeError].map(|verdict| {
            let number = Verdict::ALL.iter().zip(0..).find(|(listed, _)| **listed == verdict);
            number.expect("a verdict").1
        });
        let fixtures = [&b"p|"[..], &[first], b"|the first|First|q|", &[second], b"|the second|"].concat();
        assert_eq!(check_forged(&[&[format, 1], fixtures.as_slice()].concat(), forge), Held::Real);
    }

    #[test]
    fn what_a_report_has_wrong_is_found() {
        for (format, from, to, expected) in [
            (0, "RE ", "AC ", "a line for each case"),
            (0, "\n", "\x1B\n", "a control character"),
            (1, "q.in", "p.in", "p.in is not "),
            (2, "the second", "the third", "the third"),
            (3, "::error ", "", "a command for each case"),
        ] {
            assert_found(expected, || check_report(format, |text| text.replace(from, to)));
        }
    }
}
