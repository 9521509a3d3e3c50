//! A short run of the program, with all that it tries: `scripts/crash-test` does more of the same.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;

use testkit::programs;

const OWN: &str = env!("CARGO_BIN_EXE_crash-test");

#[test]
fn killed_and_starved_programs_leave_nothing_in_part_and_lose_nothing() {
    // Building the programs here would replace those of other tests while these run.
    for program in programs().iter().map(String::as_str).chain(["octal", "large-games"]) {
        let path = Path::new(OWN).with_file_name(program);
        assert!(path.exists(), "{} is missing: `cargo test --workspace` makes it", path.display());
    }
    let output = Command::new(OWN).args(["5", "1"]).output().expect("the program can be run");
    let (report, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() == Some(3) {
        return testkit::skip(&report);
    }
    assert_eq!(output.status.code(), Some(0), "{report}{errors}");
    assert_eq!(report.lines().filter(|line| line.contains(": Killed { kills: 1, ")).count(), 5, "{report}");
    for name in ["memory", "file size", "descriptors", "output"] {
        assert!(report.contains(&format!("starved of {name}: {{Right: ")), "{name}: {report}");
    }
}
