//! The tutorial, `docs/new-game.md`: it shows parts of two crates, and commands that run their programs.

use std::fs;

use crate::program::workspace;
use crate::sessions::sessions_in;

const TUTORIAL: &str = "docs/new-game.md";

/// Asserts that each block of the tutorial that names a file of the crate `tools/<package>` is a part of this file, and
/// that its commands print what it shows, with the program of the crate that was built at this path.
pub fn agree_with_tutorial(package: &str, built: &str) {
    let tutorial = fs::read_to_string(workspace().join(TUTORIAL)).expect("the tutorial");
    let mut lines = tutorial.lines();
    let mut blocks = 0;
    while let Some(line) = lines.next() {
        let Some((_, path)) = line.strip_prefix("```").and_then(|info| info.split_once(' ')) else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        if path.starts_with(&format!("tools/{package}/")) {
            let text = fs::read_to_string(workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(text.contains(&block), "{path} does not have what {TUTORIAL} shows:\n{block}");
            blocks += 1;
        }
    }
    assert!(blocks >= 3, "{TUTORIAL} shows {blocks} blocks of {package}");

    let command = format!("cargo run --quiet --package {package}");
    let mut count = 0;
    for session in sessions_in(TUTORIAL).iter().filter(|session| session.line.contains(&command)) {
        session.agree_with(|line| {
            let line = line.replace(&format!("{command} -- "), &format!("{command} "));
            line.replace(&command, &format!("'{built}'"))
        });
        count += 1;
    }
    assert!(count >= 2, "{TUTORIAL} shows {count} commands with {package}");
}
