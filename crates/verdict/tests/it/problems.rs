//! Well-known problems: every classic mistake is found, and no right program is called wrong.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use testkit::Language;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/problems")
}

/// The problems, each with the arguments of its program.
fn problems() -> Vec<(String, Vec<String>)> {
    let list = fs::read_to_string(folder().join("programs.txt")).expect("the list");
    let lines = list.lines().filter(|line| !line.starts_with('#'));
    let problem = |line: &str| {
        let (name, arguments) = line.split_once(": ").expect("a name and arguments");
        (name.to_owned(), arguments.split(' ').map(str::to_owned).collect())
    };
    lines.map(problem).collect()
}

/// Looks for an input on which the program with this argument is wrong.
fn stress(problem: &str, argument: &str, [cases, seconds]: [&str; 2]) -> Option<Output> {
    let at = |name: &str| folder().join(problem).join(name);
    let command = |file| {
        let source = fs::read_to_string(at(file)).expect("a text");
        Some(Language::build(file, &source)?.shell_command())
    };
    let file = ["solution.cpp", "solution.py"].into_iter().find(|file| at(file).exists()).expect("a program");
    let program = command(file)?;
    let mut verdict = Command::new(env!("CARGO_BIN_EXE_verdict"));
    // What is found is shrunk for as long as this.
    verdict.args(["stress", "--seed", "1", "--time-limit", seconds, "--seconds", "20", "--cases", cases, "-j2"]);
    verdict.arg("--input").arg(at("input"));
    verdict.args(["--against", &format!("{program} {argument}")]);
    if at("checker.py").exists() {
        verdict.args(["--checker", &command("checker.py")?]);
    } else {
        verdict.args(["--answer", &format!("{program} right")]);
    }
    Some(verdict.output().expect("the program can be run"))
}

fn check(problem: &str, argument: &str) {
    let is_right = !argument.starts_with("wrong-");
    // A right program has time on a busy machine, too.
    let cases_and_seconds = if is_right { ["30", "10"] } else { ["20000", "1"] };
    let Some(output) = stress(problem, argument, cases_and_seconds) else { return };
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(i32::from(!is_right)), "{problem} {argument}: {said}");
    assert!(is_right || said.contains("\n    input "), "{problem} {argument}: {said}");
}

#[test]
fn the_command_in_the_readme_finds_what_it_shows() {
    let readme = fs::read_to_string(testkit::workspace().join("README.md")).expect("a text");
    let command = readme.lines().find_map(|line| line.strip_prefix("cargo run -p verdict -- ")).expect("a command");
    let (_, shown) = readme.split_once("\n$ verdict stress ").expect("the same");
    let (_, shown) = shown.split_once('\n').and_then(|(_, shown)| shown.split_once("WA")).expect("what it prints");
    let source = fs::read_to_string(folder().join("max-subarray/solution.cpp")).expect("a text");
    let Some(solution) = Language::build("solution.cpp", &source) else { return };
    let words = shlex::split(&command.replace("./solution", &solution.shell_command())).expect("words");
    let output = Command::new(env!("CARGO_BIN_EXE_verdict")).args(words).output().expect("the program can be run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains(shown.split("```").next().expect("a block")), "{said}");
}

/// One of each kind of mistake.
#[test]
fn mistakes_are_found() {
    for (problem, argument) in [
        ("max-subarray", "wrong-empty-part"),
        ("remainder", "wrong-int"),
        ("remainder", "wrong-negative"),
        ("coins", "wrong-greedy"),
        ("missing", "wrong-stale"),
        ("missing", "wrong-limit"),
        ("rotate", "wrong-run-together"),
        ("rotate", "wrong-off-by-one"),
        ("cycles", "wrong-hangs"),
        ("two-sum", "wrong-same-place"),
        ("until-zero", "wrong-float"),
        ("order", "wrong-backwards"),
    ] {
        check(problem, argument);
    }
    check("order", "other");
}

#[test]
#[ignore = "takes minutes"]
fn all_mistakes_are_found_and_no_right_program_is_called_wrong() {
    let all = problems();
    let wrong = |(_, arguments): &(String, Vec<String>)| arguments.iter().filter(|it| it.starts_with("wrong-")).count();
    assert!(all.len() >= 20 && all.iter().map(wrong).sum::<usize>() >= 60);
    for (problem, arguments) in &all {
        for argument in arguments.iter().filter(|argument| *argument != "slow") {
            check(problem, argument);
        }
    }
}
