//! Which files of a folder are cases, and what is said about broken ones and about all others: `folders.txt` has what a
//! text can describe, and the tests here have the rest.

use std::path::{MAIN_SEPARATOR, PathBuf};
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

use harness::{Fixture, Found, NamePattern, find_fixtures};
use problem::Problem;
use testkit::{Anagrams, TemporaryFolder, agree_with_file, workspace};
#[cfg(unix)]
use testkit::{Program, run_in_subprocess, skip, subprocess_argument};

use crate::judging::judgements_on;

fn found(folder: &TemporaryFolder) -> Found<Anagrams> {
    find_fixtures(&[folder.root().to_owned()], None, None).unwrap()
}

/// What is said about the fixtures of a folder.
fn judgements(folder: &TemporaryFolder) -> Vec<String> {
    judgements_of(folder, &found(folder).fixtures)
}

/// `NAME: LAYOUT: VERDICT MESSAGE` for each fixture, with its judge if that is not the first one.
fn judgements_of(folder: &TemporaryFolder, fixtures: &[Fixture<Anagrams>]) -> Vec<String> {
    let lines = fixtures.iter().zip(judgements_on(fixtures)).map(|(fixture, judgement)| {
        let Fixture { name, layout, dialect, .. } = fixture;
        let judge = if *dialect == &Anagrams::DIALECTS[0] { "" } else { &format!(", judge {}", dialect.name) };
        let message = judgement.message.split(" (os error").next().unwrap_or_default();
        let notes: Vec<String> = judgement.notes().map(|note| format!("({note})")).collect();
        let line = format!("{name}: {layout}{judge}: {} {message}{}", judgement.verdict, notes.concat());
        folder.without_root(line.trim_end())
    });
    lines.collect()
}

/// What a search in a folder finds, in the form of `folders.txt`.
fn search(folder: &TemporaryFolder, arguments: &str) -> Vec<String> {
    let (mut paths, mut judge, mut names) = (Vec::new(), None, None);
    let mut words = arguments.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "--judge" => judge = words.next().and_then(Anagrams::dialect),
            "--names" => names = words.next().map(|pattern| pattern.parse::<NamePattern>().unwrap()),
            path => paths.push(folder.root().join(unescaped(path))),
        }
    }
    if paths.is_empty() {
        paths.push(folder.path("").into());
    }
    let Found { fixtures, not_read } = match find_fixtures(&paths, judge, names.as_ref()) {
        Ok(found) => found,
        Err(error) => return vec![folder.without_root(&format!("! {error:#}"))],
    };
    let name = |path: &PathBuf| folder.without_root(&path.display().to_string().replace(MAIN_SEPARATOR, "/"));
    let not_read = not_read.iter().map(|(path, reason)| format!("{}: not read: {reason}", name(path)));
    judgements_of(folder, &fixtures).into_iter().chain(not_read).map(|line| format!("> {line}")).collect()
}

/// A name or a text of `folders.txt`.
fn unescaped(text: &str) -> String {
    match text {
        "ONE" => return "1\na\n".to_owned(),
        "NONE" => return "NONE\n\n".to_owned(),
        "TWO" => return "1\nab\n".to_owned(),
        "YES" => return "YES\nba\n".to_owned(),
        _ => {}
    }
    let escapes = [("\\n", "\n"), ("\\r", "\r"), ("\\c", ""), ("\\u{1b}", "\u{1b}"), ("\\u{feff}", "\u{feff}")];
    escapes.iter().fold(text.to_owned(), |text, (escape, meant)| text.replace(escape, meant))
}

/// Makes the folder that a section of `folders.txt` describes, and returns the section with what is found there.
fn with_what_is_found(section: &str) -> String {
    let folder = TemporaryFolder::default();
    let mut lines = Vec::new();
    for line in section.lines().filter(|line| !line.starts_with(['>', '!'])) {
        lines.push(line.to_owned());
        let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
        match kind {
            "+" => {
                let (names, text) = rest.split_once(" = ").unwrap_or((rest, ""));
                for name in names.split(' ') {
                    folder.write(&unescaped(name), unescaped(text).as_bytes());
                }
            }
            "$" => lines.extend(search(&folder, rest)),
            #[cfg(unix)]
            "@" => {
                let (link, target) = rest.split_once(" -> ").unwrap();
                std::os::unix::fs::symlink(target, folder.root().join(link)).unwrap();
            }
            #[cfg(unix)]
            "/" => std::fs::create_dir(folder.root().join(rest)).unwrap(),
            #[cfg(unix)]
            "x" => crate::candidates::make_executable(&folder.root().join(rest)),
            _ => {}
        }
    }
    lines.join("\n")
}

#[test]
fn cases_are_found_in_the_folders_of_the_description() {
    let sections = include_str!("folders.txt").trim_end().split("\n\n").map(|section| {
        let is_left_out = !section.starts_with("## ") || !cfg!(unix) && section.starts_with("## on Unix: ");
        if is_left_out { section.to_owned() } else { with_what_is_found(section) }
    });
    let found = sections.collect::<Vec<_>>().join("\n\n") + "\n";
    agree_with_file(&workspace().join("crates/harness/tests/it/folders.txt"), found.as_bytes());
}

#[test]
fn the_percent_sign_stands_for_the_same_text_without_a_slash() {
    for (names, input, answer, is_case) in [
        ("%.inp:%.res", "x.y.inp", "x.y.res", true),
        ("%.inp:%.res", "x.INP", "x.res", false),
        ("%.inp:%.res", "x.inp2", "x.res2", false),
        ("t%.i:t%.o", "t1.i", "t1.o", true),
        ("t%.i:t%.o", "at1.i", "at1.o", false),
        ("input%.txt:output%.txt", "input.txt", "output.txt", true),
        // A text is not taken from both ends twice.
        ("aa%aa:b%", "aaa", "b", false),
        ("game.i%:game.o%", "game.i10", "game.o10", true),
        // What is special in the layouts is not in a pattern of the user's.
        ("%.#*|{a,b}:%.r", "1.#*|{a,b}", "1.r", true),
        ("in/%.txt:out/%.txt", "in/x.txt", "out/x.txt", true),
        ("in/%.txt:out/%.txt", "main/x.txt", "out/x.txt", false),
        ("%/in:%/out", "1/in", "1/out", true),
        ("case%/in:%.ans", "case1/in", "1.ans", true),
    ] {
        let folder = TemporaryFolder::with(&[(input, "1\na\n"), (answer, "NONE\n\n")]);
        let found = search(&folder, &format!("--names {names}"));
        let sides = names.replace(':', " with ");
        assert_eq!(found.contains(&format!("> {input}: {sides}: AC")), is_case, "{names}: {found:?}");
    }
}

#[test]
fn an_invalid_pattern_is_refused_with_what_is_wrong_and_an_example() {
    let colon = "one colon must separate the name of an input from the name of its answer, as in '%.inp:%.res'";
    let percent = "each side needs one % for what the two names have in common, as in '%.inp:%.res'";
    let names = "each side is the end of a path, of names separated by single slashes, as in 'in/%.txt:out/%.txt'";
    for (error, patterns) in [
        (colon, "|%.inp|%.inp %.res|%.a:%.b:%.c"),
        (percent, ":|%.inp:|%.inp:res|%%.inp:%.res|%/%.inp:%.res"),
        (names, "/in/%:out/%|in//%:out/%|../%.in:%.out|./%.in:%.out|%/:%.out"),
        ("the two sides must differ, as in '%.inp:%.res'", "%.in:%.in"),
    ] {
        for pattern in patterns.split('|') {
            assert_eq!(pattern.parse::<NamePattern>().unwrap_err().to_string(), error, "{pattern}");
        }
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_not_read() {
    let folder = TemporaryFolder::with(&[("1.out", "NONE\n\n")]);
    let pipe = folder.root().join("1.in");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.root().join("2.in")).unwrap();
    folder.write("2.out", b"");
    assert_eq!(
        judgements(&folder),
        ["1.in", "2.in"].map(|name| format!("{name}: NAME.in with NAME.out: IE {name} is not a regular file"))
    );
}

#[cfg(unix)]
#[test]
fn a_fixture_or_folder_without_permission_is_reported_by_name() {
    use std::os::unix::fs::PermissionsExt;
    let name = "folders::a_fixture_or_folder_without_permission_is_reported_by_name";
    if subprocess_argument(name).is_none() {
        let is_root = Program::at("id").run(&["-u"], b"").stdout == b"0\n";
        if !is_root {
            return run_in_subprocess(name, "", "");
        }
        if Program::at("setpriv").command(&["--version"]).output().is_err() {
            return skip("there is no setpriv of util-linux to take from root the right to read everything");
        }
        let rights = "-dac_override,-dac_read_search";
        return run_in_subprocess(
            name,
            "",
            &format!("set -- setpriv --bounding-set={rights} --inh-caps={rights} \"$@\""),
        );
    }
    let folder = TemporaryFolder::with(&[
        ("a.in", "1\na\n"),
        ("a.out", "NONE\n\n"),
        ("sub/1.in", ""),
        ("sub.in", "1\na\n"),
        ("sub.out", "NONE\n\n"),
        ("package/problem.yaml", ""),
        ("package/data/secret/1.in", "1\na\n"),
        ("package/data/secret/1.ans", "NONE\n\n"),
        ("package/submissions/x.in", ""),
        ("up/in/1.txt", "1\na\n"),
        ("up/out/1.txt", "NONE\n\n"),
        ("up/in/b/2.in", "1\na\n"),
        ("up/in/c/3.txt", "1\na\n"),
    ]);
    let set_mode = |name: &str, mode| {
        std::fs::set_permissions(folder.root().join(name), std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode("sub", 0o000);
    set_mode("package/submissions", 0o000);
    set_mode("a.in", 0o000);
    set_mode("up/out", 0o000);
    let found = judgements(&folder);
    let find = |name: &str, names: Option<&str>| {
        let names = names.map(|names| names.parse().unwrap());
        let found = find_fixtures::<Anagrams>(&[folder.root().join(name)], None, names.as_ref());
        let lines = found.map(|found| judgements_of(&folder, &found.fixtures).join("\n"));
        lines.unwrap_or_else(|error| folder.without_root(&format!("{error:#}")))
    };
    let without_answers = ["up/in", "up/in/1.txt", "up/in/c"].map(|name| find(name, None));
    let by_pattern = find("up/in", Some("in/%.txt:out/%.txt"));
    set_mode("up/out", 0o755);
    // So that the folders can be removed.
    set_mode("up", 0o755);
    set_mode("sub", 0o755);
    set_mode("package/submissions", 0o755);
    assert_eq!(
        found,
        [
            "a.in: NAME.in with NAME.out: IE a.in cannot be read: Permission denied",
            "package/data/secret/1.in: Kattis package: AC",
            "sub: a folder: IE the folder cannot be read: Permission denied",
            "sub.in: NAME.in with NAME.out: AC",
            "up/in/b/2.in: NAME.in with NAME.out: IE an input without an answer; add 2.out, or use --names if it has another name",
            "up/out: a folder: IE the folder cannot be read: Permission denied",
        ]
    );
    // The folder with the answers is named, although only that of the inputs was given.
    let [folder, file, below] = &without_answers;
    let says_why =
        |message: &&String| message.contains("; up/out") && message.contains(" cannot be read: Permission denied");
    assert!(
        folder.starts_with("up/in/b/2.in: NAME.in with NAME.out: IE an input without an answer; add 2.out"),
        "{folder}"
    );
    assert!(file.starts_with("up/in/1.txt: neither a folder nor the input of a case: "), "{file}");
    assert!(below.starts_with("up/in/c: no case found: "), "{below}");
    assert!([folder, file, below].iter().all(says_why), "{folder}\n{file}\n{below}");
    let lone = "an input without an answer; add out/1.txt; up/out cannot be read: Permission denied";
    assert_eq!(by_pattern, format!("up/in/1.txt: in/%.txt with out/%.txt: IE {lone}"));
}

#[cfg(unix)]
#[test]
fn non_utf8_names_are_found_and_told_apart() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = TemporaryFolder::default();
    let files: [(&[u8], &str); 14] = [
        (b"\xFF/1.in", "1\na\n"),
        (b"\xFF/1.out", "NONE\n\n"),
        (b"\xFE.in", "1\na\n"),
        (b"\xFE.OUT", "NONE\n\n"),
        (b"\xFD.in", "1\na\n"),
        (b"\xFC.ans", "NONE\n\n"),
        (b"in\xF0\xF1_1.txt", ""),
        (b"\xF5_in_1.txt", "1\na\n"),
        (b"\xF5_out_1.txt", "NONE\n\n"),
        (b"x/in/\xF9.txt", "1\na\n"),
        (b"x/out/\xF9.txt", "NONE\n\n"),
        (b"x/in/\xF8.txt", "1\na\n"),
        (b"a\x1B[2J\rfake.in", "1\na\n"),
        (b"a\x1B[2J\rfake.out", "NONE\n\n"),
    ];
    for (name, text) in files {
        let path = folder.root().join(OsStr::from_bytes(name));
        let written = std::fs::create_dir_all(path.parent().unwrap()).and_then(|()| std::fs::write(path, text));
        if written.is_err() {
            return skip("the file system takes no names that are not UTF-8");
        }
    }
    assert_eq!(
        judgements(&folder),
        [
            r"a\u{1b}[2J\rfake.in: NAME.in with NAME.out: AC",
            r"x/in/\xF8.txt: in/NAME with out/NAME: IE an input without an answer; add out/\xF8.txt",
            r"x/in/\xF9.txt: in/NAME with out/NAME: AC",
            r"\xF5_in_1.txt: input1.txt with output1.txt: AC",
            r"\xFC.in: NAME.in with NAME.ans: IE an answer without an input; add \xFC.in or remove the answer",
            r"\xFD.in: NAME.in with NAME.out: IE an input without an answer; add \xFD.out",
            r"\xFE.in: NAME.in with NAME.OUT: AC",
            r"\xFF/1.in: NAME.in with NAME.out: AC",
        ]
    );
    let given = folder.root().join(OsStr::from_bytes(b"\xFE.in"));
    assert_eq!(find_fixtures::<Anagrams>(&[given], None, None).unwrap().fixtures.len(), 1);
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
    assert_eq!(find_fixtures::<Anagrams>(&paths, None, None).unwrap().fixtures.len(), 10_000);
}

#[cfg(unix)]
#[test]
fn files_that_vanish_after_the_search_are_broken_cases() {
    let folder = TemporaryFolder::with(&[
        ("1.in", "1\na\n"),
        ("1.out", "NONE\n\n"),
        ("2.in", "1\na\n"),
        ("2.out", "NONE\n\n"),
        ("sub/3.in", "1\na\n"),
        ("sub/3.out", "NONE\n\n"),
        ("invalid/4.in", "1\nxy\n"),
        ("valid_output/5.in", "1\na\n"),
        ("valid_output/5.ans", "NONE\n\n"),
        ("valid_output/5.out", "NONE\n\n"),
    ]);
    let fixtures = found(&folder).fixtures;
    for name in ["1.in", "2.out", "invalid/4.in", "valid_output/5.out"] {
        std::fs::remove_file(folder.root().join(name)).unwrap();
    }
    std::fs::remove_dir_all(folder.root().join("sub")).unwrap();
    assert_eq!(
        judgements_of(&folder, &fixtures),
        [
            "1.in: NAME.in with NAME.out: IE 1.in cannot be read: No such file or directory",
            "2.in: NAME.in with NAME.out: IE 2.out cannot be read: No such file or directory",
            "invalid/4.in: an input to be rejected: IE 4.in cannot be read: No such file or directory",
            "sub/3.in: NAME.in with NAME.out: IE 3.in cannot be read: No such file or directory",
            "valid_output/5.in: Kattis package: IE 5.out cannot be read: No such file or directory",
        ]
    );
}

/// Whatever moment they vanish at, the search ends with the case that stays.
#[cfg(unix)]
#[test]
fn files_and_folders_that_vanish_during_the_search_do_not_end_it() {
    let folder = TemporaryFolder::with(&[("a.in", "1\na\n"), ("a.out", "NONE\n\n")]);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                folder.write("t/b/1.in", b"1\na\n");
                let _ = std::os::unix::fs::symlink("t/b", folder.root().join("link"));
                std::fs::remove_dir_all(folder.root().join("t")).unwrap();
            }
        });
        for _ in 0..300 {
            let names: Vec<String> =
                found(&folder).fixtures.iter().map(|fixture| folder.without_root(&fixture.name)).collect();
            let possible = ["a.in", "link", "link/1.in", "t", "t/b", "t/b/1.in"];
            let is_expected = names[0] == "a.in" && names.iter().all(|name| possible.contains(&name.as_str()));
            if !is_expected {
                done.store(true, Ordering::Relaxed);
            }
            assert!(is_expected, "{names:?}");
        }
        done.store(true, Ordering::Relaxed);
    });
}
