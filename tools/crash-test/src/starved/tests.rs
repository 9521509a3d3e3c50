//! That violations are found: programs that do what the programs of the workspace must not.

use super::judge::{Lack, Outcome};
use super::trial::{Limit, Wrap, starve_one, wrapped};
use crate::process;
use crate::script::Script;

/// Runs a script with a variable by which it knows that it has too little.
fn starve(script: &'static str) -> Result<Option<Outcome>, String> {
    let limit = Limit::new("a limit".to_owned(), |command, _, _| wrapped("env", &["LIMIT=1"], command));
    starve_one(&Script(script), &limit).expect("a script can be run").inspect_err(|violation| remove_kept(violation))
}

const RIGHT: &str = "printf 0123456789 > temporary; mv temporary final";

#[test]
fn what_is_right_is_no_violation() {
    assert_eq!(starve(RIGHT), Ok(Some(Outcome::Right)));
    let error = "[ $LIMIT ] && echo \"true: $PWD/final: (os error 28)\" >&2 && exit 2; printf 0123456789 > final";
    assert_eq!(starve(error), Ok(Some(Outcome::Error)));
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
        let violation = starve(script).expect_err("a violation");
        assert!(violation.contains(expected), "{violation}");
    }
}

/// Runs a script with too little memory, of which it says nothing.
#[test]
fn a_signal_without_a_word_is_right_only_where_the_program_does_not_start() {
    let starve = |start: &'static str| {
        let limit = Limit::new("a limit".to_owned(), |command, _, _| wrapped("env", &["LIMIT=1"], command));
        let start: Option<Wrap> = Some(Box::new(move |_, _, _| process::command(start)));
        starve_one(
            &Script("[ $LIMIT ] && kill -11 $$; printf 0123456789 > final"),
            &Limit { lack: Lack::Memory, start, ..limit },
        )
    };
    assert_eq!(starve("false"), Ok(Ok(Some(Outcome::NotStarted))));
    let violation = starve("true").expect("a script can be run").expect_err("a violation");
    remove_kept(&violation);
    assert!(violation.contains("it prints its help with this limit, but here: signal 11"), "{violation}");
}

fn remove_kept(violation: &str) {
    let path = violation.split("folder kept: ").nth(1).and_then(|rest| rest.lines().next()).expect("a folder");
    std::fs::remove_dir_all(path).expect("it is ours");
}
