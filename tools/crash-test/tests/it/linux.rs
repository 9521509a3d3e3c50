//! The program, as `scripts/crash-test` runs it.

use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output};

use testkit::programs;

const OWN: &str = env!("CARGO_BIN_EXE_crash-test");

/// Asserts that the programs that are killed lie beside the one that kills them. Building them here would replace the
/// programs of other tests while those run.
fn assert_built(folder: &Path) {
    for program in programs().iter().map(String::as_str).chain(["octal", "tiers"]) {
        let path = folder.join(program);
        assert!(path.exists(), "{} is missing: `cargo build --workspace --all-features` makes it", path.display());
    }
}

fn crash_test(arguments: &[&str]) -> Output {
    Command::new(OWN).args(arguments).output().expect("the program can be run")
}

/// The number of runs in the row of a table.
fn runs(report: &str, name: &str) -> Option<usize> {
    let row = report.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix("  "))?;
    row.split_whitespace().next()?.parse().ok()
}

#[test]
fn killed_and_starved_programs_leave_nothing_in_part_and_lose_nothing() {
    assert_built(Path::new(OWN).parent().expect("a folder"));
    let output = crash_test(&["5", "--quick", "--seed", "1"]);
    let (report, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let skipped: Vec<&str> = report.lines().filter_map(|line| line.strip_prefix("skipped: ")).collect();
    assert_eq!(output.status.code(), Some(if skipped.is_empty() { 0 } else { 3 }), "{report}{errors}");
    let heads: Vec<&str> = report.lines().filter(|line| line.ends_with("  violations")).collect();
    assert!(heads.len() == 2 && heads[0].starts_with("killed ") && heads[1].starts_with("starved of "), "{report}");
    assert!(report.lines().any(|line| line.starts_with("all ") && line.ends_with("  0")), "{report}");
    for name in ["octal", "tiers", "stress", "all"] {
        assert!(runs(&report, name).is_some_and(|runs| runs > 0), "{name}: {report}");
    }
    for name in ["memory", "file size", "descriptors", "disk", "read only", "output"] {
        let is_skipped = skipped.iter().any(|reason| reason.starts_with(&format!("{name}: ")));
        assert!(runs(&report, name).is_some_and(|runs| (runs > 0) != is_skipped), "{name}: {report}");
    }
    for reason in skipped {
        if reason.contains("its own mounts") {
            // Where tests run in a container nobody may mount, so this is not `testkit::skip`.
            let _ = writeln!(io::stderr(), "skipped: {reason}");
        } else {
            testkit::skip(reason);
        }
    }
}

#[test]
fn wrong_usage_is_explained() {
    let limits = "memory, file size, descriptors, disk, read only, output";
    for (arguments, expected) in [
        (
            &["--only", "typo"][..],
            format!("--only typo: expected a part of one of these names: octal, tiers, stress, {limits}"),
        ),
        (
            &["--kills-only", "--only", "memory"],
            "--only memory: expected a part of one of these names: octal, tiers, stress".to_owned(),
        ),
        (&["0", "--only", "octal"], format!("--only octal: expected a part of one of these names: {limits}")),
        (
            &["0", "--kills-only"],
            "there is nothing to try without kills and limits; leave out --kills-only, or name a number of kills"
                .to_owned(),
        ),
    ] {
        let output = crash_test(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("crash-test: {expected}\n"));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
}
