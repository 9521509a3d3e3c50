//! That violations are found: programs that do what the programs of the workspace must not.

use std::path::{Path, PathBuf};

use super::files::Files;
use super::kills::Killed;
use super::process;
use super::starved::judge::{Lack, Outcome};
use super::starved::limits::{ALL, Limit};
use super::starved::trial::starve_one;
use super::work::{Seen, Work};

/// A script that is to leave a file `final` with `0123456789`.
pub(super) fn script(text: &'static str) -> Work {
    let command_in = |folder: &Path| {
        let mut command = process::command("sh");
        command.args(["-c", text]).current_dir(folder);
        command
    };
    // Its help begins as that of every program.
    let program = PathBuf::from("true");
    let work = Work { program, is_temporary: |name| name == "temporary", ..Work::new("a script", "sh", command_in) };
    let expected = Files::from([("final".to_owned(), b"0123456789".to_vec())]);
    work.checked(move |seen| {
        // Some of the scripts remove the file themselves.
        Seen { before: &Files::new(), ..*seen }.check_files(&expected)?;
        if seen.run.lines().any(|line| line == "written") {
            seen.check_reported("final")?;
        }
        seen.check_code(0)
    })
}

fn kill(text: &'static str) -> Killed {
    let killed = Killed::by(&[script(text)], 30, 1, "scripts/crash-test --seed 7").expect("a script can be run");
    killed.violations.iter().for_each(|violation| remove_kept(violation));
    killed
}

#[test]
fn a_file_that_is_written_under_its_final_name_is_found() {
    let killed = kill("printf 01234 > final; sleep 0.05; printf 56789 >> final");
    let violations = &killed.violations;
    assert!(violations.iter().any(|violation| violation.contains("final is not right: ")), "{killed:?}");
    assert!(violations.iter().all(|violation| violation.ends_with("to repeat it: scripts/crash-test --seed 7")));
}

#[test]
fn a_file_that_is_reported_too_early_is_found() {
    let killed = kill("rm -f final; echo written; sleep 0.05; printf 0123456789 > temporary; mv temporary final");
    assert!(killed.violations.iter().any(|violation| violation.contains("reported as written")), "{killed:?}");
}

#[test]
fn a_run_that_what_is_left_confuses_is_found() {
    let killed = kill("[ -e temporary ] && exit 2; printf 0123456789 > temporary; sleep 0.05; mv temporary final");
    // Only because of what is left: without that the script is right.
    assert!(killed.violations.iter().all(|violation| !violation.contains("after 0 killed runs")), "{killed:?}");
    assert!(!killed.violations.is_empty(), "{killed:?}");
}

#[test]
fn what_is_right_is_no_violation_and_kills_hit_all_stages() {
    let killed = kill(
        "rm -f final; sleep 0.02; printf 0123456789 > temporary; sleep 0.02; mv temporary final; echo written; \
         sleep 0.02",
    );
    assert!(killed.violations.is_empty(), "{killed:?}");
    assert!(killed.kills == 30 && killed.within > 0 && killed.after > 0 && killed.resumed > 0, "{killed:?}");
    assert_eq!(killed.before + killed.within + killed.after, killed.kills, "{killed:?}");
}

/// A limit of which a script knows by a variable.
fn limit() -> Limit {
    Limit::new("a limit", ALL, &["env", "LIMIT=1"])
}

fn starve(text: &'static str, limit: &Limit) -> Result<Outcome, String> {
    starve_one(&script(text), limit).expect("a script can be run").inspect_err(|violation| remove_kept(violation))
}

const RIGHT: &str = "printf 0123456789 > temporary; mv temporary final";

#[test]
fn what_is_right_with_a_limit_is_no_violation() {
    assert_eq!(starve(RIGHT, &limit()), Ok(Outcome::Right));
    let error = "[ $LIMIT ] && echo \"true: $PWD/final: (os error 28)\" >&2 && exit 2; printf 0123456789 > final";
    assert_eq!(starve(error, &limit()), Ok(Outcome::Error));
}

#[test]
fn violations_are_found() {
    for (script, expected) in [
        (
            "[ $LIMIT ] && printf 01 > final && echo 'true: no' >&2 && exit 2; printf 0123456789 > final",
            "final is not right",
        ),
        (
            "[ $LIMIT ] && printf 01 > temporary && echo 'true: no' >&2 && exit 2; mv temporary final",
            "temporary is left",
        ),
        ("[ $LIMIT ] && exit 0; printf 0123456789 > final", "final is missing"),
        ("[ $LIMIT ] && echo 'true: no' >&2; exit 2", "the next run: final is missing"),
        ("[ $LIMIT ] && kill -25 $$; printf 0123456789 > final", "it ends in a wrong way"),
        (
            "[ $LIMIT ] && echo \"true: /$LIMIT/y: (os error 28)\" >&2 && exit 2; printf 0123456789 > final",
            "does not say what",
        ),
        ("[ $LIMIT ] && exit 126; printf 0123456789 > final", "it prints its help with this limit"),
    ] {
        let violation = starve(script, &limit()).expect_err("a violation");
        assert!(violation.contains(expected), "{violation}");
    }
}

/// Runs a script with too little memory, of which it says nothing.
#[test]
fn a_signal_without_a_word_is_right_only_where_the_program_does_not_start() {
    let starve = |start: &str| {
        let limit = Limit { lack: Lack::Memory, start: Some(vec![start.to_owned()]), ..limit() };
        starve("[ $LIMIT ] && kill -11 $$; printf 0123456789 > final", &limit)
    };
    assert_eq!(starve("false"), Ok(Outcome::NotStarted));
    let violation = starve("true").expect_err("a violation");
    assert!(violation.contains("it prints its help with this limit, but here: signal 11"), "{violation}");
}

/// Removes the folder that a violation has kept.
fn remove_kept(violation: &str) {
    let path = violation.split("folder kept: ").nth(1).and_then(|rest| rest.lines().next()).expect("a folder");
    std::fs::remove_dir_all(path).expect("it is ours");
}
