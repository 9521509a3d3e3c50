//! The tutorial, `docs/new-game.md`: it shows parts of two examples, and commands that run them.

use std::fs;

use crate::program::workspace;
use crate::sessions::sessions_in;

const TUTORIAL: &str = "docs/new-game.md";

/// Asserts that each block of the tutorial that names a file of the example is a part of this file, and that its commands
/// print what it shows. Cargo builds the examples of a package with its tests, beside the folder of the tests.
pub fn agree_with_tutorial(package: &str, example: &str) {
    let tutorial = fs::read_to_string(workspace().join(TUTORIAL)).expect("the tutorial");
    let mut lines = tutorial.lines();
    let mut blocks = 0;
    while let Some(line) = lines.next() {
        let Some((_, path)) = line.strip_prefix("```").and_then(|info| info.split_once(' ')) else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        if path.starts_with(&format!("crates/{package}/examples/{example}")) {
            let text = fs::read_to_string(workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            assert!(text.contains(&block), "{path} does not have what {TUTORIAL} shows:\n{block}");
            blocks += 1;
        }
    }
    assert!(blocks >= 3, "{TUTORIAL} shows {blocks} blocks of {example}");

    let tests = std::env::current_exe().expect("the path of the test is known");
    let built = tests.ancestors().nth(2).expect("the folder above").join("examples").join(example);
    assert!(built.exists(), "{} is missing; cargo test --package {package} builds it", built.display());
    let command = format!("cargo run --quiet --package {package} --example {example}");
    let mut count = 0;
    for session in sessions_in(TUTORIAL).iter().filter(|session| session.line.contains(&command)) {
        session.agree_with(|line| {
            let line = line.replace(&format!("{command} -- "), &format!("{command} "));
            line.replace(&command, &format!("'{}'", built.display()))
        });
        count += 1;
    }
    assert!(count >= 2, "{TUTORIAL} shows {count} commands with {example}");
}
