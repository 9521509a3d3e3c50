//! The sums of CONTRIBUTING.md, which no change may let grow unnoticed.

use std::collections::BTreeSet;
use std::process::Command;

use testkit::workspace;

use crate::read;

/// The files that git tracks, relative to the workspace's folder.
fn tracked() -> Vec<String> {
    let output = Command::new("git").args(["ls-files", "-z"]).current_dir(workspace()).output().expect("git");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).expect("text");
    let exists = |name: &&str| !name.is_empty() && workspace().join(name).is_file();
    names.split('\0').filter(exists).map(str::to_owned).collect()
}

fn names_at_the_root(library: &str) -> usize {
    let root = read(&workspace().join(library).join("src/lib.rs"));
    let names = |line: &str| match line.strip_prefix("pub use ") {
        Some(names) => names.split(',').count(),
        None => usize::from(line.starts_with("pub mod ")),
    };
    root.lines().map(names).sum()
}

/// A change that adds code should also remove some.
#[test]
fn the_sums_in_contributing_are_kept() {
    let files = tracked();
    let lines = |is_counted: &dyn Fn(&str) -> bool| -> usize {
        let texts = files.iter().filter(|name| is_counted(name)).map(|name| read(&workspace().join(name)));
        texts.filter(|text| !text.starts_with("<!-- Made by ")).map(|text| text.lines().count()).sum()
    };
    let ends = |name: &str, end: &str| name.rsplit_once('.').is_some_and(|(_, actual)| actual == end);
    let is_rust = |name: &str| ends(name, "rs");
    let is_source = |name: &str| name.starts_with("crates/") && name.contains("/src/");
    let is_bash = |name: &str| {
        let is_script = name.starts_with("scripts/") && !name.contains('.') || ends(name, "sh") || name == ".ci/run";
        is_script && read(&workspace().join(name)).contains("bash")
    };
    let counts = [
        ("lines of Rust", lines(&is_rust)),
        ("of these in `crates/*/src`", lines(&|name| is_rust(name) && is_source(name))),
        ("of these in `labs/`", lines(&|name| is_rust(name) && name.starts_with("labs/"))),
        ("of these in `tools/`", lines(&|name| is_rust(name) && name.starts_with("tools/"))),
        ("lines of bash", lines(&is_bash)),
        ("lines of documents written by hand", lines(&|name| ends(name, "md"))),
        (
            "entries in the top folder",
            files.iter().filter_map(|name| name.split('/').next()).collect::<BTreeSet<_>>().len(),
        ),
        ("names at the root of `retrograde`", names_at_the_root("crates/retrograde")),
    ];
    let contributing = read(&workspace().join("CONTRIBUTING.md"));
    let exceeded = counts.into_iter().filter(|&(what, count)| {
        let row = contributing.lines().find_map(|line| line.strip_prefix(&format!("| {what} | ")));
        let most = row.and_then(|row| row.trim_end_matches(" |").replace(',', "").parse::<usize>().ok());
        count > most.unwrap_or_else(|| panic!("the table of sums has no row '{what}' with a number"))
    });
    let exceeded: Vec<String> = exceeded.map(|(what, count)| format!("{what}: {count}")).collect();
    assert!(exceeded.is_empty(), "more than CONTRIBUTING.md allows: {exceeded:?}; all: {counts:?}");
}
