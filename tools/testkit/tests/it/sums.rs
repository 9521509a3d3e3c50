//! The sums of CONTRIBUTING.md, which no change may let grow unnoticed.

use std::fs;
use std::path::PathBuf;

use testkit::workspace;
use walkdir::WalkDir;

use crate::{files, files_of_crates, read};

fn lines(files: impl IntoIterator<Item = PathBuf>) -> usize {
    files.into_iter().map(|path| read(&path).lines().count()).sum()
}

fn documents_by_hand() -> usize {
    let files = top_folder().into_iter().flat_map(WalkDir::new).map(|entry| entry.expect("an entry").into_path());
    let documents = files.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    lines(documents.filter(|path| !read(path).starts_with("<!-- Made by ")))
}

/// The entries of the top folder, except what is not in the repository.
fn top_folder() -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace()).expect("the workspace").map(|entry| entry.expect("an entry").path());
    entries.filter(|path| ![".git", "target", "solved"].iter().any(|name| path.ends_with(name))).collect()
}

fn names_at_the_root(library: &str) -> usize {
    let root = read(&workspace().join(library).join("src/lib.rs"));
    let names = |line: &str| match line.strip_prefix("pub use ") {
        Some(names) => names.split(',').count(),
        None => usize::from(line.starts_with("pub mod ")),
    };
    root.lines().map(names).sum()
}

/// Fails where a sum is exceeded by a tenth: a change that adds code should also remove some.
#[test]
fn the_sums_in_contributing_are_kept() {
    let source = |path: &PathBuf| {
        let path = path.strip_prefix(workspace()).expect("a file of the workspace");
        path.components().any(|part| part.as_os_str() == "src")
    };
    let counts = [
        ("lines of Rust", lines(files_of_crates(".rs"))),
        ("of these in `crates/*/src`", lines(files("crates", ".rs").into_iter().filter(source))),
        ("of these in `labs/`", lines(files("labs", ".rs"))),
        ("of these in `tools/`", lines(files("tools", ".rs"))),
        ("lines of documents written by hand", documents_by_hand()),
        ("entries in the top folder", top_folder().len()),
        ("names at the root of `retrograde`", names_at_the_root("crates/retrograde")),
    ];
    let contributing = read(&workspace().join("CONTRIBUTING.md"));
    let exceeded = counts.into_iter().filter(|&(what, count)| {
        let row = contributing.lines().find_map(|line| line.strip_prefix(&format!("| {what} | ")));
        let most = row.and_then(|row| row.trim_end_matches(" |").replace(',', "").parse::<usize>().ok());
        10 * count > 11 * most.unwrap_or_else(|| panic!("the table of sums has no row '{what}' with a number"))
    });
    let exceeded: Vec<String> = exceeded.map(|(what, count)| format!("{what}: {count}")).collect();
    assert!(exceeded.is_empty(), "more than a tenth above what CONTRIBUTING.md allows: {exceeded:?}; all: {counts:?}");
}
