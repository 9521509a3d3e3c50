//! Candidates that misbehave: none hangs or breaks a check, and none is accepted. `candidates.txt` has what a text can
//! describe, and the tests here have the rest.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use harness::{Candidate, Clock, Judgement, Supervisor};
use problem::Verdict;
use testkit::{TemporaryFolder, agree_with_file, skip, workspace};

use crate::folders::{set_mode, unescaped};
use crate::held_pipe::HeldPipe;
use crate::judging::{find, judge_with, one_case, shell};

const CLOCK: Clock = Clock::Fixed(Duration::from_millis(5));

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

fn judgements(folder: &TemporaryFolder, command: &str, seconds: f64) -> anyhow::Result<Vec<Judgement>> {
    let candidate = Candidate::parse(command, Duration::from_secs_f64(seconds)).map_err(anyhow::Error::msg)?;
    let fixtures = find(&[folder.root().to_owned()], None, None)?.fixtures;
    judge_with(&Supervisor::default(), &candidate, &fixtures, CLOCK)
}

/// Judges the candidates of a section of `candidates.txt`, and returns the section with the judgements.
fn with_judgements(section: &str) -> String {
    if !section.starts_with("## ") {
        return section.to_owned();
    }
    let (folder, mut seconds, mut lines) = (folder(), 60.0, Vec::new());
    for line in section.lines().filter(|line| !line.starts_with(['>', '!'])) {
        lines.push(line.to_owned());
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.replace("FOLDER", folder.root().to_str().unwrap()).replace("RIGHT", RIGHT);
        let command = match (kind, rest.split_once(" = ")) {
            ("+", Some((name, text))) => {
                folder.write(name, unescaped(text).as_bytes());
                continue;
            }
            ("x", _) => {
                set_mode(&folder.root().join(rest), 0o755);
                continue;
            }
            ("limit", _) => {
                seconds = rest.parse().unwrap();
                continue;
            }
            ("$", _) => shell(&rest),
            ("@", _) => unescaped(&rest),
            _ => {
                assert!(line.starts_with('#'), "candidates.txt: unknown line: {line}");
                continue;
            }
        };
        match judgements(&folder, &command, seconds) {
            Ok(judgements) => lines.extend(judgements.iter().map(|judgement| {
                let message = judgement.message.split(" (os error").next().unwrap_or_default();
                format!("> {} {message}", judgement.verdict).trim_end().to_owned()
            })),
            Err(error) => lines.push(folder.without_root(&format!("! {error:#}"))),
        }
    }
    lines.join("\n")
}

#[test]
fn candidates_are_judged_as_described() {
    let sections = include_str!("candidates.txt").trim_end().split("\n\n");
    let judged = thread::scope(|scope| {
        let threads: Vec<_> = sections.map(|section| scope.spawn(|| with_judgements(section))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>().join("\n\n") + "\n"
    });
    agree_with_file(&workspace().join("crates/harness/tests/it/candidates.txt"), judged.as_bytes());
}

fn assert_accepted(judgements: &[Judgement]) {
    assert!(judgements.iter().all(|judgement| judgement.verdict == Verdict::Accepted), "{judgements:?}");
}

/// Limits in seconds for a program that has to get somewhere before it is stopped at its limit: the next one is for a
/// machine so busy that it did not get there.
pub(crate) const GROWING_LIMITS: [f64; 4] = [1.5, 6.0, 24.0, 96.0];

const RIGHT: &str = "read count; while read word; do printf 'NONE\\n\\n'; done";

#[test]
fn endless_standard_error_is_read_but_only_its_beginning_and_end_are_kept() {
    let folder = one_case();
    let is_read = GROWING_LIMITS.into_iter().any(|limit| {
        let found = judgements(&folder, "sh -c 'echo first >&2; yes complaint >&2'", limit).unwrap();
        assert_eq!(found[0].verdict, Verdict::TimeLimitExceeded);
        assert!(found[0].stderr.len() <= 17 * 1024);
        found[0].stderr.starts_with(b"first\ncomplaint\n") && found[0].stderr.ends_with(b"\ncomplaint\n")
    });
    assert!(is_read);
}

#[test]
fn a_program_is_stopped_with_its_children() {
    let folder = one_case();
    let pipe = HeldPipe::new(&folder);
    let is_opened = GROWING_LIMITS.into_iter().any(|limit| {
        let found = judgements(&folder, &format!("sh -c '{}'", pipe.script()), limit).unwrap();
        assert_eq!(found[0].verdict, Verdict::TimeLimitExceeded);
        pipe.is_opened_soon()
    });
    assert!(is_opened, "the program does not start");
    pipe.wait_until_closed();
}

#[test]
fn a_child_that_holds_the_pipe_and_has_left_the_group_is_not_waited_for() {
    if !cfg!(target_os = "linux") {
        return skip("only Linux has setsid");
    }
    let folder = TemporaryFolder::default();
    let pipe = HeldPipe::new(&folder);
    let (numbers, held) = (folder.path("numbers"), folder.path("held"));
    let quoted = shlex::try_quote(&numbers).unwrap();
    // Until then it could be stopped with its group. It is started once for each case.
    let until_it_has_left = "until grep -qsx $! \"$numbers\"; do sleep 0.01; done";
    let child =
        format!("setsid sh -c 'exec 9>\"{held}\"; echo $$ >>\"$numbers\"; exec sleep 300' & {until_it_has_left}");
    let script = format!("export numbers={quoted}; {child}; {RIGHT}");
    assert_accepted(&judgements(&self::folder(), &shell(&script), 60.0).unwrap());
    let started = fs::read_to_string(&numbers).unwrap();
    assert_eq!(started.lines().count(), 2);
    // Nothing ends them.
    pipe.wait_until_opened();
    for number in started.lines() {
        let _ = Command::new("kill").args(["-KILL", number]).status();
    }
    pipe.wait_until_closed();
}

#[test]
fn a_child_that_is_left_behind_is_stopped() {
    let folder = one_case();
    let pipe = HeldPipe::new(&folder);
    // The child inherits the pipe, and standard output.
    let script = format!("{} {RIGHT}", pipe.script().replace("& wait", "&"));
    let command = shell(&script);
    assert_eq!(judgements(&folder, &command, 60.0).unwrap()[0].verdict, Verdict::Accepted);
    pipe.wait_until_opened();
    pipe.wait_until_closed();
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
    let folder = folder();
    let changed = folder.path("changed");
    let script = format!("touch '{changed}' 2> /dev/null; setsid sleep 300 & {RIGHT}");
    let command = format!("{SANDBOX} sh -c {}", shlex::try_quote(&script).unwrap());
    let judgements = judgements(&folder, &command, 20.0).unwrap();
    assert_accepted(&judgements);
    assert!(!Path::new(&changed).exists());
}
