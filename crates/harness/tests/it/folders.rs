//! Which files of a folder are fixtures, and how broken fixtures are reported.

use std::ops::ControlFlow;
use std::time::Duration;

use harness::{CaseOutcome, CheckPlan, FixedClock, Fixture, Inputs, check, find_fixtures};
use problem::Problem;
use testkit::{Anagrams, Program, TemporaryFolder, run_in_subprocess, skip, subprocess_argument};

/// The judgements on the fixtures of a folder: `name dialect verdict message`.
fn judgements(folder: &TemporaryFolder) -> Vec<String> {
    let fixtures = find_fixtures::<Anagrams>(&[folder.root().to_owned()], None, None).unwrap().fixtures;
    let plan = CheckPlan { candidate: None, comparison: None, inputs: Inputs::AsTheJudgeGives, threads: 2 };
    let mut found = Vec::new();
    let add = |fixture: &Fixture<Anagrams>, outcome: CaseOutcome| {
        let judgement = outcome.judgement().expect("every fixture is judged");
        let name = folder.without_root(&fixture.name);
        let message = judgement.message.split(" (os error").next().unwrap_or_default();
        let line = format!("{name} {} {} {message}", fixture.dialect.name, judgement.verdict);
        found.push(folder.without_root(line.trim_end()));
        Ok(ControlFlow::Continue(()))
    };
    check(&fixtures, &plan, &FixedClock(Duration::ZERO), add).unwrap();
    found
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
    ]);
    // Files that cannot be read, even by root.
    std::fs::create_dir(folder.root().join("target")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.root().join("5.in")).unwrap();
    std::os::unix::fs::symlink("target", folder.root().join("6.out")).unwrap();
    assert_eq!(
        judgements(&folder),
        [
            "1.in many IE an input without an answer; add a .out, or an .ans",
            "2.in many IE an answer without an input; add the .in or remove the answer",
            "3.in many IE an answer in .out and another one in .ans; remove one",
            "4.in many IE the input is invalid: 2:1: invalid character 'x': expected 'a', 'b' or 'c'",
            "5.in many IE 5.in cannot be read: No such file or directory",
            "6.in many IE an input without an answer; add a .out, or an .ans",
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
    ]);
    assert_eq!(
        judgements(&folder),
        [
            "1.in many PE case 1 of 2, line 2, column 1 of the answer file: this solver disagrees: 1 newline missing",
            "2.in many AC",
            "3.in many WA case 1 of 1, line 1, column 1 of the answer file: this solver disagrees: there is another order",
        ]
    );
}

#[test]
fn a_path_that_does_not_exist_is_an_error_that_names_it() {
    let error = |path: &str| format!("{:#}", find_fixtures::<Anagrams>(&[path.into()], None, None).unwrap_err());
    assert_eq!(error("no/such\nplace"), "no/such\\nplace: no such file or folder");
    assert_eq!(
        error("Cargo.toml"),
        "Cargo.toml: neither a folder nor the input of a case: a case is a file NAME.in with NAME.out, NAME.ans or NAME.a, \
         01 with 01.a, input1.txt with output1.txt, in/NAME with out/NAME, or in a Kattis package; for other names use \
         --names '%.inp:%.res'"
    );
}

#[test]
fn an_input_given_twice_is_one_fixture_and_hidden_files_are_none() {
    let folder =
        TemporaryFolder::with(&[("a/1.in", "1\na\n"), ("a/1.out", "NONE\n\n"), (".hidden.in", ""), (".git/x.in", "")]);
    let paths =
        [folder.root().join("a/1.in"), folder.root().to_owned(), folder.root().join("a"), folder.root().join("./a")];
    assert_eq!(find_fixtures::<Anagrams>(&paths, None, None).unwrap().fixtures.len(), 1);
}

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
    ]);
    let set_mode = |name: &str, mode| {
        std::fs::set_permissions(folder.root().join(name), std::fs::Permissions::from_mode(mode)).unwrap();
    };
    set_mode("sub", 0o000);
    set_mode("a.in", 0o000);
    let found = judgements(&folder);
    // So that the folder can be removed.
    set_mode("sub", 0o755);
    assert_eq!(
        found,
        [
            "a.in many IE a.in cannot be read: Permission denied",
            "sub many IE the folder cannot be read: Permission denied",
            "sub.in many AC",
        ]
    );
}

#[test]
fn a_cycle_of_links_ends() {
    let folder = TemporaryFolder::with(&[("a/1.in", "1\na\n"), ("a/1.out", "NONE\n\n")]);
    std::os::unix::fs::symlink("..", folder.root().join("a/again")).unwrap();
    assert_eq!(judgements(&folder), ["a/1.in many AC"]);
}
