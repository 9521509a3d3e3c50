//! That violations are found: programs that do what the programs of the workspace must not.

use std::path::Path;

use super::files::Files;
use super::judge::StarvedEnd;
use super::kills::Killed;
use super::limits::Limit;
use super::starved::starve_one;
use super::work::Work;

/// A script that is to leave a file `final` with `0123456789`.
fn script(text: &'static str) -> Work {
    let command = move |folder: &Path| {
        let words = ["sh", "-c", "[ $1 = --help ] || { cd $1; eval \"$0\"; }", text, &folder.to_string_lossy()];
        words.map(str::to_owned).into()
    };
    let reported = |line: &str| (line == "written").then(|| "final".to_owned());
    let expected = Files::from([("final".to_owned(), b"0123456789".to_vec())]);
    Work { reported, essence: |_| "", expected, ..Work::new("a script", command) }
}

fn kill(text: &'static str) -> Killed {
    let killed = Killed::by(&script(text), 30, 1).expect("a script can be run");
    for violation in &killed.violations {
        let path = violation.split("folder kept: ").nth(1).and_then(|rest| rest.lines().next()).expect("a folder");
        std::fs::remove_dir_all(path).expect("it is ours");
    }
    killed
}

#[test]
fn a_file_that_is_written_under_its_final_name_is_found() {
    let killed = kill("printf 01234 > final; sleep 0.05; printf 56789 >> final");
    assert!(killed.violations.iter().any(|violation| violation.contains("final is not right: ")), "{killed:?}");
}

#[test]
fn a_file_that_is_reported_too_early_is_found() {
    let killed = kill("echo written; sleep 0.05; printf 0123456789 > new.part; mv new.part final");
    assert!(killed.violations.iter().any(|violation| violation.contains("reported as written")), "{killed:?}");
}

#[test]
fn a_run_that_what_is_left_confuses_is_found() {
    let killed = kill("[ -e new.part ] && exit 2; printf 0123456789 > new.part; sleep 0.05; mv new.part final");
    // Only because of what is left: without that the script is right.
    assert!(killed.violations.iter().all(|violation| !violation.contains("after 0 killed runs")), "{killed:?}");
    assert!(!killed.violations.is_empty(), "{killed:?}");
}

#[test]
fn what_is_right_is_not_a_violation_and_kills_hit_all_stages() {
    let killed =
        kill("sleep 0.02; printf 0123456789 > new.part; sleep 0.02; mv new.part final; echo written; sleep 0.02");
    assert!(killed.violations.is_empty(), "{killed:?}");
    assert!(killed.kills == 30 && killed.within > 0 && killed.before > 0 && killed.resumed > 0, "{killed:?}");
    assert!(killed.before + killed.within < killed.kills, "{killed:?}");
}

/// A limit of which a script knows by a variable.
fn starve(text: &'static str, lacks_memory: bool, start: &str) -> Result<StarvedEnd, String> {
    let limit = Limit { lacks_memory, start: vec![start.to_owned()], ..Limit::new("a limit", &["env", "LIMIT=1"]) };
    starve_one(&script(text), &limit).expect("a script can be run")
}

#[test]
fn what_is_right_with_a_limit_is_not_a_violation() {
    let right = "printf 0123456789 > new.part; mv new.part final";
    assert_eq!(starve(right, false, "env"), Ok(StarvedEnd::Right));
    let error =
        "[ $LIMIT ] && echo \"true: $PWD/final: no room (os error 28)\" >&2 && exit 2; printf 0123456789 > final";
    assert_eq!(starve(error, false, "env"), Ok(StarvedEnd::Error));
}

#[test]
fn violations_are_found() {
    for (script, expected) in [
        (
            "[ $LIMIT ] && printf 01 > final && echo 'true: no' >&2 && exit 2; printf 0123456789 > final",
            "final is not right",
        ),
        ("[ $LIMIT ] && printf 01 > a.part && echo 'true: no' >&2 && exit 2; mv a.part final", "a.part is left"),
        ("[ $LIMIT ] && exit 0; printf 0123456789 > final", "final is missing"),
        ("[ $LIMIT ] && echo 'true: no' >&2; exit 2", "the next run: final is missing"),
        ("[ $LIMIT ] && kill -25 $$; printf 0123456789 > final", "it ends in a wrong way"),
        (
            "[ $LIMIT ] && echo 'true: no room (os error 28)' >&2 && exit 2; printf 0123456789 > final",
            "does not say what",
        ),
        ("[ $LIMIT ] && exit 126; printf 0123456789 > final", "it prints its help with this limit"),
    ] {
        let violation = starve(script, false, "true").expect_err("a violation");
        assert!(violation.contains(expected), "{violation}");
    }
}

/// Runs a script with too little memory, of which it says nothing.
#[test]
fn a_signal_without_a_word_is_right_only_where_the_program_does_not_start() {
    let script = "[ $LIMIT ] && kill -11 $$; printf 0123456789 > final";
    assert_eq!(starve(script, true, "false"), Ok(StarvedEnd::NotStarted));
    let violation = starve(script, true, "true").expect_err("a violation");
    assert!(violation.contains("it prints its help with this limit, but here: signal"), "{violation}");
}
