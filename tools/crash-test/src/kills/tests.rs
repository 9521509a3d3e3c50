//! That violations are found: programs that do what the programs of the workspace must not.

use super::kill::Killer;
use super::tally::{Row, Tally};
use crate::script::Script;

fn kill(script: &'static str, kills: usize) -> Row {
    Killer::new("a script", 1, "scripts/crash-test --seed 7".to_owned())
        .kill(&[Box::new(Script(script))], kills)
        .expect("a script can be run")
}

#[test]
fn a_file_that_is_written_under_its_final_name_is_found() {
    let row = kill("printf 01234 > final; sleep 0.05; printf 56789 >> final", 30);
    assert!(row.violations.iter().any(|violation| violation.contains("final is not right: ")), "{row:?}");
    assert!(row.violations.iter().all(|violation| violation.ends_with("to repeat it: scripts/crash-test --seed 7")));
    remove_kept(&row);
}

#[test]
fn a_file_that_is_reported_too_early_is_found() {
    let row = kill("rm -f final; echo written; sleep 0.05; printf 0123456789 > temporary; mv temporary final", 30);
    assert!(row.violations.iter().any(|violation| violation.contains("reported as written")), "{row:?}");
    remove_kept(&row);
}

#[test]
fn a_run_that_what_is_left_confuses_is_found() {
    let row = kill("[ -e temporary ] && exit 2; printf 0123456789 > temporary; sleep 0.05; mv temporary final", 30);
    // Only because of what is left: without that the script is right.
    assert!(row.violations.iter().all(|violation| !violation.contains("after 0 killed runs")), "{row:?}");
    assert!(!row.violations.is_empty(), "{row:?}");
    remove_kept(&row);
}

#[test]
fn what_is_right_is_no_violation_and_kills_hit_all_stages() {
    let script = "rm -f final; sleep 0.02; printf 0123456789 > temporary; sleep 0.02; mv temporary final; echo written; sleep 0.02";
    let row = kill(script, 30);
    assert!(row.violations.is_empty(), "{row:?}");
    assert!(row.kills == 30 && row.within > 0 && row.after > 0 && row.resumed > 0, "{row:?}");
    assert_eq!(row.before + row.within + row.after, row.kills, "{row:?}");
    let mut tally = Tally::default();
    tally.add(row);
    assert!(tally.table().lines().last().is_some_and(|line| line.starts_with("all ") && line.ends_with(" 0")));
    assert_eq!(tally.rows().len(), 1);
}

/// Removes the folders that violations have kept.
fn remove_kept(row: &Row) {
    for violation in &row.violations {
        let path = violation.split("folder kept: ").nth(1).and_then(|rest| rest.lines().next()).expect("a folder");
        std::fs::remove_dir_all(path).expect("it is ours");
    }
}
