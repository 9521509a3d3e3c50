//! The console sessions in the documents.

use std::fs;
use std::path::Path;

use crate::program::{Program, workspace};

/// A command line in a document, and what it prints to both streams.
#[derive(Clone, Debug)]
pub struct Session {
    /// The file, relative to the workspace's folder.
    pub document: String,
    /// The command line.
    pub line: String,
    output: String,
}

/// The sessions in `README.md` and `docs/`, except the sessions of the tutorial, which runs its programs by cargo.
pub fn sessions() -> Vec<Session> {
    let entries = fs::read_dir(workspace().join("docs")).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    let pages =
        names.filter(|name| Path::new(name).extension().is_some_and(|end| end == "md") && name != "new-game.md");
    let documents = pages.map(|name| format!("docs/{name}")).chain(["README.md".to_owned()]);
    documents.flat_map(|document| sessions_in(&document)).collect()
}

pub(crate) fn sessions_in(document: &str) -> Vec<Session> {
    let text = fs::read_to_string(workspace().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"));
    let mut sessions = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").expect("a block ends");
        let indent = block.len() - block.trim_start().len();
        let lines: Vec<&str> = block.lines().map(|line| line.get(indent..).unwrap_or("")).collect();
        for session in format!("\n{}", lines.join("\n")).split("\n$ ").skip(1) {
            let (line, output) = session.split_once('\n').unwrap_or((session, ""));
            let [line, output] = [line, output.trim_end()].map(str::to_owned);
            sessions.push(Session { document: document.to_owned(), line, output });
        }
    }
    sessions
}

impl Session {
    /// Returns whether the command line runs this program.
    pub fn runs(&self, program: &str) -> bool {
        self.line.split('|').any(|command| command.split_whitespace().next() == Some(program))
    }

    /// Asserts that the command line prints what the document shows when a shell runs it as `adapt` changes it.
    pub(crate) fn agree_with(&self, adapt: impl FnOnce(&str) -> String) {
        let run = Program::at("sh").run(&["-c", &format!("exec 2>&1; {}", adapt(&self.line))], b"");
        let printed = String::from_utf8_lossy(&run.stdout);
        assert_eq!(printed.trim_end(), self.output, "{}: {}", self.document, self.line);
    }
}

/// Asserts that the sessions with the program that was built at this path are up to date.
pub fn agree_with_sessions(built: &str) {
    let built = Path::new(built);
    let program = built.file_stem().expect("a program has a name").to_string_lossy();
    let folder = built.parent().expect("a program is in a folder").display();
    for session in sessions().iter().filter(|session| session.runs(&program)) {
        session.agree_with(|line| format!("PATH='{folder}':\"$PATH\"; {line}"));
    }
}
