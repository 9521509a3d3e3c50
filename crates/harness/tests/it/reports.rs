//! Reports in all formats, with a fixed clock. `tools/properties` reads them back.

use std::ops::ControlFlow;
use std::time::Duration;

use anstream::ColorChoice;
use harness::{
    Candidate, CheckPlan, Found, Judgement, Omitted, Report, ReportFormat, Supervisor, Usage, Verbosity, check,
};
use testkit::{Snapshot, TemporaryFolder, assert_snapshots, assert_valid_junit};

use crate::judging::{find, outcomes_on, shell};

/// Fixtures that `CANDIDATE` answers wrongly, each in another way, except for the first.
fn folder() -> TemporaryFolder {
    let long: String = "abc".repeat(300);
    let answer: String = format!("YES\nba{}\n", &long[2..]);
    TemporaryFolder::with(&[
        ("01-right.in", "1\nabc\n"),
        ("01-right.out", "YES\nbac\n"),
        ("02-wrong.in", "3\na\nabc\nab\n"),
        ("02-wrong.out", "NONE\n\nYES\nbac\nYES\nba\n"),
        ("03-blank.in", "2\na\nab\n"),
        ("03-blank.out", "NONE\n\nYES\nba\n"),
        ("04-long.in", &format!("1\n{long}\n")),
        ("04-long.out", &answer),
        ("05-short.in", "2\nab\nab\n"),
        ("05-short.out", "YES\nba\nYES\nba\n"),
        ("06-crash.in", "1\na\n"),
        ("06-crash.out", "NONE\n\n"),
        ("07-fault.in", "1\na\n"),
        ("08-wrong-answer.in", "1\nab\n"),
        ("08-wrong-answer.out", "YES\nab\n"),
        ("09-odd.in", "\r\n1 \r\nabc"),
        ("09-odd.out", "YES\r\nbac"),
        ("10-beyond.in", "1\nabcabcabcabcabcabcabc\n"),
        ("10-beyond.out", "YES\nbacabcabcabcabcabcabc\n"),
        ("notes.txt", "not a case"),
    ])
}

/// A script that recognizes each input of the folder by its text.
const CANDIDATE: &str = r#"
    input=$(cat | tr '\n' ' ')
    case "$input" in
    '1 abc ')      printf 'YES\ncab\n' ;;
    '3 a abc ab ') echo trace >&2; printf 'NONE\n\nYES\nabc\nYES\nba\n' ;;
    '2 a ab ')     printf 'NONE\n\nYES\nba \t\r\n' ;;
    '2 ab ab ')    printf 'YES\nba\n' ;;
    '1 a ')        echo 'Traceback: many lines'; for i in 1 2 3 4 5 6 7 8 9 10; do echo "at line $i" >&2; done; exit 3 ;;
    *)             printf 'YES\nba%s\n' "$(printf "%s" "${input#1 ab}" | sed 's/ca/xy/200; s/ $//')" ;;
    esac
"#;

/// What a report on the fixtures of a folder contains, and how.
struct Settings<'a> {
    /// Scripts of the shell; without any the solver is judged.
    candidates: &'a [&'a str],
    /// The names of the candidates, which the report says if there are several.
    about: &'a [&'a str],
    gives_all: bool,
    verbosity: Verbosity,
    colors: ColorChoice,
}

const SOLVER: Settings<'_> = Settings {
    candidates: &[],
    about: &[],
    gives_all: false,
    verbosity: Verbosity::Normal,
    colors: ColorChoice::Never,
};

const AGAINST: Settings<'_> = Settings { candidates: &[CANDIDATE], ..SOLVER };

fn report(folder: &TemporaryFolder, format: ReportFormat, settings: &Settings<'_>) -> String {
    let Settings { candidates, about, gives_all, verbosity, colors } = *settings;
    let Found { fixtures, not_read } = find(&[folder.root().to_owned()], None, None).unwrap();
    let parse = |script: &&str| Candidate::parse(&shell(script), Duration::from_secs(20)).unwrap();
    let candidates: Vec<Candidate> = candidates.iter().map(parse).collect();
    let mut written = Vec::new();
    let about: Vec<String> = about.iter().map(|&name| name.to_owned()).collect();
    let mut report = Report::new(&mut written, "anagrams", &fixtures, format, verbosity, colors).about(&about);
    let supervisor = &Supervisor::with_fixed_clock(Duration::from_millis(5));
    let plan = CheckPlan { candidates: &candidates, gives_all, supervisor, comparison: None, threads: 4 };
    let take = |fixture: &_, outcome| Ok(report.add(fixture, &outcome).map(|()| ControlFlow::Continue(()))?);
    check(&fixtures, &plan, take).unwrap();
    let omitted = Omitted { not_for_candidates: 2, not_read, ..Omitted::default() };
    report.finish(Duration::from_millis(1234), &omitted).unwrap();
    let text = folder.without_root(&String::from_utf8(written).unwrap());
    if format == ReportFormat::Junit {
        assert_valid_junit(&text);
    }
    text
}

#[test]
fn every_format_shows_this() {
    let verbose = Settings { verbosity: Verbosity::Verbose, ..AGAINST };
    let found = [
        ("against", ReportFormat::Text, &AGAINST),
        ("against-as-they-are", ReportFormat::Text, &Settings { gives_all: true, ..AGAINST }),
        ("in-process", ReportFormat::Text, &Settings { candidates: &[], ..verbose }),
        ("json", ReportFormat::Json, &verbose),
        ("github", ReportFormat::Github, &AGAINST),
        ("junit", ReportFormat::Junit, &Settings { colors: ColorChoice::Always, ..AGAINST }),
    ];
    let found = found.map(|(name, format, settings)| {
        let text = report(&folder(), format, settings);
        Snapshot { name: name.to_owned(), command: String::new(), text }
    });
    assert_snapshots("crates/harness/tests/it/snapshots/reports", found);
}

#[test]
fn the_slowest_case_is_named() {
    let folder = TemporaryFolder::with(&["a.in", "b.in", "c.in", "d.in"].map(|name| (name, "1\na\n")));
    let fixtures = find(&[folder.root().to_owned()], None, None).unwrap().fixtures;
    let mut written = Vec::new();
    let mut report =
        Report::new(&mut written, "anagrams", &fixtures, ReportFormat::Text, Verbosity::Quiet, ColorChoice::Never);
    let template = outcomes_on(&fixtures).remove(0).judgement().unwrap().clone();
    for (fixture, seconds) in fixtures.iter().zip([2, 3, 1, 3]) {
        let usage = Usage { wall: Duration::from_secs(seconds), cpu: None, peak_memory: None };
        report.add(fixture, &Judgement { usage, ..template.clone() }.into()).unwrap();
    }
    report.finish(Duration::from_secs(9), &Omitted::default()).unwrap();
    let text = folder.without_root(&String::from_utf8(written).unwrap());
    assert!(text.contains("9.000 s, slowest 3.000 s (b.in)"), "{text}");
}

/// Of two programs the second is wrong on one of two cases.
#[test]
fn several_programs_have_a_column_each() {
    let folder = TemporaryFolder::with(&[
        ("1.in", "1\na\n"),
        ("1.out", "NONE\n\n"),
        ("2.in", "1\nab\n"),
        ("2.out", "YES\nba\n"),
    ]);
    let right = r"if grep -q b; then printf 'YES\nba\n'; else printf 'NONE\n\n'; fi";
    let candidates = &[right, "printf 'NONE\\n\\n'"];
    let settings = Settings { candidates, about: &["./right", "./wr\x1bong"], gives_all: true, ..SOLVER };
    let formats = [
        ("text", ReportFormat::Text),
        ("json", ReportFormat::Json),
        ("junit", ReportFormat::Junit),
        ("github", ReportFormat::Github),
    ];
    let found = formats.map(|(name, format)| {
        let text = report(&folder, format, &settings);
        Snapshot { name: name.to_owned(), command: String::new(), text }
    });
    assert_snapshots("crates/harness/tests/it/snapshots/several-programs", found);
}
