//! Which files of a folder are cases, and what is said about broken ones and about all others: `folders.txt` has what a
//! text can describe, and the tests here have the rest.

#[cfg(unix)]
use std::path::Path;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Command;

use harness::{Fixture, Found, NamePattern};
use problem::Problem;
use testkit::{Anagrams, Program, TemporaryFolder, run_in_subprocess, skip, subprocess_argument};

use crate::described::{Section, agree_with_description};
use crate::judging::{find, outcomes_on, said};

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
        let judge = if chosen.name == "many" { "" } else { &format!(", judge {}", chosen.name) };
        format!("{name}: {layout}{judge}: {}", said(&outcome))
    });
    #[expect(clippy::unnecessary_debug_formatting, reason = "it shows bytes that are not UTF-8")]
    let shown = |path: &PathBuf| format!("{path:?}").trim_matches('"').replace(r"\\", "/");
    let not_read = not_read.iter().map(|(path, reason)| format!("{}: not read: {reason}", shown(path)));
    Ok(judged.chain(not_read).map(|line| folder.without_root(&line)).collect())
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
        return skip("setpriv of util-linux is missing, which takes from root the right to read everything");
    }
    agree_with_description("folders.txt", TemporaryFolder::default, &[], |Section { folder, settings }, kind, rest| {
        let vanishing = settings.get("-").map_or("", String::as_str);
        (kind == "$").then(|| search(folder, rest, vanishing))
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
