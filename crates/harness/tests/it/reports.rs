//! Reports in all formats, with a fixed clock. `tools/properties` reads them back.

use std::ops::ControlFlow;
use std::time::Duration;

use anstream::ColorChoice;
use harness::{
    Candidate, CheckPlan, Clock, Found, Given, Judgement, Omitted, Report, ReportFormat, Subject, Supervisor, Usage,
    Verbosity, check,
};
use testkit::{TemporaryFolder, assert_valid_junit};

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

fn report(against: bool, format: ReportFormat, verbosity: Verbosity, colors: ColorChoice) -> String {
    let candidate = against.then_some(CANDIDATE);
    report_on(&folder(), candidate, Given::AsTheJudgeDoes, format, (verbosity, colors))
}

/// The report on the fixtures of a folder, of a candidate that is a shell script.
fn report_on(
    folder: &TemporaryFolder,
    candidate: Option<&str>,
    given: Given,
    format: ReportFormat,
    (verbosity, colors): (Verbosity, ColorChoice),
) -> String {
    let Found { fixtures, not_read } = find(&[folder.root().to_owned()], None, None).unwrap();
    let candidate = candidate.map(|script| Candidate::parse(&shell(script), Duration::from_secs(20)).unwrap());
    let mut written = Vec::new();
    let mut report = Report::new(&mut written, "anagrams", &fixtures, format, verbosity, colors);
    let subject = candidate
        .as_ref()
        .map_or(Subject::Solver, |candidate| Subject::Candidates(std::slice::from_ref(candidate), given));
    let supervisor = &Supervisor::default();
    let clock = Clock::Fixed(Duration::from_millis(5));
    let plan = CheckPlan { subject, supervisor, clock, comparison: None, threads: 4 };
    let take = |fixture: &_, outcome| {
        report.add(fixture, &outcome)?;
        Ok(ControlFlow::Continue(()))
    };
    check(&fixtures, &plan, take).unwrap();
    let omitted = Omitted { not_for_candidates: 2, not_read, ..Omitted::default() };
    report.finish(Duration::from_millis(1234), &omitted).unwrap();
    folder.without_root(&String::from_utf8(written).unwrap())
}

#[test]
fn a_text_report_shows_details_and_a_summary() {
    insta::assert_snapshot!("against", report(true, ReportFormat::Text, Verbosity::Normal, ColorChoice::Never));
    let normal = (Verbosity::Normal, ColorChoice::Never);
    let as_they_are = report_on(&folder(), Some(CANDIDATE), Given::All, ReportFormat::Text, normal);
    insta::assert_snapshot!("against-as-they-are", as_they_are);
    insta::assert_snapshot!("in-process", report(false, ReportFormat::Text, Verbosity::Verbose, ColorChoice::Never));
}

#[test]
fn the_slowest_case_and_the_one_with_the_most_memory_are_named() {
    let folder = TemporaryFolder::with(&["a.in", "b.in", "c.in", "d.in"].map(|name| (name, "1\na\n")));
    let fixtures = find(&[folder.root().to_owned()], None, None).unwrap().fixtures;
    let mut written = Vec::new();
    let mut report =
        Report::new(&mut written, "anagrams", &fixtures, ReportFormat::Text, Verbosity::Quiet, ColorChoice::Never);
    let template = outcomes_on(&fixtures).remove(0).judgement().unwrap().clone();
    for (fixture, (seconds, mebibytes)) in fixtures.iter().zip([(2, 5), (3, 9), (1, 7), (3, 9)]) {
        let peak_memory = Some(mebibytes << 20);
        let usage = Usage { wall: Duration::from_secs(seconds), cpu: None, peak_memory };
        report.add(fixture, &Judgement { usage, ..template.clone() }.into()).unwrap();
    }
    report.finish(Duration::from_secs(9), &Omitted::default()).unwrap();
    let text = folder.without_root(&String::from_utf8(written).unwrap());
    assert!(text.contains("9.000 s, slowest 3.000 s (b.in), peak memory 9.0 MiB (b.in)"), "{text}");
}

#[test]
fn reports_for_programs_are_as_these() {
    insta::assert_snapshot!("json", report(true, ReportFormat::Json, Verbosity::Verbose, ColorChoice::Never));
    insta::assert_snapshot!("github", report(true, ReportFormat::Github, Verbosity::Normal, ColorChoice::Never));
    let text = report(true, ReportFormat::Junit, Verbosity::Normal, ColorChoice::Never);
    assert_valid_junit(&text);
    insta::assert_snapshot!("junit", text);
    assert_valid_junit(&report(false, ReportFormat::Junit, Verbosity::Quiet, ColorChoice::Always));
}

/// What all formats say of two programs, of which the second is wrong on one of two cases.
#[test]
fn several_programs_have_a_column_each() {
    let folder = TemporaryFolder::with(&[
        ("1.in", "1\na\n"),
        ("1.out", "NONE\n\n"),
        ("2.in", "1\nab\n"),
        ("2.out", "YES\nba\n"),
    ]);
    let fixtures = find(&[folder.root().to_owned()], None, None).unwrap().fixtures;
    let right = r"if grep -q b; then printf 'YES\nba\n'; else printf 'NONE\n\n'; fi";
    let parse = |script| Candidate::parse(&shell(script), Duration::from_secs(20)).unwrap();
    let candidates = [parse(right), parse("printf 'NONE\\n\\n'")];
    let report = |format, verbosity| {
        let mut written = Vec::new();
        let report = Report::new(&mut written, "anagrams", &fixtures, format, verbosity, ColorChoice::Never);
        let mut report = report.about(&["./right".to_owned(), "./wr\x1bong".to_owned()]);
        let subject = Subject::Candidates(&candidates, Given::All);
        let (supervisor, clock) = (&Supervisor::default(), Clock::Fixed(Duration::from_millis(5)));
        let plan = CheckPlan { subject, supervisor, clock, comparison: None, threads: 2 };
        let take = |fixture: &_, outcome| Ok(report.add(fixture, &outcome).map(|()| ControlFlow::Continue(()))?);
        check(&fixtures, &plan, take).unwrap();
        report.finish(Duration::from_secs(1), &Omitted::default()).unwrap();
        folder.without_root(&String::from_utf8(written).unwrap())
    };
    let text = report(ReportFormat::Text, Verbosity::Normal);
    let expected = "\
judge many (by default), NAME.in with NAME.out: 2 cases
AC  WA  2.in
    ./wr\\u{1b}ong: line 1, column 1: there is another order
    case      ab
    expected  YES↵
              ba↵
    got       NONE↵
              ^
              ↵
./right: 2 cases: 2 AC, slowest 0.005 s (0.005 s of CPU time, 1.in), peak memory 1.0 MiB (1.in)
./wr\\u{1b}ong: 2 cases: 1 AC, 1 WA, slowest 0.005 s (0.005 s of CPU time, 1.in), peak memory 1.0 MiB (1.in)
1.000 s
";
    assert_eq!(text, expected);
    let json = report(ReportFormat::Json, Verbosity::Normal);
    assert_eq!(json.matches(r#""against":"./right","#).count(), 3, "{json}");
    assert!(json.contains(r#""verdicts":{"AC":1,"WA":1}"#) && json.contains(r#""verdicts":{"AC":3,"WA":1}"#), "{json}");
    let junit = report(ReportFormat::Junit, Verbosity::Normal);
    assert_valid_junit(&junit);
    assert!(junit.contains(r#"tests="4" failures="1""#) && junit.contains(r#"name="2.in (./right)""#), "{junit}");
    assert!(report(ReportFormat::Github, Verbosity::Quiet).contains("title=WA%3A wrong answer (./wr"));
}
