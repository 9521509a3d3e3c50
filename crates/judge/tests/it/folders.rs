//! Which files of a folder make a case, and what comes of a case that is at fault.

use judge::{Case, Dialect, check, find};

use crate::toy::{Anagrams, Folder, Judge, Steady};

/// The cases in a folder, each with what comes of it: `name dialect verdict message`.
fn findings(folder: &Folder) -> Vec<String> {
    let cases = find::<Judge>(&[folder.path().to_owned()], None).unwrap();
    let mut found = Vec::new();
    let tell = |case: &Case<Judge>, finding: judge::Finding| {
        let name = folder.without_place(&case.name);
        let message = finding.message.split(" (os error").next().unwrap_or_default();
        let told = format!("{name} {} {} {message}", case.dialect.name(), finding.verdict);
        found.push(folder.without_place(told.trim_end()));
        Ok(())
    };
    check::<Anagrams>(&cases, None, 2, &Steady, tell).unwrap();
    found
}

#[test]
fn cases_come_in_the_order_of_their_names_from_all_folders_below() {
    let folder = Folder::with(&[
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
    assert_eq!(findings(&folder), ["1.5.in many AC", "a/deep/er/x.in many AC", "b/10.in many AC", "b/9.in many AC"]);
}

#[test]
fn the_nearest_folder_with_a_judge_s_name_is_the_dialect() {
    let folder = Folder::with(&[
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
    assert_eq!(findings(&folder), expected);
    let below = |place: &str| find::<Judge>(&[folder.path().join(place)], None).unwrap()[0].dialect;
    // Also where the folder that is named is below it, and where a single case is named.
    assert_eq!((below("one/any"), below("one/any/x.in"), below("some-one")), (Judge::One, Judge::One, Judge::Many));
    let told = find(&[folder.path().to_owned()], Some(Judge::One)).unwrap();
    assert!(told.iter().all(|case| case.dialect == Judge::One));
}

#[test]
fn what_is_no_whole_case_is_at_fault_and_no_success() {
    let folder = Folder::with(&[
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
    // Files that cannot be read, whoever reads them.
    std::fs::create_dir(folder.path().join("target")).unwrap();
    std::os::unix::fs::symlink("nowhere", folder.path().join("5.in")).unwrap();
    std::os::unix::fs::symlink("target", folder.path().join("6.out")).unwrap();
    assert_eq!(
        findings(&folder),
        [
            "1.in many IE an input without an answer; add a .out, or an .ans",
            "2.in many IE an answer without an input; add the .in or remove the answer",
            "3.in many IE an answer in .out and another one in .ans; remove one",
            "4.in many IE the input is no legal one: 2:1: 'x' is no cell: a board is made of 'a', 'b' and 'c'",
            "5.in many IE 5.in cannot be read: No such file or directory",
            "6.in many IE an input without an answer; add a .out, or an .ans",
        ]
    );
}

#[test]
fn an_invalid_input_must_be_refused() {
    let folder = Folder::with(&[
        ("invalid/1.in", "1\nxy\n"),
        ("invalid/2.in", "1\nab\n"),
        ("invalid/3.in", "1\nxy\n"),
        ("invalid/3.out", "NONE\n\n"),
    ]);
    assert_eq!(
        findings(&folder),
        [
            "invalid/1.in many AC",
            "invalid/2.in many WA an invalid input was answered; it should be refused",
            "invalid/3.in many IE an answer in a folder of inputs that have none; move it",
        ]
    );
}

#[test]
fn a_wrong_answer_file_is_told_from_the_solver_s_side() {
    let folder = Folder::with(&[
        ("1.in", "2\nab\nc\n"),
        ("1.out", "YES\nba\nNONE\n"),
        ("2.in", "1\nabc\n"),
        ("2.out", "YES\ncab\n"),
        ("3.in", "1\nabc\n"),
        ("3.out", "NONE\n\n"),
    ]);
    assert_eq!(
        findings(&folder),
        [
            "1.in many PE case 2 of 2, line 4, column 1 of the answer file: this solver disagrees: 1 newline missing",
            "2.in many AC",
            "3.in many WA case 1 of 1, line 1, column 1 of the answer file: this solver disagrees: there is another order",
        ]
    );
}

#[test]
fn a_folder_that_is_not_there_is_named() {
    let told = |place: &str| format!("{:#}", find::<Judge>(&[place.into()], None).unwrap_err());
    assert_eq!(told("no/such\nplace"), "no/such\\nplace: no such file or folder");
    assert_eq!(told("Cargo.toml"), "Cargo.toml: no folder, and no file NAME.in either");
}

#[test]
fn what_is_named_twice_is_judged_once_and_hidden_files_are_no_cases() {
    let folder = Folder::with(&[("a/1.in", "1\na\n"), ("a/1.out", "NONE\n\n"), (".hidden.in", ""), (".git/x.in", "")]);
    let places =
        [folder.path().join("a/1.in"), folder.path().to_owned(), folder.path().join("a"), folder.path().join("./a")];
    assert_eq!(find::<Judge>(&places, None).unwrap().len(), 1);
}

#[test]
fn a_pipe_is_not_waited_for() {
    let folder = Folder::with(&[("1.out", "NONE\n\n")]);
    let pipe = folder.path().join("1.in");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("2.in")).unwrap();
    folder.write("2.out", b"");
    assert_eq!(findings(&folder), ["1.in many IE 1.in is no regular file", "2.in many IE 2.in is no regular file"]);
}

/// Who may read everything, such as root, cannot be shown this.
#[test]
fn what_may_not_be_read_is_a_fault_with_its_own_name() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[
        ("a.in", "1\na\n"),
        ("a.out", "NONE\n\n"),
        ("sub/1.in", ""),
        ("sub.in", "1\na\n"),
        ("sub.out", "NONE\n\n"),
    ]);
    let permit = |name: &str, mode| {
        std::fs::set_permissions(folder.path().join(name), std::fs::Permissions::from_mode(mode)).unwrap();
    };
    permit("sub", 0o000);
    permit("a.in", 0o000);
    if std::fs::read(folder.path().join("a.in")).is_err() {
        let expected = [
            "a.in many IE a.in cannot be read: Permission denied",
            "sub many IE the folder cannot be read: Permission denied",
            "sub.in many AC",
        ];
        assert_eq!(findings(&folder), expected);
    }
    permit("sub", 0o755);
}

#[test]
fn a_folder_that_is_a_link_to_itself_has_an_end() {
    let folder = Folder::with(&[("a/1.in", "1\na\n"), ("a/1.out", "NONE\n\n")]);
    std::os::unix::fs::symlink("..", folder.path().join("a/again")).unwrap();
    assert_eq!(findings(&folder), ["a/1.in many AC"]);
}
