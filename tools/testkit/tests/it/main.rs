//! The rules of the workspace that `ARCHITECTURE.md` states in "What must never be".

mod documents;
mod sums;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::{programs, workspace};
use walkdir::{DirEntry, WalkDir};

/// The folders of the crates: the product, what the libraries can do, what tests both, and the page, which is one crate.
const FLOORS: [&str; 4] = ["crates", "labs", "tools", "web"];

/// The files of all crates whose paths end with `ending`.
fn files_of_crates(ending: &str) -> Vec<PathBuf> {
    FLOORS.iter().flat_map(|floor| files(floor, ending)).collect()
}

/// The files below a folder whose paths end with `ending`, sorted.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let entries = WalkDir::new(workspace().join(folder)).sort_by_file_name().into_iter();
    let entries = entries.map(|entry| entry.unwrap_or_else(|error| panic!("{error}")));
    let files = entries.filter(|entry| entry.file_type().is_file()).map(DirEntry::into_path);
    let found: Vec<PathBuf> = files.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    assert!(!found.is_empty(), "no {ending} below {folder}");
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Asserts that none of the words occurs in the files, in any case, apart from a line that includes a README.
fn assert_absent(paths: &[PathBuf], words: &[impl AsRef<str>]) {
    for path in paths {
        let readme = [
            "#[cfg(doctest)]\n#[doc = include_str!(\"../README.md\")]\n",
            "#![doc = include_str!(\"../README.md\")]\n",
        ];
        let source = readme.iter().fold(read(path), |source, line| source.replace(line, "")).to_lowercase();
        for word in words.iter().map(AsRef::as_ref) {
            assert!(!source.contains(&word.to_lowercase()), "{} contains {word:?}", path.display());
        }
    }
}

/// The dependencies of a package without its default features: direct ones, their dependencies, and so on to a depth.
fn dependencies(package: &str, depth: &str) -> Vec<String> {
    tree(&["--no-default-features", "--edges", "normal", "--depth", depth, "--package", package])
}

/// The packages in a tree of cargo, without its root.
fn tree(options: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--prefix", "none"]).args(options).current_dir(workspace());
    let output = cargo.output().expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("text");
    tree.lines().skip(1).filter_map(|line| line.split(' ').next()).map(str::to_owned).collect()
}

/// A depth that no tree of dependencies has.
const ALL: &str = "99";

/// Every use of the standard library's input and output contains one of these, at the call or in an import.
const INPUT_AND_OUTPUT: [&str; 10] =
    ["fs::", "io::", "net::", "process::", "env::", "time::", "print!", "println!", "dbg!", "include_"];

/// A test there would never run.
#[test]
fn a_library_whose_tests_are_all_elsewhere_has_none_in_its_source() {
    let mut libraries = 0;
    for manifest in files_of_crates("Cargo.toml") {
        let text = read(&manifest);
        let library = text.split("[lib]").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap_or_default();
        if library.lines().any(|line| line == "test = false") {
            let source = manifest.with_file_name("src");
            let words = ["#[test]", "cfg(test", "(test,"];
            assert_absent(&files(source.to_str().expect("a path that is text"), ".rs"), &words);
            libraries += 1;
        }
    }
    assert!(libraries > 5, "{libraries} libraries have all tests elsewhere");
}

#[test]
fn the_libraries_do_no_input_or_output_and_know_no_judge() {
    let file_feature = workspace().join("crates/retrograde/src/files");
    for library in ["crates/grundy/src", "crates/retrograde/src"] {
        let sources = files(library, ".rs");
        assert_absent(&sources, &["uva", "lightoj", "poj", "luogu", "baltic"]);
        let without_features: Vec<PathBuf> =
            sources.into_iter().filter(|path| !path.starts_with(&file_feature)).collect();
        assert_absent(&without_features, &INPUT_AND_OUTPUT);
    }
    let retrograde = read(&workspace().join("crates/retrograde/src/lib.rs"));
    assert!(retrograde.contains("#[cfg(feature = \"files\")]\npub mod files;"), "only with the feature");
}

#[test]
fn the_libraries_depend_on_nothing_by_default() {
    for library in ["grundy", "retrograde"] {
        assert_eq!(dependencies(library, "1"), [""; 0], "{library}");
    }
}

/// A package contains what is in the folder of its crate.
#[test]
fn the_packages_contain_the_licences_of_the_workspace() {
    let mut packages = files_of_crates("/Cargo.toml");
    packages.retain(|manifest| !read(manifest).contains("\npublish"));
    let folders: Vec<&Path> = packages.iter().filter_map(|manifest| manifest.parent()).collect();
    assert_eq!(folders, ["grundy", "retrograde"].map(|name| workspace().join("crates").join(name)));
    for (folder, licence) in
        folders.iter().flat_map(|folder| ["LICENSE-MIT", "LICENSE-APACHE"].map(|name| (folder, name)))
    {
        assert!(
            read(&folder.join(licence)) == read(&workspace().join(licence)),
            "{}: {licence} differs",
            folder.display()
        );
    }
}

/// The tests of the product may use the test support.
#[test]
fn the_product_depends_on_nothing_in_labs_tools_or_web() {
    let crates = |floor| {
        let manifests = files(floor, "/Cargo.toml").into_iter();
        manifests.filter_map(|manifest| manifest.parent()?.file_name()?.to_str().map(str::to_owned))
    };
    let others: Vec<String> = ["labs", "tools", "web"].into_iter().flat_map(crates).collect();
    for package in crates("crates") {
        let mut found = tree(&["--all-features", "--edges", "normal,build,dev", "--package", &package]);
        let is_for_tests = |name: &String| ["testkit", "oracles"].contains(&name.as_str());
        found.retain(|name| !is_for_tests(name) && others.contains(name));
        assert_eq!(found, [""; 0], "{package}");
        let found = tree(&["--all-features", "--edges", "normal,build", "--package", &package]);
        assert!(!found.iter().any(is_for_tests), "{package}");
    }
}

#[test]
fn problem_depends_on_anstyle_only() {
    assert_eq!(dependencies("problem", "1"), ["anstyle"]);
}

#[test]
fn the_library_of_a_program_does_not_depend_on_the_harness() {
    // What only the harness needs, and itself.
    let mut heavy = dependencies("harness", "1");
    let light = dependencies("problem", ALL);
    heavy.retain(|name| name != "problem" && !light.contains(name));
    assert!(heavy.iter().any(|name| name == "clap"), "{heavy:?}");
    heavy.push("harness".to_owned());
    for program in programs() {
        let dependencies = dependencies(&program, ALL);
        assert!(dependencies.iter().any(|name| name == "problem"), "{program}: {dependencies:?}");
        for name in &heavy {
            assert!(!dependencies.contains(name), "{program} depends on {name}");
        }
    }
}

#[test]
fn the_shared_crates_know_no_game() {
    let mut words =
        ["tic-tac-toe", "grundy", "retrograde", "nim-", "nimber", "kayles", "pong"].map(str::to_owned).to_vec();
    words.extend(programs().iter().filter_map(|program| program.split('-').next()).map(str::to_owned));
    for shared in ["crates/problem", "crates/harness"] {
        assert_absent(&files(&format!("{shared}/src"), ".rs"), &words);
        assert_absent(&[workspace().join(shared).join("Cargo.toml")], &words);
    }
}

#[test]
fn the_rules_and_the_solver_of_a_game_know_no_problem() {
    /// The files that connect a game with the shared crates.
    const CONNECTING: [&str; 5] = ["main.rs", "lib.rs", "dialects.rs", "explain.rs", "generate.rs"];
    for program in programs() {
        let mut sources = files(&format!("crates/{program}/src"), ".rs");
        sources.retain(|path| !CONNECTING.iter().any(|name| path.ends_with(name)));
        assert!(!sources.is_empty(), "{program}");
        for path in sources {
            // They may say what is wrong and where, count in words, and look at bytes.
            let is_helper = |name: &str| ["Diagnostic", "Place", "bits_where", "blocks", "count_of"].contains(&name);
            let is_allowed = |line: &&str| {
                let code = line.trim_start().trim_start_matches("/// ");
                let names = code.strip_prefix("use problem::").and_then(|names| names.strip_suffix(';'));
                names.is_some_and(|names| names.trim_matches(['{', '}']).split(", ").all(is_helper))
            };
            let source: String = read(&path).lines().filter(|line| !is_allowed(line)).collect();
            assert!(!source.contains("problem::") && !source.contains("harness::"), "{}", path.display());
        }
    }
}

#[test]
fn the_library_of_a_program_uses_neither_the_streams_nor_the_clock() {
    for program in programs() {
        let mut sources = files(&format!("crates/{program}/src"), ".rs");
        sources.retain(|path| !path.ends_with("main.rs"));
        assert_absent(&sources, &INPUT_AND_OUTPUT);
    }
}

#[test]
fn every_main_has_at_most_six_lines() {
    let mut mains = files_of_crates(".rs");
    mains.retain(|path| {
        path.ends_with("src/main.rs") || path.parent().is_some_and(|folder| folder.ends_with("src/bin"))
    });
    // What is measured is written as its users would, in one file.
    for path in mains.iter().filter(|path| !path.starts_with(workspace().join("tools/bench"))) {
        assert!(read(path).lines().count() <= 6, "{}", path.display());
    }
}

/// They forbid `unsafe` code, among other things. Workspaces of their own cannot inherit: the program by MPI forbids it
/// too, and a macro of the fuzzer needs it.
#[test]
fn every_crate_inherits_the_lints_of_the_workspace() {
    assert!(read(&workspace().join("labs/cluster/mpi/Cargo.toml")).contains("unsafe_code = \"forbid\""));
    let is_workspace = |path: &PathBuf| read(path).lines().any(|line| line == "[workspace]");
    for path in files_of_crates("/Cargo.toml").iter().filter(|path| !is_workspace(path)) {
        let inherits = read(path).contains("[lints]\nworkspace = true");
        assert!(inherits, "{} must have `[lints]` with `workspace = true`", path.display());
    }
}

/// The page needs no more than its programs have, and says all that it says in one place.
#[test]
fn the_page_is_small_and_has_no_unsafe_code() {
    let sources = files("web/src", ".rs");
    assert_absent(&sources, &["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern", "unsafe_code"]);
    let lines: usize = sources.iter().map(|path| read(path).lines().count()).sum();
    assert!(lines <= 600, "web/src has {lines} lines");
    for path in files("web/static", "") {
        let lines = read(&path).lines().count();
        assert!(lines <= 400, "{} has {lines} lines", path.display());
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

/// A test finds what is left over in its own folder.
#[test]
fn every_folder_of_snapshots_belongs_to_a_test() {
    let sources: String = files_of_crates(".rs").iter().map(|path| read(path)).collect();
    let snapshots = files("crates", ".snap");
    for path in &snapshots {
        let below =
            path.to_str().and_then(|path| path.split_once("/tests/it/snapshots/")).expect("a folder of tests").1;
        let folder = below.split('/').next().expect("a folder");
        let is_named = sources.contains(&format!("/tests/it/snapshots/{folder}\""));
        assert!(is_named && folder != below, "no test reads {}; remove it", path.display());
    }
    assert!(snapshots.len() > 200, "only {} snapshots", snapshots.len());
}
