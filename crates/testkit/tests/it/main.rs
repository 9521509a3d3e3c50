//! What must never be in this workspace, as `ARCHITECTURE.md` states it.

use std::fs;
use std::path::{Path, PathBuf};

use testkit::workspace;

/// The files below a folder whose names end like this, without what was built.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![workspace().join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.map(|entry| entry.expect("an entry of a folder").path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "no {ending} below {folder}");
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Asserts that none of the words stands in the files, in upper or lower case.
fn assert_absent(paths: &[PathBuf], words: &[&str]) {
    for path in paths {
        let source = read(path).to_lowercase();
        for word in words {
            assert!(!source.contains(&word.to_lowercase()), "{} contains {word:?}", path.display());
        }
    }
}

/// However they are imported, they are named by their module where they are used, or imported from it.
const INPUT_AND_OUTPUT: [&str; 10] =
    ["fs::", "io::", "net::", "process::", "env::", "time::", "print!", "println!", "dbg!", "include_"];

#[test]
fn the_libraries_do_no_input_or_output_and_know_no_judge() {
    let files_for_who_asks = workspace().join("crates/retrograde/src/file");
    for library in ["crates/grundy/src", "crates/retrograde/src"] {
        let sources = files(library, ".rs");
        assert_absent(&sources, &["uva", "lightoj", "poj", "luogu", "baltic"]);
        let always: Vec<PathBuf> = sources.into_iter().filter(|path| !path.starts_with(&files_for_who_asks)).collect();
        assert_absent(&always, &INPUT_AND_OUTPUT);
    }
    let retrograde = read(&workspace().join("crates/retrograde/src/lib.rs"));
    assert!(retrograde.contains("#[cfg(feature = \"files\")]\nmod file;"));
}

#[test]
fn the_libraries_depend_on_nothing_unless_they_are_asked_to() {
    for library in ["grundy", "retrograde"] {
        let manifest = read(&workspace().join("crates").join(library).join("Cargo.toml"));
        assert!(!manifest.contains("default = ["), "{manifest}");
        let dependencies = manifest.split("[dependencies]\n").nth(1).unwrap_or_default();
        for line in dependencies.lines().take_while(|line| !line.starts_with('[')).filter(|line| !line.is_empty()) {
            assert!(line.contains("optional = true"), "{library}: {line}");
        }
    }
}

#[test]
fn the_shared_crate_knows_no_game() {
    assert_absent(
        &files("crates/judge/src", ".rs"),
        &["treblecross", "nomore", "tic-tac-toe", "grundy", "retrograde", "lgame", "nim-", "nimber"],
    );
    let manifest = read(&workspace().join("crates/judge/Cargo.toml"));
    assert!(!manifest.contains("grundy") && !manifest.contains("retrograde"), "{manifest}");
}

#[test]
fn a_game_touches_neither_the_streams_nor_the_clock() {
    for program in ["treblecross", "nomore-ttt", "lgame"] {
        for path in files(&format!("crates/{program}/src"), ".rs").iter().filter(|path| !path.ends_with("main.rs")) {
            let source = read(path);
            for word in INPUT_AND_OUTPUT {
                assert!(!source.contains(word), "{} contains {word:?}", path.display());
            }
        }
    }
}

#[test]
fn every_main_is_a_few_lines() {
    for path in files("crates", "src/main.rs").iter().filter(|path| !path.to_string_lossy().contains("crates/bench/")) {
        assert!(read(path).lines().count() <= 6, "{}", path.display());
    }
}

#[test]
fn there_is_no_unsafe_code() {
    let manifest = read(&workspace().join("Cargo.toml"));
    assert!(manifest.contains("unsafe_code = \"forbid\""));
    for path in files("crates", "Cargo.toml") {
        assert!(read(&path).contains("[lints]\nworkspace = true"), "{}", path.display());
    }
}

#[test]
fn a_case_folder_holds_cases_and_nothing_else() {
    let all = files("fixtures", "");
    for path in all.iter().filter(|path| path.parent() != Some(&workspace().join("fixtures"))) {
        let invalid = path.parent().is_some_and(|group| group.ends_with("invalid"));
        let partner = match path.extension().and_then(|ending| ending.to_str()) {
            Some("in") if invalid => continue,
            Some("in") => path.with_extension("out"),
            Some("out") if !invalid => path.with_extension("in"),
            _ => panic!("{} does not belong into a case folder", path.display()),
        };
        assert!(all.contains(&partner), "{} is missing", partner.display());
    }
}

/// The command blocks of the README: what a stranger types must name what is there.
#[test]
fn the_readme_names_files_that_exist() {
    let readme = read(&workspace().join("README.md"));
    let named = readme
        .split(|c: char| c.is_whitespace() || "`'()|<>".contains(c))
        .filter(|word| ["fixtures/", "scripts/", "crates/", "docs/"].iter().any(|folder| word.starts_with(folder)));
    let mut count = 0;
    for path in named {
        assert!(workspace().join(path.trim_end_matches(['.', ',', ':'])).exists(), "README.md names {path}");
        count += 1;
    }
    assert!(count >= 2, "README.md names a fixture and scripts/test");
}
