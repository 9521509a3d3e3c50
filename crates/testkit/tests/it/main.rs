//! What must never be in this workspace, as `ARCHITECTURE.md` states it.

mod documents;
mod tutorial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::{programs, workspace};

/// The files below a folder whose names end like this.
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

/// Asserts that none of the words occurs in the files, in upper or lower case.
fn assert_absent(paths: &[PathBuf], words: &[&str]) {
    for path in paths {
        let source = read(path).to_lowercase();
        for word in words {
            assert!(!source.contains(&word.to_lowercase()), "{} contains {word:?}", path.display());
        }
    }
}

/// The crates below a package without its command line, as cargo resolves them.
fn dependencies(package: &str) -> Vec<String> {
    let arguments = ["tree", "--offline", "--no-default-features", "--edges", "normal", "--prefix", "none"];
    let mut cargo = Command::new(env!("CARGO"));
    let output = cargo.args(arguments).args(["--package", package]).current_dir(workspace()).output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("text");
    tree.lines().skip(1).filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// However they are imported, they are named by their module where they are used, or imported from it.
const INPUT_AND_OUTPUT: [&str; 10] =
    ["fs::", "io::", "net::", "process::", "env::", "time::", "print!", "println!", "dbg!", "include_"];

#[test]
fn the_libraries_do_no_input_or_output_and_know_no_judge() {
    let file_feature = workspace().join("crates/retrograde/src/file");
    for library in ["crates/grundy/src", "crates/retrograde/src"] {
        let sources = files(library, ".rs");
        assert_absent(&sources, &["uva", "lightoj", "poj", "luogu", "baltic"]);
        let always: Vec<PathBuf> = sources.into_iter().filter(|path| !path.starts_with(&file_feature)).collect();
        assert_absent(&always, &INPUT_AND_OUTPUT);
    }
    let retrograde = read(&workspace().join("crates/retrograde/src/lib.rs"));
    assert!(retrograde.contains("#[cfg(feature = \"files\")]\nmod file;"));
}

#[test]
fn the_libraries_depend_on_nothing_by_default() {
    for library in ["grundy", "retrograde"] {
        assert_eq!(dependencies(library), [""; 0], "{library}");
    }
}

#[test]
fn what_a_problem_is_needs_no_crate_for_command_lines_processes_or_terminals() {
    assert_eq!(dependencies("problem"), ["anstyle"]);
}

#[test]
fn the_library_of_a_program_needs_no_command_line() {
    for program in programs() {
        let dependencies = dependencies(&program);
        assert!(dependencies.iter().any(|name| name == "problem"), "{program}: {dependencies:?}");
        for name in ["harness", "clap", "nix", "ctrlc", "indicatif", "anyhow", "anstream"] {
            assert!(!dependencies.iter().any(|found| found == name), "{program} depends on {name}");
        }
    }
}

#[test]
fn the_shared_crates_know_no_game() {
    let words = ["treblecross", "nomore", "tic-tac-toe", "kayles", "grundy", "retrograde", "lgame", "nim-", "nimber"];
    for shared in ["crates/problem", "crates/harness"] {
        assert_absent(&files(&format!("{shared}/src"), ".rs"), &words);
        assert_absent(&[workspace().join(shared).join("Cargo.toml")], &words);
    }
}

#[test]
fn the_rules_of_a_game_and_its_solver_know_no_problem() {
    for program in programs() {
        for path in files(&format!("crates/{program}/src"), ".rs") {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if ["rules.rs", "solver.rs", "row.rs", "pieces.rs", "game.rs"].contains(&name.as_str()) {
                assert_absent(&[path], &["problem::", "harness::"]);
            }
        }
    }
}

#[test]
fn a_game_touches_neither_the_streams_nor_the_clock() {
    for program in programs() {
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
        let partner = match path.extension().and_then(|extension| extension.to_str()) {
            Some("in") if invalid => continue,
            Some("in") => path.with_extension("out"),
            Some("out") if !invalid => path.with_extension("in"),
            _ => panic!("{} does not belong in a case folder", path.display()),
        };
        assert!(all.contains(&partner), "{} is missing", partner.display());
    }
}
