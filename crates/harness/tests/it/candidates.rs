//! Candidates that misbehave, and other programs that say what is right: none hangs or breaks a check, and none passes
//! that should not. `candidates.txt` and `answers.txt` have what a text can describe, and the tests here have the rest.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write as _};
use std::iter;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

use harness::{
    AnswerSource, Candidate, CaseOutcome, Checker, CheckerStyle, Helper, Judgement, Programs, Supervisor, find_fixtures,
};
use problem::{Comparison, Verdict};
use testkit::{Setting, TemporaryFolder, agree_with_sections, skip, workspace};

use crate::folders::{said_in_full, texts};
use crate::judging::{find, judgements, one_case, outcomes, said, shell};

/// By its clock no program is slow, also on a busy machine.
fn unhurried() -> Supervisor {
    Supervisor::with_fixed_clock(Duration::from_millis(5))
}

/// A fixture whose answer is `NONE` and an empty line, and one with 50,000 such cases.
fn folder() -> TemporaryFolder {
    let many = format!("{}\n{}", 50_000, "aa\n".repeat(50_000));
    TemporaryFolder::with(&[
        ("1.in", "1\na\n"),
        ("1.out", "NONE\n\n"),
        ("2.in", &many),
        ("2.out", &"NONE\n\n".repeat(50_000)),
    ])
}

/// The lines of the talk, and of standard error after it, or of the output that a checker has judged, which a report shows.
fn shown(judgement: &Judgement) -> Vec<String> {
    let output = judgement.outputs.iter().flat_map(|[_, got]| str::from_utf8(got).unwrap().lines());
    let stderr = if judgement.transcript.is_empty() { "" } else { str::from_utf8(&judgement.stderr).unwrap() };
    judgement.transcript.iter().map(String::as_str).chain(output).chain(stderr.lines()).map(str::to_owned).collect()
}

/// What is said of outcomes, and what a report shows of them.
fn lines(outcomes: &[CaseOutcome]) -> Vec<String> {
    let shown = |outcome: &CaseOutcome| outcome.judgement().map(shown).unwrap_or_default();
    let lines = |outcome| iter::once(said(outcome)).chain(shown(outcome).into_iter().map(|line| format!("| {line}")));
    outcomes.iter().flat_map(lines).collect()
}

/// Judges as a command of a description says: its folder, the settings before it, its first word and the rest.
type Run = fn(&TemporaryFolder, &HashMap<String, String>, &str, &str) -> anyhow::Result<Vec<CaseOutcome>>;

/// Asserts that the commands of a description have the results that it says, where words stand for what `MEANT` says.
fn agree_with_description(name: &str, folder: fn() -> TemporaryFolder, run: Run) {
    const SETTINGS: [&str; 7] = ["answer", "checker", "interactor", "style", "compare", "file", "limit"];
    agree_with_sections(&format!("crates/harness/tests/it/{name}"), |_, _| {
        let mut settings = HashMap::new();
        let command = move |folder: &TemporaryFolder, word: &str, rest: &str| {
            let rest = MEANT.iter().fold(rest.to_owned(), |rest, (word, meant)| rest.replace(word, meant));
            let rest = rest.replace("FOLDER", folder.root().to_str().unwrap());
            if SETTINGS.contains(&word) {
                settings.insert(word.to_owned(), rest);
                return Some(Ok(Vec::new()));
            }
            ["script", "command"].contains(&word).then(|| match run(folder, &settings, word, &rest) {
                Ok(outcomes) => Ok(lines(&outcomes).iter().map(|line| folder.without_root(line)).collect()),
                Err(error) => Err(said_in_full(&error)),
            })
        };
        vec![Setting { folder: folder(), name: "check", variables: texts(), command: Box::new(command) }]
    });
}

#[test]
fn candidates_are_judged_as_described() {
    agree_with_description("candidates.txt", folder, |folder, settings, word, rest| {
        let command = if word == "script" { shell(rest) } else { rest.replace("\\u{1b}", "\u{1b}") };
        let seconds = settings.get("limit").map_or(60.0, |seconds| seconds.parse().unwrap());
        let candidate = Helper::parse("--against", "", &command, Duration::from_secs_f64(seconds))?.program;
        let fixtures = find(&[folder.root().to_owned()], None, None)?.fixtures;
        outcomes(&fixtures, &[candidate], &unhurried())
    });
}

/// A program that a text describes. One that sleeps is not waited for.
pub(crate) fn program(command: &str) -> Candidate {
    let milliseconds = if command.contains("sleep") { 300 } else { 20_000 };
    Candidate::parse(command, Duration::from_millis(milliseconds)).unwrap()
}

pub(crate) fn helper(name: &'static str, script: &str) -> Helper {
    Helper { option: "--helper", name, program: program(&format!("{} sh", shell(script))) }
}

#[test]
fn other_programs_say_what_is_right_as_described() {
    let input = || TemporaryFolder::with(&[("1.in", "3 4\n")]);
    agree_with_description("answers.txt", input, |folder, settings, _, script| {
        let get = |name: &str| settings.get(name).map(String::as_str);
        if let Some(text) = get("file") {
            folder.write("1.out", text.replace("\\r", "\r").replace("\\n", "\n").as_bytes());
        }
        let style = if get("style") == Some("kattis") { CheckerStyle::Kattis } else { CheckerStyle::Testlib };
        let checker = |name, script: &str| Checker { helper: helper(name, script), style, flags: vec!["flag".into()] };
        let supervisor = unhurried();
        let programs = Programs {
            supervisor: &supervisor,
            answer: get("answer").map(|script| helper("the answering program", script)),
            checker: get("checker").map(|script| checker("the checker", script)),
            interactor: get("interactor").map(|script| checker("the interactor", script)),
            comparison: get("compare").map_or(Comparison::Tokens, |error| Comparison::Float(error.parse().unwrap())),
        };
        let choose = |_: &_| AnswerSource { answers: &programs, judge: None, reason: "by a test".to_owned() };
        let fixtures = find_fixtures(&[folder.root().to_owned()], None, choose).unwrap().fixtures;
        let candidate = program(&shell(script));
        outcomes(&fixtures, &[candidate], &supervisor)
    });
}

/// What words in scripts stand for.
const MEANT: &[(&str, &str)] = &[
    ("RIGHT", RIGHT),
    ("SUM", "read a b; echo $((a + b))"),
    (
        "SPLITS",
        r#"read a b <"$1"; read c d <"$2"; [ $((c + d)) = $((a + b)) ] && exit 0; echo "wrong answer sum $((c + d))" >&2; exit 1"#,
    ),
    (
        "KATTIS",
        r#"read a b <"$1"; read c d; [ $((c + d)) = $((a + b)) ] && exit 42; echo "bad sum" >"$3judgemessage.txt"; exit 43"#,
    ),
    (
        "GUESSED",
        r#"n=0; while read guess; do
            n=$((n + 1)); [ "$guess" = 7 ] && { echo right; echo $n >"$2"; exit 0; }
            [ "$guess" -lt 7 ] && echo more || echo less
            [ $n = 3 ] && { echo "wrong answer too many questions" >&2; exit 1; }
        done; echo "wrong answer no guess" >&2; exit 1"#,
    ),
    ("GUESS", "guess() { for g; do echo $g; read reply; done; }; guess"),
];

/// Answers all cases of an input.
pub(crate) const RIGHT: &str = "read count; while read word; do printf 'NONE\\n\\n'; done";

pub(crate) fn judge(script: &str, seconds: f64, folder: &TemporaryFolder) -> Judgement {
    let candidate = Candidate::parse(&shell(script), Duration::from_secs_f64(seconds)).unwrap();
    judgements(folder, &candidate, &Supervisor::default()).unwrap().remove(0)
}

/// Judges a script that has to get somewhere before it is stopped at its limit: the limits grow, as a machine may be so
/// busy that it does not get there.
pub(crate) fn judge_until(script: &str, folder: &TemporaryFolder, is_there: impl Fn(&Judgement) -> bool) -> Judgement {
    let mut judgements = [1.5, 6.0, 24.0, 96.0].into_iter().map(|limit| judge(script, limit, folder));
    judgements.find(is_there).expect("the program gets there")
}

#[test]
fn endless_standard_error_is_read_but_only_its_beginning_and_end_are_kept() {
    // Each line is written as a whole, so that the last one is there whenever the program is killed.
    let endless = judge_until("echo first >&2; while echo complaint >&2; do :; done", &one_case(), |found| {
        found.stderr.starts_with(b"first\ncomplaint\n") && found.stderr.ends_with(b"\ncomplaint\n")
    });
    assert_eq!((endless.verdict, endless.stderr.len() <= 17 * 1024), (Verdict::TimeLimitExceeded, true));
}

/// Makes the pipe `held` in a folder, and a process that ends when that has been opened and no process has it open any
/// more.
fn reader(folder: &TemporaryFolder) -> Child {
    let pipe = folder.path("held");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    Command::new("timeout").args(["100", "cat", &pipe]).spawn().unwrap()
}

#[test]
fn a_program_is_killed_with_its_children_at_its_limit_and_at_its_end() {
    for (wait, verdict) in [("wait", Verdict::TimeLimitExceeded), (RIGHT, Verdict::Accepted)] {
        let folder = one_case();
        let mut reader = reader(&folder);
        // The child inherits the pipe, and standard output.
        let script = format!("cd '{}'; exec 9>held; : >begun; sleep 300 & {wait}", folder.path(""));
        let is_begun = |found: &Judgement| found.verdict == verdict && fs::exists(folder.path("begun")).unwrap();
        judge_until(&script, &folder, is_begun);
        assert!(reader.wait().unwrap().success(), "a process is left");
    }
}

#[test]
fn a_child_that_has_left_the_group_and_holds_the_pipe_is_neither_waited_for_nor_killed() {
    if !cfg!(target_os = "linux") {
        return skip("only Linux has setsid");
    }
    let folder = one_case();
    // Until then it could be killed with the group.
    let until_it_has_left = "until [ -s number ]; do sleep 0.01; done";
    let script = format!(
        "cd '{}'; setsid sh -c 'echo $$ >number; exec sleep 300' & {until_it_has_left}; {RIGHT}",
        folder.path("")
    );
    assert_eq!(judge(&script, 60.0, &folder).verdict, Verdict::Accepted);
    let number = fs::read_to_string(folder.path("number")).unwrap();
    assert!(Command::new("kill").args(["-KILL", number.trim()]).status().unwrap().success());
}

/// Also tries the command that `docs/cli.md` shows.
#[test]
fn a_program_in_a_sandbox_is_judged_and_can_change_nothing() {
    const SANDBOX: &str = "bwrap --ro-bind / / --dev /dev --unshare-all --die-with-parent";
    let guide = fs::read_to_string(workspace().join("docs/cli.md")).unwrap();
    assert!(guide.contains(&format!("--against '{SANDBOX} ./solution'")));
    let words = shlex::split(SANDBOX).unwrap();
    if !Command::new(&words[0]).args(&words[1..]).arg("true").status().is_ok_and(|status| status.success()) {
        // Where tests run in a container there may be none, so this is not `testkit::skip`.
        let _ = writeln!(io::stderr(), "skipped: there is no bubblewrap, or it may not make name spaces");
        return;
    }
    let folder = one_case();
    let changed = folder.path("changed");
    let script = format!("touch '{changed}' 2> /dev/null; setsid sleep 300 & {RIGHT}");
    let candidate = Candidate::parse(&format!("{SANDBOX} {}", shell(&script)), Duration::from_secs(20)).unwrap();
    assert_eq!(judgements(&folder, &candidate, &unhurried()).unwrap()[0].verdict, Verdict::Accepted);
    assert!(!Path::new(&changed).exists());
}
