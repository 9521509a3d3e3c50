//! Candidates that misbehave: none hangs or breaks a check, and none is accepted.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use harness::{Candidate, Clock, Judgement, find_fixtures};
use problem::Verdict;
use testkit::{Anagrams, TemporaryFolder, skip};

use crate::held_pipe::HeldPipe;
use crate::judging::judge_with;

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
    let fixtures = find_fixtures::<Anagrams>(&[folder.root().to_owned()], None, None)?.fixtures;
    judge_with(Some(&candidate), &fixtures, CLOCK)
}

/// The verdicts on a shell script, and their messages, for the small and for the large fixture.
fn verdicts(script: &str, seconds: f64) -> [(Verdict, String); 2] {
    let command = format!("sh -c {}", shlex::try_quote(script).unwrap());
    let found = judgements(&folder(), &command, seconds).unwrap();
    let verdicts: Vec<(Verdict, String)> =
        found.into_iter().map(|judgement| (judgement.verdict, judgement.message)).collect();
    verdicts.try_into().unwrap()
}

fn both(verdict: Verdict, message: &str) -> [(Verdict, String); 2] {
    [1, 2].map(|_| (verdict, message.to_owned()))
}

/// Limits in seconds for a program that has to get somewhere before it is stopped at its limit: the next one is for a
/// machine so busy that it did not get there.
pub(crate) const GROWING_LIMITS: [f64; 4] = [1.5, 6.0, 24.0, 96.0];

const RIGHT: &str = "read count; while read word; do printf 'NONE\\n\\n'; done";

#[test]
fn a_right_program_is_accepted() {
    assert_eq!(verdicts(RIGHT, 20.0), both(Verdict::Accepted, ""));
    assert_eq!(verdicts("sed '1d; s/.*/NONE\\n/'", 20.0), both(Verdict::Accepted, ""));
}

#[test]
fn a_program_that_does_not_exist_is_an_error_not_a_verdict() {
    let error = |command: &str| format!("{:#}", judgements(&folder(), command, 60.0).unwrap_err());
    assert_eq!(
        error("no-such-program --fast"),
        "--against: there is no program 'no-such-program'; name one, or a path"
    );
    assert_eq!(error("no\u{1b}[31m"), "--against: there is no program 'no\\u{1b}[31m'; name one, or a path");
    assert_eq!(
        error("Cargo.toml"),
        "--against: no program 'Cargo.toml' is installed; for the file in this folder write './Cargo.toml'"
    );
    assert_eq!(error("./no/such"), "--against: there is no program './no/such'; name one, or a path");
    for (text, why) in [
        ("#!/no/such/interpreter\n", "the program that its first line names is missing"),
        ("#!/bin/sh\r\necho\r\n", "its first line ends with CR LF; remove the CR"),
        (
            "print(1)\n",
            "it is not a program; if it is a script, begin it with `#!`, or write for example `python3 FILE`",
        ),
    ] {
        let folder = TemporaryFolder::with(&[("script", text)]);
        let script = folder.path("script");
        make_executable(Path::new(&script));
        let message = error(&shlex::try_quote(&script).unwrap());
        assert!(message.ends_with(&format!("script' cannot be run: {why}")), "{message}");
    }
    for (name, fix) in [
        ("a.cpp", "compile it, and name the program that results"),
        ("a.py", "name its interpreter before it, as in 'python3 FILE'"),
    ] {
        let folder = TemporaryFolder::with(&[(name, "print()\n")]);
        let message = error(&shlex::try_quote(&folder.path(name)).unwrap());
        assert!(message.ends_with(&format!("{name}' is source code; {fix}")), "{message}");
    }
    assert_eq!(error("/"), "--against: '/' cannot be run: it is a folder; name a program");
    let message =
        "--against: '/etc/passwd' cannot be run: permission is denied; `chmod +x` grants it if this is a program";
    assert_eq!(error("/etc/passwd"), message);
    assert_eq!(error(""), "the command is empty; name a program");
    assert_eq!(error("echo 'x"), "a quote or a backslash is not closed");
}

#[test]
fn a_failing_program_is_a_runtime_error_even_if_its_output_is_right() {
    assert_eq!(verdicts(&format!("{RIGHT}; exit 7"), 20.0), both(Verdict::RuntimeError, "exit code 7"));
    for (signal, end) in [
        ("ILL", "4 (illegal instruction)"),
        ("ABRT", "6 (aborted)"),
        ("FPE", "8 (arithmetic error)"),
        ("KILL", "9 (killed, perhaps because memory ran out)"),
        ("SEGV", "11 (segmentation fault)"),
    ] {
        let found = verdicts(&format!("{RIGHT}; kill -{signal} $$"), 20.0);
        assert_eq!(found, both(Verdict::RuntimeError, &format!("ended by signal {end}")));
    }
}

/// An interrupt that was meant for this process too would be noticed in the next two seconds.
#[test]
fn a_program_that_ends_as_if_by_an_interrupt_is_a_runtime_error() {
    let found = verdicts(&format!("{RIGHT}; kill -TERM $$"), 20.0);
    assert_eq!(found, both(Verdict::RuntimeError, "ended by signal 15 (terminated)"));
}

#[test]
fn a_program_that_prints_nothing_is_wrong() {
    let wrong = |case| (Verdict::WrongAnswer, format!("{case}line 1, column 1: the output ends too early"));
    let wrong = [wrong(""), wrong("case 1 of 50000, ")];
    assert_eq!(verdicts("cat >/dev/null", 20.0), wrong);
    // This one does not read its input either, and the large one does not fit into a pipe.
    assert_eq!(verdicts("true", 20.0), wrong);
}

#[test]
fn a_program_may_end_before_it_has_read_its_whole_input() {
    let [small, large] = verdicts("printf 'NONE\\n\\n'", 20.0);
    assert_eq!(small.0, Verdict::Accepted);
    assert_eq!(large.1, "case 2 of 50000, line 3, column 1: the output ends too early");
}

#[test]
fn endless_output_is_cut_off() {
    for script in ["yes", "head -c 100000000 /dev/zero", "yes & wait"] {
        let [(verdict, message), _] = verdicts(script, 60.0);
        assert_eq!(
            (verdict, message.as_str()),
            (Verdict::WrongAnswer, "stopped after more than 1048588 bytes of output")
        );
    }
}

#[test]
fn endless_standard_error_is_read_but_only_its_end_is_kept() {
    let folder = TemporaryFolder::with(&[("1.in", "1\na\n"), ("1.out", "NONE\n\n")]);
    let is_read = GROWING_LIMITS.into_iter().any(|limit| {
        let found = judgements(&folder, "sh -c 'yes complaint >&2'", limit).unwrap();
        assert_eq!(found[0].verdict, Verdict::TimeLimitExceeded);
        assert!(found[0].stderr.len() <= 8 * 1024);
        found[0].stderr.windows(10).any(|text| text == b"complaint\n")
    });
    assert!(is_read);
}

#[test]
fn a_program_that_does_not_end_is_stopped() {
    for endless in ["sleep 1000", "while :; do :; done", "exec sleep 1000 >/dev/null 2>&1", "cat; sleep 1000"] {
        assert_eq!(
            verdicts(endless, 0.2),
            both(Verdict::TimeLimitExceeded, "stopped after 0.2 s (0.01 s of CPU time)")
        );
    }
}

#[test]
fn a_program_is_stopped_with_its_children() {
    let folder = TemporaryFolder::with(&[("1.in", "1\na\n"), ("1.out", "NONE\n\n")]);
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
fn a_child_that_holds_the_pipe_is_not_waited_for() {
    // They hold it for longer than the program may take.
    for child in ["sleep 300 &", "(while sleep 0.001; do echo x >&2; done) &"] {
        assert_eq!(verdicts(&format!("{RIGHT}; {child}"), 60.0), both(Verdict::Accepted, ""), "{child}");
    }
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
    assert_eq!(verdicts(&script, 60.0), both(Verdict::Accepted, ""));
    let started = fs::read_to_string(&numbers).unwrap();
    assert_eq!(started.lines().count(), 2);
    // They end with the supervisor.
    pipe.wait_until_opened();
    pipe.wait_until_closed();
}

#[test]
fn a_child_that_is_left_behind_is_stopped() {
    let folder = TemporaryFolder::with(&[("1.in", "1\na\n"), ("1.out", "NONE\n\n")]);
    let pipe = HeldPipe::new(&folder);
    // The child inherits the pipe, and standard output.
    let script = format!("{} {RIGHT}", pipe.script().replace("& wait", "&"));
    let command = format!("sh -c {}", shlex::try_quote(&script).unwrap());
    assert_eq!(judgements(&folder, &command, 60.0).unwrap()[0].verdict, Verdict::Accepted);
    pipe.wait_until_opened();
    pipe.wait_until_closed();
}

#[test]
fn a_program_may_close_its_output_and_go_on() {
    let closed = format!("{RIGHT}; exec >&- 2>&-; sleep 0.3");
    assert_eq!(verdicts(&closed, 20.0), both(Verdict::Accepted, ""));
    assert_eq!(verdicts(&format!("{closed}; exit 3"), 20.0), both(Verdict::RuntimeError, "exit code 3"));
    let message = "stopped after 0.3 s (0.01 s of CPU time)";
    assert_eq!(verdicts(&format!("{closed}; sleep 1000"), 0.3), both(Verdict::TimeLimitExceeded, message));
}

#[test]
fn a_fixture_that_disappears_during_the_check_is_broken() {
    let folder = folder();
    let gone = folder.root().join("2.in");
    let script = format!("rm -f '{}'; {RIGHT}", gone.display());
    let found = judgements(&folder, &format!("sh -c {}", shlex::try_quote(&script).unwrap()), 20.0).unwrap();
    assert_eq!(
        found.iter().map(|judgement| judgement.verdict).collect::<Vec<_>>(),
        [Verdict::Accepted, Verdict::InternalError]
    );
    assert!(found[1].message.starts_with("2.in cannot be read"), "{}", found[1].message);
}

#[test]
fn a_case_that_changes_during_the_check_is_judged_as_it_is_then() {
    let folder = folder();
    let (input, answer) = (folder.root().join("2.in"), folder.root().join("2.out"));
    let script = format!("printf 'YES\\nab\\n' > '{}'; {RIGHT}", answer.display());
    let judged = |script: &str| {
        let command = format!("sh -c {}", shlex::try_quote(script).unwrap());
        judgements(&folder, &command, 20.0).unwrap()
    };
    let found = judged(&script);
    assert_eq!((found[0].verdict, found[1].verdict), (Verdict::Accepted, Verdict::InternalError));
    assert!(found[1].message.starts_with("the answer file is wrong: case 1 of 50000"), "{}", found[1].message);
    let script = format!("printf '1\\nx' > '{}'; {RIGHT}", input.display());
    assert!(judged(&script)[1].message.starts_with("the input is invalid: 2:1: "));
}

#[test]
fn words_are_split_as_in_a_shell_and_no_shell_is_started() {
    let folder = folder();
    let program = folder.root().join("my program");
    fs::write(
        &program,
        "#!/bin/sh\n[ \"$1\" = 'a  b' ] && [ \"$2\" = '$HOME' ] && [ $# = 3 ] && printf 'NONE\\n\\n'\n",
    )
    .unwrap();
    make_executable(&program);
    let command = format!("'{}' \"a  b\" '$HOME' c\\ d", program.display());
    assert_eq!(judgements(&folder, &command, 20.0).unwrap()[0].verdict, Verdict::Accepted);
}

#[test]
fn a_wrong_answer_file_is_reported_and_nothing_judged() {
    let folder = TemporaryFolder::with(&[("1.in", "1\nab\n"), ("1.out", "YES\nab\n")]);
    let found = judgements(&folder, "printf 'YES\\nab\\n'", 20.0).unwrap();
    let message = "the answer file is wrong: line 2, column 1: the order is the same";
    assert_eq!((found[0].verdict, found[0].message.as_str()), (Verdict::InternalError, message));
}

#[test]
fn an_empty_answer_file_is_called_so() {
    let folder = TemporaryFolder::with(&[("1.in", "1\nab\n"), ("1.out", "")]);
    let found = judgements(&folder, RIGHT, 20.0).unwrap();
    assert_eq!((found[0].verdict, found[0].message.as_str()), (Verdict::InternalError, "the answer file is empty"));
}

#[test]
fn a_failure_that_does_not_repeat_is_said_to_be_one() {
    let folder = TemporaryFolder::with(&[("1.in", "1\na\n"), ("1.out", "NONE\n\n")]);
    let begun = folder.root().join("begun");
    let script = format!("[ -e '{0}' ] && printf 'NONE\\n\\n' || {{ : > '{0}'; echo YES; }}", begun.display());
    let found = judgements(&folder, &format!("sh -c {}", shlex::try_quote(&script).unwrap()), 20.0).unwrap();
    assert_eq!(found[0].verdict, Verdict::WrongAnswer);
    assert!(found[0].message.contains("; on the same input the answer was right the next time: "), "{found:?}");
}

pub(crate) fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Also tries the command that `docs/cli.md` shows.
#[test]
fn a_program_in_a_sandbox_is_judged_and_can_change_nothing() {
    const SANDBOX: &str = "bwrap --ro-bind / / --dev /dev --unshare-all --die-with-parent";
    let guide = fs::read_to_string(testkit::workspace().join("docs/cli.md")).unwrap();
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
    assert!(judgements.iter().all(|judgement| judgement.verdict == Verdict::Accepted), "{judgements:?}");
    assert!(!Path::new(&changed).exists());
}
