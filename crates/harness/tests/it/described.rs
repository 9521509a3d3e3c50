//! Descriptions: files beside this one whose sections make a folder, judge something in it, and say what comes out.

use std::collections::HashMap;
use std::{fs, thread};

use testkit::{TemporaryFolder, agree_with_file, workspace};

use crate::folders::make;

/// A section of a description: its folder, and its settings, each a word and its value.
pub(crate) struct Section {
    pub(crate) folder: TemporaryFolder,
    pub(crate) settings: HashMap<String, String>,
}

/// What a command of a section results in, as lines; `None` if the line is not a command.
pub(crate) type Results = fn(&Section, kind: &str, rest: &str) -> Option<anyhow::Result<Vec<String>>>;

/// Asserts that the commands of a description have the results that it says: lines that begin with `>` or, for an error,
/// with `!`. With `UPDATE_FIXTURES=1`, first writes them. Words of a section stand for what `meant` says.
pub(crate) fn agree_with_description(
    name: &str,
    folder: fn() -> TemporaryFolder,
    meant: &[(&str, &str)],
    results: Results,
) {
    let path = workspace().join("crates/harness/tests/it").join(name);
    let text = fs::read_to_string(&path).unwrap();
    let sections = text.trim_end().split("\n\n");
    let found = thread::scope(|scope| {
        let threads = sections.map(|text| scope.spawn(move || with_results(text, folder, meant, results)));
        let threads: Vec<_> = threads.collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>().join("\n\n") + "\n"
    });
    agree_with_file(&path, found.as_bytes());
}

fn with_results(text: &str, folder: fn() -> TemporaryFolder, meant: &[(&str, &str)], results: Results) -> String {
    // Other systems take no names that are not UTF-8, and have no rights as Unix has them.
    let is_for_others = !cfg!(unix) && text.starts_with("## on Unix: ")
        || !cfg!(target_os = "linux") && text.starts_with("## on Linux: ");
    if !text.starts_with("## ") || is_for_others {
        return text.to_owned();
    }
    let mut section = Section { folder: folder(), settings: HashMap::new() };
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with(['>', '!'])) {
        lines.push(line.to_owned());
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = meant.iter().fold(rest.to_owned(), |rest, (word, meant)| rest.replace(word, meant));
        let rest = rest.replace("FOLDER", section.folder.root().to_str().unwrap());
        match results(&section, kind, &rest) {
            Some(Ok(found)) => lines.extend(found.iter().map(|line| format!("> {line}"))),
            Some(Err(error)) => {
                let error = format!("! {error:#}");
                lines.push(section.folder.without_root(error.split(" (os error").next().unwrap_or_default()));
            }
            None if kind.starts_with('#') || make(&section.folder, kind, &rest) => {}
            None => drop(section.settings.insert(kind.to_owned(), rest)),
        }
    }
    lines.join("\n")
}
