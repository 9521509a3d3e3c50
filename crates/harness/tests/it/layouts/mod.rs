//! Which files are cases, in the layouts of judges and problem setters, and what is said about files that lack their
//! partner.

mod folder_pairs;
mod names;
mod packages;
mod patterns;

use std::path::{MAIN_SEPARATOR, PathBuf};

use harness::{NamePattern, find_fixtures};
use testkit::{Anagrams, TemporaryFolder};

use crate::judging::judgements_on;

/// Two inputs and their answers: a case paired with the answer of the other is wrong.
const ONE: &str = "1\na\n";
const NONE: &str = "NONE\n\n";
const TWO: &str = "1\nab\n";
const YES: &str = "YES\nba\n";

/// What was found: `name: layout: verdict message` of each case, then `not read: name` of each other file.
fn found_in(folder: &TemporaryFolder, arguments: &[&str], names: Option<&str>) -> Result<Vec<String>, String> {
    let paths: Vec<PathBuf> = arguments.iter().map(|name| folder.root().join(name)).collect();
    let names = names.map(|names| names.parse::<NamePattern>().unwrap());
    let found = find_fixtures::<Anagrams>(&paths, None, names.as_ref());
    let found = found.map_err(|error| folder.without_root(&format!("{error:#}")))?;
    let lines = found.fixtures.iter().zip(judgements_on(&found.fixtures)).map(|(fixture, judgement)| {
        let line = format!("{}: {}: {} {}", fixture.name, fixture.layout, judgement.verdict, judgement.message);
        folder.without_root(line.trim_end())
    });
    let name = |path: &PathBuf| path.display().to_string().replace(MAIN_SEPARATOR, "/");
    let not_read = found.not_read.iter().map(|(path, _)| folder.without_root(&format!("not read: {}", name(path))));
    Ok(lines.chain(not_read).collect())
}

/// What is found in a folder with these files.
fn found(files: &[(&str, &str)]) -> Vec<String> {
    found_in(&TemporaryFolder::with(files), &[""], None).unwrap()
}

/// Why nothing is found in a folder with these files.
fn refusal(files: &[(&str, &str)], names: Option<&str>) -> String {
    let folder = TemporaryFolder::with(files);
    found_in(&folder, &["."], names).unwrap_err()
}
