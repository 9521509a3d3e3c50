//! Which files of a folder are fixtures, and how broken fixtures are reported.

use std::path::PathBuf;
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

use harness::{Fixture, Found, find_fixtures};
use problem::Problem;
use testkit::{Anagrams, TemporaryFolder};
#[cfg(unix)]
use testkit::{Program, run_in_subprocess, skip, subprocess_argument};

use crate::judging::judgements_on;

/// The judgements on the fixtures of a folder: `name dialect verdict message`.
fn judgements(folder: &TemporaryFolder) -> Vec<String> {
    judgements_of(folder, &found(folder).fixtures)
}

fn found(folder: &TemporaryFolder) -> Found<Anagrams> {
    find_fixtures(&[folder.root().to_owned()], None, None).unwrap()
}

fn judgements_of(folder: &TemporaryFolder, fixtures: &[Fixture<Anagrams>]) -> Vec<String> {
    let lines = fixtures.iter().zip(judgements_on(fixtures)).map(|(fixture, judgement)| {
        let name = folder.without_root(&fixture.name);
        let message = judgement.message.split(" (os error").next().unwrap_or_default();
        let line = format!("{name} {} {} {message}", fixture.dialect.name, judgement.verdict);
        folder.without_root(line.trim_end())
    });
    lines.collect()
}

#[test]
fn fixtures_in_all_folders_below_are_in_natural_order() {
    let folder = TemporaryFolder::with(&[
        ("b/10.in", "1\nab\n"),
        ("b/10.out", "YES\nba\n"),
        ("b/9.in", "1\nab\n"),
        ("b/9.ans", "YES\nba\n"),
        ("a/deep/er/x.in", "1\na\n"),
        ("a/deep/er/x.out", "NONE\n\n"),
        ("1.5.in", "1\nb\n"),
        ("1.5.out", "NONE\n\n"),
        ("notes.txt", "not a case"),
        ("b/README", "nor this"),
    ]);
    assert_eq!(judgements(&folder), ["1.5.in many AC", "a/deep/er/x.in many AC", "b/9.in many AC", "b/10.in many AC"]);
}

#[test]
fn numbers_are_compared_by_value_and_the_cases_of_a_folder_stay_together() {
    let names =
        "a/1 a/01 a/2 a/10 a/123456789012345678901234567890 a/x a/x2a a/x2b a/x10a a a1/2 a1/3 a01/1 a01/3 a2/1 b";
    let files =
        names.split(' ').rev().flat_map(|name| [(format!("{name}.in"), "1\na\n"), (format!("{name}.out"), "NONE\n\n")]);
    let files: Vec<(String, &str)> = files.collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let folder = TemporaryFolder::with(&files);
    let found = found(&folder).fixtures;
    let found: Vec<String> =
        found.iter().map(|fixture| folder.without_root(&fixture.name).replace(".in", "")).collect();
    assert_eq!(found.join(" "), names);
}

#[test]
fn the_nearest_folder_with_a_judge_s_name_determines_the_dialect() {
    let folder = TemporaryFolder::with(&[
        ("one/x.in", "ab\n"),
        ("one/x.out", "YES\nba\n"),
        ("one/many/x.in", "1\nab\n"),
        ("one/many/x.out", "YES\nba\n"),
        ("some-one/x.in", "1\nab\n"),
        ("some-one/x.out", "YES\nba\n"),
        ("one/any/x.in", "ab\n"),
        ("one/any/x.out", "YES\nba\n"),
    ]);
    let expected = ["one/any/x.in one AC", "one/many/x.in many AC", "one/x.in one AC", "some-one/x.in many AC"];
    assert_eq!(judgements(&folder), expected);
    let dialect_in = |path: &str| {
        find_fixtures::<Anagrams>(&[folder.root().join(path)], None, None).unwrap().fixtures[0].dialect.name
    };
    // Also if the given folder is below it, and if a single input is given.
    assert_eq!((dialect_in("one/any"), dialect_in("one/any/x.in"), dialect_in("some-one")), ("one", "one", "many"));
    let one = Anagrams::dialect("one");
    let found = find_fixtures(&[folder.root().to_owned()], one, None).unwrap().fixtures;
    assert!(found.iter().all(|fixture| Some(fixture.dialect) == one));
}

#[cfg(unix)]
#[test]
fn an_incomplete_or_unreadable_fixture_is_broken() {
    let folder = TemporaryFolder::with(&[
        ("1.in", "1\nab\n"),
        ("2.out", "YES\nba\n"),
        ("3.in", "1\nab\n"),
        ("3.out", "YES\nba\n"),
        ("3.ans", "YES\nba\n"),
        ("4.in", "1\nxy\n"),
        ("4.out", "NONE\n\n"),
        ("5.out", "NONE\n\n"),
        ("6.in", "1\na\n"),
        ("7.in", "1\na\n"),
        ("7.out", "\n"),
    ]);
    // Files that cannot be read, even by root.
    std::fs::create_dir(folder.root().join("target")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.root().join("5.in")).unwrap();
    std::os::unix::fs::symlink("target", folder.root().join("6.out")).unwrap();
    assert_eq!(
        judgements(&folder),
        [
            "1.in many IE an input without an answer; add 1.out",
            "2.in many IE an answer without an input; add 2.in or remove the answer",
            "3.in many IE two answers, 3.ans and 3.out; remove one",
            "4.in many IE the input is invalid: 2:1: invalid character 'x': expected 'a', 'b' or 'c'",
            "5.in many IE 5.in is a link that leads nowhere; fix or remove it",
            "6.in many IE an input without an answer; add 6.out",
            "7.in many IE the answer file is empty",
        ]
    );
}

#[test]
fn an_invalid_input_must_be_rejected() {
    let folder = TemporaryFolder::with(&[
        ("invalid/1.in", "1\nxy\n"),
        ("invalid/2.in", "1\nab\n"),
        ("invalid/3.in", "1\nxy\n"),
        ("invalid/3.out", "NONE\n\n"),
    ]);
    assert_eq!(
        judgements(&folder),
        [
            "invalid/1.in many AC",
            "invalid/2.in many WA an invalid input was answered; it should be rejected",
            "invalid/3.in many IE an answer in a folder of inputs that have none; move it",
        ]
    );
}

#[test]
fn a_difference_from_the_answer_file_is_reported_as_the_solver_s() {
    let folder = TemporaryFolder::with(&[
        ("1.in", "2\nc\nab\n"),
        ("1.out", "NONE\nYES\nba\n"),
        ("2.in", "1\nabc\n"),
        ("2.out", "YES\ncab\n"),
        ("3.in", "1\nabc\n"),
        ("3.out", "NONE\n\n"),
        // That judge has no presentation errors, but the solver is held to all white space.
        ("single/4.in", "ab\n"),
        ("single/4.out", "YES \nba\n"),
    ]);
    assert_eq!(
        judgements(&folder),
        [
            "1.in many PE case 1 of 2, line 2, column 1 of the answer file: this solver disagrees: 1 newline missing",
            "2.in many AC",
            "3.in many WA line 1, column 1 of the answer file: this solver disagrees: there is another order",
            "single/4.in one PE line 1, column 4 of the answer file: this solver disagrees: 1 space too \
             many",
        ]
    );
}

#[test]
fn what_is_odd_about_the_white_space_of_an_answer_file_is_ignored_and_said() {
    let oddities = [
        ("NONE\n\n", None),
        ("\u{feff}NONE\n\n", Some("a byte-order mark")),
        ("NONE\r\n\r\n", Some("line 1, column 5: 2 carriage returns too many")),
        ("NONE", Some("line 1, column 5: 2 newlines missing")),
        ("NONE\n\n\n", Some("line 3, column 1: 1 newline too many")),
        ("\u{feff}NONE\r\n", Some("line 1, column 5: 1 newline missing, 1 carriage return too many")),
    ];
    for (answer, oddity) in oddities {
        let folder = TemporaryFolder::with(&[("1.in", "1\na\n"), ("1.out", answer)]);
        let judgement = judgements_on(&found(&folder).fixtures).remove(0);
        let note = oddity.map(|oddity| format!("the answer file has white space that does not count: {oddity}"));
        assert_eq!((judgement.verdict.to_string(), judgement.about_answer), ("AC".to_owned(), note), "{answer:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_does_not_exist_is_an_error_that_names_it() {
    let error = |path: &str| format!("{:#}", find_fixtures::<Anagrams>(&[path.into()], None, None).unwrap_err());
    assert_eq!(error("no/such\nplace"), "no/such\\nplace: no such file or folder");
    assert_eq!(
        error("Cargo.toml"),
        "Cargo.toml: neither a folder nor the input of a case: a case is a file NAME.in with NAME.out, NAME.ans or \
         NAME.a, \
         01 with 01.a, input1.txt with output1.txt, in/NAME with out/NAME, or in a Kattis package; for other names use \
         --names '%.inp:%.res'"
    );
}

#[test]
fn an_input_given_twice_is_one_fixture_and_hidden_files_are_none() {
    let folder =
        TemporaryFolder::with(&[("a/1.in", "1\na\n"), ("a/1.out", "NONE\n\n"), (".hidden.in", ""), (".git/x.in", "")]);
    for paths in [&["a/1.in", "a/1.in", "./a/1.in"][..], &["a/1.in", "", "a", "./a"]] {
        let paths: Vec<PathBuf> = paths.iter().map(|path| folder.root().join(path)).collect();
        assert_eq!(find_fixtures::<Anagrams>(&paths, None, None).unwrap().fixtures.len(), 1);
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
        ["1.in many IE 1.in is not a regular file", "2.in many IE 2.in is not a regular file"]
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
            "a.in many IE a.in cannot be read: Permission denied",
            "package/data/secret/1.in many AC",
            "sub many IE the folder cannot be read: Permission denied",
            "sub.in many AC",
            "up/in/b/2.in many IE an input without an answer; add 2.out, or use --names if it has another name",
            "up/out many IE the folder cannot be read: Permission denied",
        ]
    );
    // The folder with the answers is named, although only that of the inputs was given.
    let [folder, file, below] = &without_answers;
    let says_why =
        |message: &&String| message.contains("; up/out") && message.contains(" cannot be read: Permission denied");
    assert!(folder.starts_with("up/in/b/2.in many IE an input without an answer; add 2.out"), "{folder}");
    assert!(file.starts_with("up/in/1.txt: neither a folder nor the input of a case: "), "{file}");
    assert!(below.starts_with("up/in/c: no case found: "), "{below}");
    assert!([folder, file, below].iter().all(says_why), "{folder}\n{file}\n{below}");
    let lone =
        "up/in/1.txt many IE an input without an answer; add out/1.txt; up/out cannot be read: Permission denied";
    assert_eq!(by_pattern, lone);
}

#[cfg(unix)]
#[test]
fn cycles_of_links_end_and_links_do_not_change_names() {
    let folder = TemporaryFolder::with(&[
        ("t/b/1.in", "1\na\n"),
        ("t/b/1.out", "NONE\n\n"),
        ("beside/2.in", "1\na\n"),
        ("beside/2.out", "NONE\n\n"),
        ("outside/3.in", "1\na\n"),
        ("outside/3.out", "NONE\n\n"),
    ]);
    let link = |target: &str, name: &str| std::os::unix::fs::symlink(target, folder.root().join(name)).unwrap();
    link("..", "t/b/again");
    link("b", "t/a");
    link(".", "t/self");
    link("loop.in", "t/loop.in");
    link("one", "t/two");
    link("two", "t/one");
    // Back to the folder above the given one, which holds others; and to one of them.
    link("../..", "t/b/up");
    link("../outside", "t/more");
    let found = find_fixtures::<Anagrams>(&[folder.root().join("t")], None, None).unwrap();
    assert_eq!(
        judgements_of(&folder, &found.fixtures),
        [
            "t/b/1.in many AC",
            "t/loop.in many IE loop.in is a link that leads nowhere; fix or remove it",
            "t/more/3.in many AC",
        ]
    );
    assert_eq!(found.not_read, ["t/one", "t/two"].map(|name| (folder.root().join(name), "not a name of a case")));
    let found = find_fixtures::<Anagrams>(&[folder.root().join("t/a"), folder.root().join("t/b")], None, None).unwrap();
    assert_eq!(judgements_of(&folder, &found.fixtures), ["t/a/1.in many AC"]);
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
            r"a\u{1b}[2J\rfake.in many AC",
            r"x/in/\xF8.txt many IE an input without an answer; add out/\xF8.txt",
            r"x/in/\xF9.txt many AC",
            r"\xF5_in_1.txt many AC",
            r"\xFC.in many IE an answer without an input; add \xFC.in or remove the answer",
            r"\xFD.in many IE an input without an answer; add \xFD.out",
            r"\xFE.in many AC",
            r"\xFF/1.in many AC",
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
            "1.in many IE 1.in cannot be read: No such file or directory",
            "2.in many IE 2.out cannot be read: No such file or directory",
            "invalid/4.in many IE 4.in cannot be read: No such file or directory",
            "sub/3.in many IE 3.in cannot be read: No such file or directory",
            "valid_output/5.in many IE 5.out cannot be read: No such file or directory",
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

#[test]
fn a_package_s_invalid_inputs_are_rejected_by_its_validator() {
    let folder = TemporaryFolder::with(&[
        ("many/data/invalid_input/input2.txt", "1\nab \n"),
        ("many/data/invalid_input/long.in", "1\nabcabcabcabcabcabcabc\n"),
        ("many/data/invalid_input/notes.txt", "why each is invalid"),
        ("many/data/invalid_input/blank.in", "1\nab \n"),
        ("many/data/invalid_input/valid.in", "1\nab\n"),
        ("many/invalid/blank.in", "1\nab \n"),
    ]);
    let answered = "WA an invalid input was answered; it should be rejected";
    let expected = [
        "many/data/invalid_input/blank.in many AC".to_owned(),
        "many/data/invalid_input/input2.txt many AC".to_owned(),
        "many/data/invalid_input/long.in many AC".to_owned(),
        format!("many/data/invalid_input/valid.in many {answered}"),
        format!("many/invalid/blank.in many {answered}"),
    ];
    assert_eq!(judgements(&folder), expected);
}

#[test]
fn an_invalid_input_of_no_known_judge_must_be_invalid_for_all() {
    let folder = TemporaryFolder::with(&[("invalid/none.in", "1\nx\n"), ("invalid/one.in", "abc\n")]);
    let why = "nothing says for which judge this is invalid, and it is a valid input for one: use --judge";
    assert_eq!(judgements(&folder), ["invalid/none.in many AC".to_owned(), format!("invalid/one.in many IE {why}")]);
}
