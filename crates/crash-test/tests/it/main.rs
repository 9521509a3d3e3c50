//! A short run of the program, with all that it tries: `scripts/crash-test` does more of the same.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use testkit::{programs, workspace};

/// Builds the programs that are killed beside the one that kills them, unless they are up to date.
fn build_programs(folder: &Path) {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--offline", "--workspace", "--all-features", "--target-dir"]);
    cargo.arg(folder.parent().expect("the folder of a profile")).current_dir(workspace());
    if folder.ends_with("release") {
        cargo.arg("--release");
    }
    for program in programs().iter().map(String::as_str).chain(["octal", "tiers", "cluster"]) {
        cargo.args(["--bin", program]);
    }
    assert!(cargo.status().is_ok_and(|status| status.success()), "the programs cannot be built");
}

#[test]
fn killed_and_starved_programs_leave_nothing_in_part_and_lose_nothing() {
    let own = Path::new(env!("CARGO_BIN_EXE_crash-test"));
    build_programs(own.parent().expect("a folder"));
    let output = Command::new(own).args(["20", "--quick"]).output().expect("the program can be run");
    let (report, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{report}{errors}");
    let heads: Vec<&str> = report.lines().filter(|line| line.ends_with("  violations")).collect();
    assert!(heads.len() == 2 && heads[0].starts_with("killed ") && heads[1].starts_with("starved of "), "{report}");
    assert!(report.lines().any(|line| line.starts_with("all ") && line.ends_with("  0")), "{report}");
}

#[test]
fn wrong_usage_is_explained() {
    let output = Command::new(env!("CARGO_BIN_EXE_crash-test")).arg("fast").output().expect("the program can be run");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        (output.status.code(), &*errors),
        (Some(2), "crash-test: fast: no such option; --help lists the options\n")
    );
}
