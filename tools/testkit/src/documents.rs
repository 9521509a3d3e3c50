//! The console sessions in the documents, and the tutorial, `docs/new-game.md`: it shows parts of three examples, and
//! commands that run them.

use std::fs;
use std::ops::Range;
use std::path::Path;

use crate::program::{Program, workspace};
use crate::session::{SessionStep, agree_with_changed, steps};

const TUTORIAL: &str = "docs/new-game.md";

/// A command line in a document.
#[derive(Clone, Debug)]
pub struct Session {
    /// The file, relative to the workspace's folder.
    pub document: String,
    /// The command line.
    pub line: String,
}

impl Session {
    /// Returns whether the command line runs this program.
    pub fn runs(&self, program: &str) -> bool {
        runs(&self.line, program)
    }
}

fn runs(line: &str, program: &str) -> bool {
    line.split('|').any(|command| command.split_whitespace().next() == Some(program))
}

/// `README.md` and the documents in `docs/`, except the tutorial, which runs its programs by cargo.
fn documents() -> Vec<String> {
    let entries = fs::read_dir(workspace().join("docs")).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let pages = names.map(|name| format!("docs/{name}"));
    let is_document = |name: &String| Path::new(name).extension().is_some_and(|end| end == "md") && name != TUTORIAL;
    pages.filter(is_document).chain(["README.md".to_owned()]).collect()
}

/// The command lines in all these documents.
pub fn sessions() -> Vec<Session> {
    let sessions_in = |document: String| {
        let text = read(&document);
        let steps = console_steps(&text.lines().collect::<Vec<_>>());
        steps
            .into_iter()
            .map(move |step| Session { document: document.clone(), line: step.command })
            .collect::<Vec<_>>()
    };
    documents().into_iter().flat_map(sessions_in).collect()
}

fn read(document: &str) -> String {
    fs::read_to_string(workspace().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// The commands in the blocks of a document that show a console.
fn console_steps(text: &[&str]) -> Vec<SessionStep> {
    let begins = |&at: &usize| text[at].trim_start() == "```console";
    let block = |start: usize| -> Range<usize> {
        let end = (start + 1..text.len()).find(|&at| text[at].trim_start() == "```").expect("a block ends");
        start + 1..end
    };
    (0..text.len()).filter(begins).flat_map(|start| steps(text, block(start))).collect()
}

/// Asserts that command lines of a document print what it shows when a shell runs them as `adapt` changes them, which
/// returns nothing for those that are tested elsewhere. Returns how many were run.
fn agree(document: &str, adapt: impl Fn(&str) -> Option<String>) -> usize {
    let text = read(document);
    let text: Vec<&str> = text.lines().collect();
    let (mut count, mut changes) = (0, Vec::new());
    for SessionStep { command, expected } in console_steps(&text) {
        let Some(line) = adapt(&command) else { continue };
        count += 1;
        let before = text[expected.start - 1];
        let indent = &before[..before.len() - before.trim_start().len()];
        let run = Program::at("sh").run(&["-c", &format!("exec 2>&1; {line}")], b"");
        let printed = String::from_utf8_lossy(&run.stdout);
        let line = |line: &str| format!("{indent}{line}").trim_end().to_owned();
        let printed: Vec<String> = printed.trim_end().lines().map(line).collect();
        if printed != text[expected.clone()] {
            changes.push((expected, printed));
        }
    }
    agree_with_changed(&workspace().join(document), &text, changes);
    count
}

/// Asserts that the sessions with the program that was built at this path are up to date.
pub fn agree_with_sessions(built: &str) {
    let built = Path::new(built);
    let program = built.file_stem().expect("a program has a name").to_string_lossy();
    let folder = built.parent().expect("a program is in a folder").display();
    for document in documents() {
        agree(&document, |line| runs(line, &program).then(|| format!("PATH='{folder}':\"$PATH\"; {line}")));
    }
}

/// Asserts that each block of the tutorial that names a file of the example is a part of this file, and that its commands
/// print what it shows. Cargo builds the examples of a package with its tests, beside the folder of the tests.
pub fn agree_with_tutorial(package: &str, example: &str) {
    let tutorial = read(TUTORIAL);
    let mut lines = tutorial.lines();
    let mut blocks = 0;
    while let Some(line) = lines.next() {
        let Some((_, path)) = line.strip_prefix("```").and_then(|info| info.split_once(' ')) else { continue };
        let block: String = lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
        if path.starts_with(&format!("crates/{package}/examples/{example}")) {
            assert!(read(path).contains(&block), "{path} does not have what {TUTORIAL} shows:\n{block}");
            blocks += 1;
        }
    }
    assert!(blocks > 0, "{TUTORIAL} shows no block of {example}");

    let tests = std::env::current_exe().expect("the path of the test is known");
    let built = tests.ancestors().nth(2).expect("the folder above").join("examples").join(example);
    assert!(built.exists(), "{} is missing; cargo test --package {package} builds it", built.display());
    let (start, end) = (format!("cargo run --quiet --package {package} "), format!("--example {example}"));
    let count = agree(TUTORIAL, |line| {
        let (before, rest) = line.split_once(&start)?;
        let (_features, arguments) = rest.split_once(&end)?;
        let arguments = arguments.strip_prefix(" --").unwrap_or(arguments);
        Some(format!("{before}'{}'{arguments}", built.display()))
    });
    assert!(count >= 1, "{TUTORIAL} shows {count} commands with {example}");
}
