//! Reports in all formats, with a fixed clock.

use anstream::ColorChoice;
use harness::{Candidate, FixedClock, Report, ReportFormat, Verbosity, check, find_fixtures};
use testkit::{Anagrams, TemporaryFolder};

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
    ])
}

/// A script that recognizes each input of the folder by its text.
const CANDIDATE: &str = r#"
    input=$(cat | tr '\n' ' ')
    case "$input" in
    '1 abc ')      printf 'YES\ncab\n' ;;
    '3 a abc ab ') printf 'NONE\n\nYES\nabc\nYES\nba\n' ;;
    '2 a ab ')     printf 'NONE\n\nYES\nba \t\r\n' ;;
    '2 ab ab ')    printf 'YES\nba\n' ;;
    '1 a ')        echo 'Traceback: many lines'; for i in 1 2 3 4 5 6 7 8 9 10; do echo "at line $i" >&2; done; exit 3 ;;
    *)             printf 'YES\nba%s\n' "$(printf "%s" "${input#1 ab}" | sed 's/ca/xy/200; s/ $//')" ;;
    esac
"#;

fn report(against: bool, format: ReportFormat, verbosity: Verbosity, colors: ColorChoice) -> String {
    let folder = folder();
    let fixtures = find_fixtures::<Anagrams>(&[folder.root().to_owned()], None).unwrap();
    let command = format!("sh -c {}", shlex::try_quote(CANDIDATE).unwrap());
    let candidate = Candidate::parse(&command, std::time::Duration::from_secs(20)).unwrap();
    let mut written = Vec::new();
    let mut report = Report::new(&mut written, format, verbosity, colors).unwrap();
    let candidate = against.then_some(&candidate);
    let clock = FixedClock(std::time::Duration::from_millis(5));
    check(&fixtures, candidate, 4, &clock, |fixture, judgement| Ok(report.add(fixture, &judgement)?)).unwrap();
    report.finish(std::time::Duration::from_millis(1234), 2).unwrap();
    folder.without_root(&String::from_utf8(written).unwrap())
}

#[test]
fn a_text_report_shows_details_and_a_summary() {
    insta::assert_snapshot!("against", report(true, ReportFormat::Text, Verbosity::Normal, ColorChoice::Never));
    insta::assert_snapshot!("in-process", report(false, ReportFormat::Text, Verbosity::Verbose, ColorChoice::Never));
}

#[test]
fn a_quiet_report_is_only_the_summary() {
    let quiet = report(true, ReportFormat::Text, Verbosity::Quiet, ColorChoice::Never);
    let normal = report(true, ReportFormat::Text, Verbosity::Normal, ColorChoice::Never);
    assert_eq!(quiet.lines().count(), 1);
    assert_eq!(normal.lines().last(), quiet.lines().last());
}

#[test]
fn a_tsv_report_is_a_table() {
    let table = |verbosity| report(true, ReportFormat::Tsv, verbosity, ColorChoice::Always);
    let all = table(Verbosity::Normal);
    insta::assert_snapshot!("table", all.replace('\t', " | "));
    let columns = |line: &str| line.split('\t').count();
    assert!(all.lines().all(|line| columns(line) == 9), "{all}");
    assert_eq!(table(Verbosity::Verbose), all);
    let failed: Vec<&str> = all.lines().filter(|line| !line.starts_with("AC\t")).collect();
    assert_eq!(table(Verbosity::Quiet).lines().collect::<Vec<_>>(), failed);
}

#[test]
fn colours_do_not_change_the_text() {
    let coloured = report(true, ReportFormat::Text, Verbosity::Verbose, ColorChoice::Always);
    assert!(coloured.contains('\x1B'));
    let plain = report(true, ReportFormat::Text, Verbosity::Verbose, ColorChoice::Never);
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}
