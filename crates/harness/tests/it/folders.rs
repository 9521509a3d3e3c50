//! Which files of a folder are cases, and what is said about broken ones and about all others: `folders.txt` has what a
//! text can describe, and the tests here have the rest.

#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;

use harness::{Fixture, Found, NamePattern};
use problem::Problem;
use testkit::{
    Anagrams, Program, TemporaryFolder, agree_with_file, run_in_subprocess, skip, subprocess_argument, workspace,
};

use crate::judging::{find, outcomes_on, said};

/// `NAME: LAYOUT: VERDICT MESSAGE` for each fixture, with its judge if that is not the first one.
fn judgements_of(folder: &TemporaryFolder, fixtures: &[Fixture<'_>]) -> Vec<String> {
    let lines = fixtures.iter().zip(outcomes_on(fixtures)).map(|(fixture, outcome)| {
        let Fixture { name, layout, chosen, .. } = fixture;
        let judge = if chosen.name == "many" { "" } else { &format!(", judge {}", chosen.name) };
        folder.without_root(&format!("{name}: {layout}{judge}: {}", said(&outcome)))
    });
    lines.collect()
}

/// What a search in a folder finds, in the form of `folders.txt`. What vanishes does so before it is judged.
fn search(folder: &TemporaryFolder, arguments: &str, vanishing: &[PathBuf]) -> Vec<String> {
    let (mut paths, mut judge, mut names) = (Vec::new(), None, None);
    let mut words = arguments.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "--judge" => judge = words.next().and_then(Anagrams::dialect),
            "--names" => match words.next().unwrap_or_default().parse::<NamePattern>() {
                Ok(pattern) => names = Some(pattern),
                Err(error) => return vec![format!("! {error}")],
            },
            path => paths.push(folder.root().join(path_of(path))),
        }
    }
    if paths.is_empty() {
        paths.push(folder.path("").into());
    }
    let Found { fixtures, not_read } = match find(&paths, judge, names.as_ref()) {
        Ok(found) => found,
        Err(error) => {
            let error = format!("{error:#}");
            return vec![folder.without_root(&format!("! {}", error.split(" (os error").next().unwrap_or_default()))];
        }
    };
    for path in vanishing {
        std::fs::remove_file(path).or_else(|_| std::fs::remove_dir_all(path)).unwrap();
    }
    #[expect(clippy::unnecessary_debug_formatting, reason = "it shows bytes that are not UTF-8")]
    let shown = |path: &PathBuf| format!("{path:?}").trim_matches('"').replace(r"\\", "/");
    let name = |path: &PathBuf| folder.without_root(&shown(path));
    let not_read = not_read.iter().map(|(path, reason)| format!("{}: not read: {reason}", name(path)));
    judgements_of(folder, &fixtures).into_iter().chain(not_read).map(|line| format!("> {line}")).collect()
}

/// A path of `folders.txt`, in which `\xFF` is a byte.
fn path_of(name: &str) -> PathBuf {
    let name = unescaped(name);
    #[cfg(unix)]
    let name = {
        let mut parts = name.split("\\x");
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        for (digits, rest) in parts.map(|part| part.split_at(2)) {
            bytes.push(u8::from_str_radix(digits, 16).unwrap());
            bytes.extend_from_slice(rest.as_bytes());
        }
        <std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(bytes)
    };
    name.into()
}

/// A name or a text of `folders.txt`.
pub(crate) fn unescaped(text: &str) -> String {
    match text {
        "ONE" => return "1\na\n".to_owned(),
        "NONE" => return "NONE\n\n".to_owned(),
        "TWO" => return "1\nab\n".to_owned(),
        "YES" => return "YES\nba\n".to_owned(),
        _ => {}
    }
    let escapes =
        [("\\n", "\n"), ("\\r", "\r"), ("\\c", ""), ("\\s", " "), ("\\u{1b}", "\u{1b}"), ("\\u{feff}", "\u{feff}")];
    escapes.iter().fold(text.to_owned(), |text, (escape, meant)| text.replace(escape, meant))
}

/// Makes what a line of a description says, if it says what is to be in a folder.
pub(crate) fn make(folder: &TemporaryFolder, kind: &str, rest: &str) -> bool {
    match kind {
        "+" => {
            let (names, text) = rest.split_once(" = ").unwrap_or((rest, ""));
            for name in names.split(' ') {
                let path = folder.root().join(path_of(name));
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(path, unescaped(text)).unwrap();
            }
        }
        #[cfg(unix)]
        "@" => {
            let (link, target) = rest.split_once(" -> ").unwrap();
            std::os::unix::fs::symlink(target, folder.root().join(link)).unwrap();
        }
        #[cfg(unix)]
        "/" => std::fs::create_dir(folder.root().join(rest)).unwrap(),
        #[cfg(unix)]
        "|" => assert!(Command::new("mkfifo").arg(folder.path(rest)).status().unwrap().success()),
        #[cfg(unix)]
        "m" => {
            let (mode, names) = rest.split_once(' ').unwrap();
            let mode = u32::from_str_radix(mode, 8).unwrap();
            names.split(' ').for_each(|name| set_mode(&folder.root().join(name), mode));
        }
        #[cfg(unix)]
        "x" => set_mode(&folder.root().join(path_of(rest)), 0o755),
        _ => return false,
    }
    true
}

/// Makes the folder that a section of `folders.txt` describes, and returns the section with what is found there.
fn with_what_is_found(section: &str) -> String {
    let folder = TemporaryFolder::default();
    let (mut lines, mut vanishing) = (Vec::new(), Vec::new());
    for line in section.lines().filter(|line| !line.starts_with(['>', '!'])) {
        lines.push(line.to_owned());
        match line.split_once(' ').unwrap_or((line, "")) {
            ("-", rest) => vanishing.extend(rest.split(' ').map(|name| folder.root().join(name))),
            ("$", rest) => lines.extend(search(&folder, rest, &vanishing)),
            (kind, rest) => {
                assert!(line.starts_with('#') || make(&folder, kind, rest), "folders.txt: unknown line: {line}");
            }
        }
    }
    lines.join("\n")
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn cases_are_found_in_the_folders_of_the_description() {
    const NAME: &str = "folders::cases_are_found_in_the_folders_of_the_description";
    // Root may read everything.
    let is_root =
        cfg!(unix) && subprocess_argument(NAME).is_none() && Program::at("id").run(&["-u"], b"").stdout == b"0\n";
    if is_root && Program::at("setpriv").command(&["--version"]).output().is_ok() {
        let rights = "-dac_override,-dac_read_search";
        let setup = format!("set -- setpriv --bounding-set={rights} --inh-caps={rights} \"$@\"");
        return run_in_subprocess(NAME, "", &setup);
    }
    if is_root {
        skip("setpriv of util-linux is missing, which takes from root the right to read everything");
    }
    let sections = include_str!("folders.txt").trim_end().split("\n\n").map(|section| {
        // Other systems take no names that are not UTF-8.
        let is_left_out = !section.starts_with("## ")
            || (!cfg!(unix) || is_root && section.contains("\nm ")) && section.starts_with("## on Unix: ")
            || !cfg!(target_os = "linux") && section.starts_with("## on Linux: ");
        if is_left_out { section.to_owned() } else { with_what_is_found(section) }
    });
    let found = sections.collect::<Vec<_>>().join("\n\n") + "\n";
    agree_with_file(&workspace().join("crates/harness/tests/it/folders.txt"), found.as_bytes());
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
