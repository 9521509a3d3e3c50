//! That violations are found: programs that do what the programs of the workspace must not.

use super::judge::Outcome;
use super::trial::{Limit, starve_one, wrapped};
use crate::script::Script;

/// Runs a script with a variable by which it knows that it has too little.
fn starve(script: &'static str) -> Result<Option<Outcome>, String> {
    let limit = Limit::new("a limit".to_owned(), |command, _, _| Some(wrapped("env", &["LIMIT=1"], command)));
    starve_one(&Script(script), &limit).expect("a script can be run").inspect_err(|violation| {
        let path = violation.split("folder kept: ").nth(1).and_then(|rest| rest.lines().next()).expect("a folder");
        std::fs::remove_dir_all(path).expect("it is ours");
    })
}

const RIGHT: &str = "printf 0123456789 > temporary; mv temporary final";

#[test]
fn what_is_right_is_no_violation() {
    assert_eq!(starve(RIGHT), Ok(Some(Outcome::Right)));
    let error = "[ $LIMIT ] && echo 'x: /y: (os error 28)' >&2 && exit 2; printf 0123456789 > final";
    assert_eq!(starve(error), Ok(Some(Outcome::Error)));
}

#[test]
fn violations_are_found() {
    for (script, expected) in [
        (
            "[ $LIMIT ] && printf 01 > final && echo 'x: /y' >&2 && exit 2; printf 0123456789 > final",
            "final is not right",
        ),
        ("[ $LIMIT ] && printf 01 > temporary && echo 'x: /y' >&2 && exit 2; mv temporary final", "temporary is left"),
        ("[ $LIMIT ] && exit 0; printf 0123456789 > final", "final is missing"),
        ("[ $LIMIT ] && echo 'x: /y' >&2; exit 2", "the next run: final is missing"),
        ("[ $LIMIT ] && kill -25 $$; printf 0123456789 > final", "it ends in a wrong way"),
        ("[ $LIMIT ] && echo 'full (os error 28)' >&2 && exit 2; printf 0123456789 > final", "does not say what"),
    ] {
        let violation = starve(script).expect_err("a violation");
        assert!(violation.contains(expected), "{violation}");
    }
}
