//! The tutorial, `docs/new-game.md`: it shows the files of two crates, and commands that run their programs.

use std::collections::BTreeMap;
use std::fs;

use walkdir::WalkDir;

use crate::fixtures::workspace;
use crate::sessions::sessions_in;

const TUTORIAL: &str = "docs/new-game.md";

/// The files that the tutorial shows: their paths, and their texts. A block for a file that was shown before is its
/// next part.
fn files() -> BTreeMap<String, String> {
    let tutorial = fs::read_to_string(workspace().join(TUTORIAL)).expect("the tutorial");
    let mut files: BTreeMap<String, String> = BTreeMap::new();
    let mut lines = tutorial.lines();
    while let Some(line) = lines.next() {
        let Some((_, path)) = line.strip_prefix("```").and_then(|info| info.split_once(' ')) else { continue };
        let part: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        files.entry(path.to_owned()).and_modify(|text| *text += "\n").or_default().push_str(&part);
    }
    files
}

/// Asserts that the tutorial shows all files of the crate `tools/<package>` except its tests, as they are, and that its
/// commands print what it shows, with the program of the crate that was built at this path.
pub fn agree_with_tutorial(package: &str, built: &str) {
    let folder = format!("tools/{package}/");
    let mut shown = files();
    shown.retain(|path, _| path.starts_with(&folder));
    let entries = WalkDir::new(workspace().join(&folder)).into_iter().map(|entry| entry.expect("an entry"));
    for path in entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path) {
        let name = path.strip_prefix(workspace()).expect("in the workspace").to_str().expect("text").replace('\\', "/");
        if !name.starts_with(&format!("{folder}tests/")) {
            let text = fs::read_to_string(&path).expect("text");
            assert!(shown.remove(&name).as_ref() == Some(&text), "{TUTORIAL} does not show {name} as it is");
        }
    }
    assert!(shown.is_empty(), "{TUTORIAL} shows files that do not exist: {:?}", shown.keys());

    let command = format!("cargo run --quiet --package {package}");
    let mut count = 0;
    for session in sessions_in(TUTORIAL).iter().filter(|session| session.line.contains(&command)) {
        session.agree_with(|line| {
            let line = line.replace(&format!("{command} -- "), &format!("{command} "));
            line.replace(&command, &format!("'{built}'"))
        });
        count += 1;
    }
    assert!(count >= 4, "{TUTORIAL} shows {count} commands with {package}");
}
