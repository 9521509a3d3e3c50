//! Which files of a folder are cases, and what is said about broken ones and about all others: `folders.txt` has what a
//! text can describe, and the tests here have the rest.

use std::path::PathBuf;

use harness::{Fixture, Found, NamePattern};
use problem::Problem;
use testkit::{
    Anagrams, Program, Setting, TemporaryFolder, agree_with_sections, run_in_subprocess, skip, subprocess_argument,
};

use crate::judging::{find, outcomes_on, said};

/// An error without its number, which differs between systems.
pub(crate) fn said_in_full(error: &anyhow::Error) -> String {
    format!("{error:#}").split(" (os error").next().unwrap_or_default().to_owned()
}

/// What a search in a folder finds, in the form of `folders.txt`. What vanishes does so before it is judged.
fn search(folder: &TemporaryFolder, arguments: &str, vanishing: &str) -> anyhow::Result<Vec<String>> {
    let (mut paths, mut judge, mut names) = (Vec::new(), None, None);
    let mut words = arguments.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "--judge" => judge = words.next().and_then(Anagrams::dialect),
            "--names" => {
                let pattern = words.next().unwrap_or_default().parse::<NamePattern>();
                names = Some(pattern.map_err(|error| anyhow::anyhow!("{error}"))?);
            }
            path => paths.push(folder.root().join(path_of(path))),
        }
    }
    if paths.is_empty() {
        paths.push(folder.path("").into());
    }
    let Found { fixtures, not_read } = find(&paths, judge, names.as_ref())?;
    for path in vanishing.split_whitespace().map(|name| folder.path(name)) {
        std::fs::remove_file(&path).or_else(|_| std::fs::remove_dir_all(path)).unwrap();
    }
    let judged = fixtures.iter().zip(outcomes_on(&fixtures)).map(|(fixture, outcome)| {
        let Fixture { name, layout, chosen, .. } = fixture;
        let judge = chosen.judge.as_ref().filter(|judge| *judge != "many");
        let judge = judge.map(|judge| format!(", judge {judge}")).unwrap_or_default();
        format!("{name}: {layout}{judge}: {}", said(&outcome))
    });
    #[expect(clippy::unnecessary_debug_formatting, reason = "it shows bytes that are not UTF-8")]
    let shown = |path: &PathBuf| format!("{path:?}").trim_matches('"').replace(r"\\", "/");
    let not_read = not_read.iter().map(|(path, reason)| format!("{}: not read: {reason}", shown(path)));
    Ok(judged.chain(not_read).map(|line| folder.without_root(&line)).collect())
}

/// A path, in which `\n` and `\xFF` stand for bytes.
fn path_of(name: &str) -> PathBuf {
    let name = name.replace("\\n", "\n");
    let mut parts = name.split("\\x");
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for (digits, rest) in parts.map(|part| part.split_at(2)) {
        bytes.push(u8::from_str_radix(digits, 16).unwrap());
        bytes.extend_from_slice(rest.as_bytes());
    }
    <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes).into()
}

/// Texts of descriptions.
pub(crate) fn texts() -> Vec<(&'static str, String)> {
    let texts = [("ONE", r"1\na\n"), ("NONE", r"NONE\n\n"), ("TWO", r"1\nab\n"), ("YES", r"YES\nba\n")];
    texts.map(|(name, text)| (name, text.to_owned())).to_vec()
}

#[test]
fn cases_are_found_in_the_folders_of_the_description() {
    const NAME: &str = "folders::cases_are_found_in_the_folders_of_the_description";
    // Root may read everything.
    let is_root = subprocess_argument(NAME).is_none() && Program::at("id").run(&["-u"], b"").stdout == b"0\n";
    if is_root && Program::at("setpriv").command(&["--version"]).output().is_ok() {
        let rights = "-dac_override,-dac_read_search";
        let setup = format!("set -- setpriv --bounding-set={rights} --inh-caps={rights} \"$@\"");
        return run_in_subprocess(NAME, "", &setup);
    }
    if is_root {
        return skip("setpriv of util-linux is missing, which takes from root the right to read everything");
    }
    agree_with_sections("crates/harness/tests/it/folders.txt", |title, _| {
        if title.starts_with("on Linux: ") && !cfg!(target_os = "linux") {
            return Vec::new();
        }
        let mut vanishing = String::new();
        let command = move |folder: &TemporaryFolder, word: &str, rest: &str| match word {
            "cases" => Some(search(folder, rest, &vanishing).map_err(|error| said_in_full(&error))),
            "vanishing" => {
                rest.clone_into(&mut vanishing);
                Some(Ok(Vec::new()))
            }
            _ => None,
        };
        let folder = TemporaryFolder::default();
        vec![Setting { folder, name: "check", variables: texts(), command: Box::new(command) }]
    });
}

#[test]
fn ten_thousand_cases_are_found_by_their_names() {
    let folder = TemporaryFolder::default();
    let write = |number| folder.write(&format!("t/{number}.out"), b"").replace(".out", ".in");
    // As a shell passes them on: the folder is not read again for each.
    let paths: Vec<PathBuf> = (0..10_000).map(|number| PathBuf::from(write(number))).collect();
    for path in &paths {
        std::fs::write(path, b"").unwrap();
    }
    assert_eq!(find(&paths, None, None).unwrap().fixtures.len(), 10_000);
}
