//! Other programs for `UVa`'s problem, right and wrong, and how they are judged.

use std::time::Duration;

use anstream::ColorChoice;
use harness::{Candidate, FixedClock, Report, ReportFormat, Verbosity, check, find_fixtures};
use problem::{Layout, Problem, compare, solve};
use testkit::{Run, agree_with_picture, workspace};
use treblecross::Treblecross;

use crate::cli::subject;

/// The obvious program, with a fault or with `none`.
fn program(fault: &str) -> String {
    format!("awk -v fault={fault} -f crates/treblecross/tests/candidates/treblecross.awk")
}

fn stress(fault: &str, more: &[&str]) -> Run {
    subject().program.run(&[&["stress", "--against", &program(fault), "--seed", "1"], more].concat(), b"")
}

#[test]
fn the_obvious_program_is_right() {
    let run = stress("none", &["--cases", "8000"]);
    assert_eq!((run.code, run.stdout.as_slice()), (Some(0), &b"no difference in 8000 cases\n"[..]));
    for group in ["sample", "stress"] {
        let folder = format!("fixtures/treblecross/uva/{group}");
        let run = subject().program.run(&["check", "--against", &program("none"), &folder], b"");
        assert_eq!(run.code, Some(0), "{}", String::from_utf8_lossy(&run.stdout));
    }
}

/// Each of these programs is right on all boards that come before the one that is shown, and no board is shorter.
#[test]
fn the_smallest_board_is_found_on_which_a_wrong_program_is_wrong() {
    for fault in ["gaps", "values", "newline"] {
        let run = stress(fault, &[]);
        assert_eq!(run.code, Some(1), "{fault}");
        insta::assert_snapshot!(format!("stress-{fault}"), String::from_utf8(run.stdout).unwrap());
    }
}

/// All boards of three cells are tried, and it takes four to show that the values are wrong.
#[test]
fn no_shorter_board_would_do() {
    let run = stress("values", &["--max-size", "3"]);
    let said = String::from_utf8(run.stdout).unwrap();
    assert_eq!((run.code, said.as_str()), (Some(0), "no difference in 7 cases: all of up to 3 cells\n"));
}

#[test]
fn the_picture_of_a_check_shows_what_it_says_now() {
    let place = workspace();
    let script = place.join("crates/treblecross/tests/candidates/treblecross.awk");
    let command = format!("awk -v fault=values -f '{}'", script.display());
    let candidate = Candidate::parse(&command, Duration::from_secs(20)).unwrap();
    let mut fixtures = find_fixtures::<Treblecross>(&[place.join("fixtures/treblecross/uva")], None).unwrap();
    let shown = ["04", "05", "06", "07"].map(|number| format!("/edge/{number}"));
    fixtures.retain(|fixture| shown.iter().any(|place| fixture.name.contains(place)));
    let mut styled = Vec::new();
    let mut report = Report::new(&mut styled, ReportFormat::Text, Verbosity::Normal, ColorChoice::Always).unwrap();
    let add = |fixture: &_, judgement| Ok(report.add(fixture, &judgement)?);
    check(&fixtures, Some(&candidate), 2, &FixedClock(Duration::from_millis(2)), add).unwrap();
    report.finish(Duration::from_millis(9), 0).unwrap();
    let styled = String::from_utf8(styled).unwrap().replace(&format!("{}/", place.display()), "");
    agree_with_picture("treblecross-check.svg", styled.as_bytes());
}

#[test]
fn a_line_that_is_too_short_or_too_long_is_named_where_it_ends() {
    let solution = solve(Treblecross::dialect("uva").unwrap(), Layout::Free, &b"3\n....\n...\n.....\n"[..]).unwrap();
    assert_eq!(solution.to_bytes(), b"WINNING\n2 3\nWINNING\n1 2 3\nWINNING\n3\n");
    let verdict = |output: &[u8]| {
        let difference = compare(&solution, output).unwrap_err();
        format!("{} {difference}", difference.verdict())
    };
    let short = b"WINNING\n2\nWINNING\n1 2 3\nWINNING\n3\n";
    assert_eq!(verdict(short), "WA case 1 of 3, line 2, column 2: the line ends too early");
    let long = b"WINNING\n2 3\nWINNING\n1 2 3 4\nWINNING\n3\n";
    assert_eq!(verdict(long), "WA case 2 of 3, line 4, column 7: the line should end before this");
    let last = b"WINNING\n2 3\nWINNING\n1 2 3\nWINNING\n3 6\n";
    assert_eq!(verdict(last), "WA case 3 of 3, line 6, column 3: the line should end before this");
}

/// Cells dropped, added and swapped, blanks, newlines, verdicts: nothing but the right bytes is accepted.
#[test]
fn no_output_near_the_right_one_is_accepted() {
    let solution =
        solve(Treblecross::dialect("uva").unwrap(), Layout::Free, &b"4\n......\n.X.X.XX.\n.....\n.X........\n"[..])
            .unwrap();
    let right = solution.to_bytes();
    assert!(compare(&solution, &right).is_ok());
    let mut tried = 0;
    let mut refuse = |output: &[u8]| {
        assert_eq!(compare(&solution, output).is_ok(), output == right, "{}", String::from_utf8_lossy(output));
        tried += 1;
    };
    let pieces = ["", " ", "\n", "\t", "\r", "0", "1", " 3", "3 ", "WINNING", "LOSING", "WINNING\n1\n", "LOSING\n\n"];
    for at in 0..=right.len() {
        for cut in 0..=8.min(right.len() - at) {
            for piece in pieces {
                refuse(&[&right[..at], piece.as_bytes(), &right[at + cut..]].concat());
            }
        }
        for other in at + 1..right.len() {
            let mut swapped = right.clone();
            swapped.swap(at, other);
            refuse(&swapped);
        }
    }
    assert!(tried > 5_000);
}
