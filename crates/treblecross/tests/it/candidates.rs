//! How right and wrong programs are judged.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use anstream::ColorChoice;
use harness::{
    Candidate, CheckPlan, Omitted, Report, ReportFormat, Supervisor, Verbosity, check, choose_judge, find_fixtures,
};
use testkit::{Language, agree_with_picture, workspace};
use treblecross::Treblecross;

use crate::cli::subject;

#[test]
fn right_and_wrong_programs_are_told_apart() {
    let package = "crates/harness/tests/packages/legacy";
    subject().a_right_and_a_wrong_program_in_c_are_told_apart();
    subject().submissions_get_their_verdicts("lightoj", &format!("{package}/submissions"), &format!("{package}/data"));
}

#[test]
fn the_picture_of_check_is_up_to_date() {
    let root = workspace();
    let script = root.join("crates/treblecross/tests/candidates/treblecross.awk");
    let command = format!("awk -v bug=values -f '{}'", script.display());
    let candidate = Candidate::parse(&command, Duration::from_secs(20)).unwrap();
    let folder = root.join("fixtures/treblecross/uva");
    let choose = |input: &Path| choose_judge::<Treblecross>(None, input);
    let mut fixtures = find_fixtures(&[folder], None, choose).unwrap().fixtures;
    let shown = ["04", "05", "06", "07"].map(|number| format!("/edge/{number}"));
    fixtures.retain(|fixture| shown.iter().any(|name| fixture.name.contains(name)));
    let mut styled = Vec::new();
    let mut report =
        Report::new(&mut styled, "treblecross", &fixtures, ReportFormat::Text, Verbosity::Normal, ColorChoice::Always);
    let candidates = std::slice::from_ref(&candidate);
    let supervisor = &Supervisor::with_fixed_clock(Duration::from_millis(2));
    let plan = CheckPlan { candidates, gives_all: false, supervisor, comparison: None, threads: 2 };
    let take = |fixture: &_, outcome| {
        report.add(fixture, &outcome)?;
        Ok(ControlFlow::Continue(()))
    };
    check(&fixtures, &plan, take).unwrap();
    report.finish(Duration::from_millis(9), &Omitted::default()).unwrap();
    let styled = String::from_utf8(styled).unwrap().replace(&format!("{}/", root.display()), "");
    agree_with_picture("treblecross-check.svg", styled.as_bytes());
}

/// Also runs the commands that the README shows.
#[test]
fn the_picture_of_stress_is_up_to_date() {
    const SOURCE: &str = "crates/treblecross/tests/candidates/solution.cpp";
    let readme = fs::read_to_string(workspace().join("README.md")).unwrap();
    let block = readme.split("```sh\n").find(|block| block.contains(SOURCE)).unwrap();
    let (compiler, others) = block.split("```").next().unwrap().split_once('\n').unwrap();
    assert_eq!(compiler, format!("g++ -O2 -o solution {SOURCE}"));
    let text = fs::read_to_string(workspace().join(SOURCE)).unwrap();
    let Some(solution) = Language::build("solution.cpp", &text) else { return };
    let run = |line: &str, more: &[&str]| {
        let line = line.strip_prefix("treblecross ").unwrap();
        let command = solution.shell_command();
        let words = line.split(' ').map(|word| if word == "./solution" { &command } else { word });
        subject().program.run(&words.chain(more.iter().copied()).collect::<Vec<_>>(), b"")
    };
    for line in others.lines() {
        assert_eq!(run(line, &[]).code, Some(1), "{line}");
    }
    let stress = others.lines().next().unwrap();
    let run = run(stress, &["--seed", "1", "--color", "always"]);
    let [messages, report] = [run.stderr, run.stdout].map(|bytes| String::from_utf8(bytes).unwrap());
    let styled = format!("$ g++ -O2 -o solution solution.cpp\n$ {stress} --seed 1\n{messages}{report}");
    agree_with_picture("treblecross-stress.svg", styled.as_bytes());
}
