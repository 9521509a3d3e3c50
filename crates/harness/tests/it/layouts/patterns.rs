//! What is said if no layout applies, and patterns for the names.

use testkit::TemporaryFolder;

use super::{NONE, ONE, TWO, YES, found_in, refusal};

#[test]
#[cfg_attr(not(unix), ignore = "names that Windows does not allow")]
fn a_folder_without_a_case_is_refused_with_what_is_in_it_and_what_is_read() {
    let read = "no case found: a case is a file NAME.in with NAME.out, NAME.ans or NAME.a, 01 with 01.a, \
                input1.txt with output1.txt, in/NAME with out/NAME, or in a Kattis package; for other names use \
                --names '%.inp:%.res'";
    assert_eq!(refusal(&[], None), format!(".: {read}; found 0 files"));
    assert_eq!(refusal(&[(".x.in", ONE)], None), format!(".: {read}; found 0 files"));
    assert_eq!(refusal(&[("a\nb.zip", "")], None), format!(".: {read}; found 1 file (a\\nb.zip)"));
    let games = [("game.i10", ONE), ("game.i2", ONE), ("sub/game.o2", NONE), ("game.o10", NONE)];
    assert_eq!(refusal(&games, None), format!(".: {read}; found 4 files (game.i2, game.i10, game.o10, ...)"));
    let three = [("a", ""), ("b", ""), ("c", "")];
    assert_eq!(refusal(&three, None), format!(".: {read}; found 3 files (a, b, c)"));
    let names = "no case found: with --names a case is a file %.x with %.y; found 4 files (game.i2, game.i10, \
                 game.o10, ...)";
    assert_eq!(refusal(&games, Some("%.x:%.y")), format!(".: {names}"));
    // Each of the folders needs a case, also if another one has some.
    let folder = TemporaryFolder::with(&[("a/1.in", ONE), ("a/1.out", NONE), ("a/b/x.py", ""), ("c/1", "")]);
    assert_eq!(found_in(&folder, &["a", "c"], None).unwrap_err(), format!("c: {read}; found 1 file (1)"));
    assert_eq!(found_in(&folder, &["a", "a/b"], None).unwrap_err(), format!("a/b: {read}; found 1 file (x.py)"));
}

#[test]
fn a_pattern_replaces_all_layouts() {
    let folder = TemporaryFolder::with(&[
        ("a/x.inp", ONE),
        ("a/x.res", NONE),
        ("a/10.inp", TWO),
        ("a/10.res", YES),
        ("a/9.inp", TWO),
        ("a/8.res", YES),
        ("a/1.in", ONE),
        ("a/1.out", NONE),
        ("invalid/1.inp", "1\nxy\n"),
        ("invalid/2.inp", ONE),
        ("invalid/2.res", NONE),
        ("README", ""),
    ]);
    assert_eq!(
        found_in(&folder, &[""], Some("%.inp:%.res")).unwrap(),
        [
            "a/8.inp: %.inp with %.res: IE an answer without an input; add 8.inp or remove the answer",
            "a/9.inp: %.inp with %.res: IE an input without an answer; add 9.res",
            "a/10.inp: %.inp with %.res: AC",
            "a/x.inp: %.inp with %.res: AC",
            "invalid/1.inp: an input to be rejected: AC",
            "invalid/2.inp: %.inp with %.res: IE an answer in a folder of inputs that have none; move it",
            "not read: README",
            "not read: a/1.in",
            "not read: a/1.out",
        ]
    );
    assert_eq!(found_in(&folder, &["a/x.inp"], Some("%.inp:%.res")).unwrap(), ["a/x.inp: %.inp with %.res: AC"]);
    assert_eq!(
        found_in(&folder, &["a/x.res"], Some("%.inp:%.res")).unwrap_err(),
        "a/x.res: an answer; name its input, a/x.inp"
    );
}

#[test]
fn a_pattern_may_have_folders_and_an_input_that_is_only_the_text() {
    let folder = TemporaryFolder::with(&[
        ("t/q/in.x", TWO),
        ("t/q/out.x", YES),
        ("t/r/in.x", TWO),
        ("t/s/out.x", YES),
        ("01", ONE),
        ("01.ok", NONE),
        ("2", ONE),
        ("3.ok", NONE),
        ("README", ""),
    ]);
    assert_eq!(
        found_in(&folder, &["t"], Some("%/in.x:%/out.x")).unwrap(),
        [
            "t/q/in.x: %/in.x with %/out.x: AC",
            "t/r/in.x: %/in.x with %/out.x: IE an input without an answer; add out.x",
            "t/s/in.x: %/in.x with %/out.x: IE an answer without an input; add in.x or remove the answer",
        ]
    );
    // The folder itself is part of the name, even if it is given alone.
    assert_eq!(found_in(&folder, &["t/q"], Some("%/in.x:%/out.x")).unwrap(), ["t/q/in.x: %/in.x with %/out.x: AC"]);
    let lines = found_in(&folder, &[""], Some("%:%.ok")).unwrap();
    let cases: Vec<&String> = lines.iter().filter(|line| !line.contains(".x")).collect();
    assert_eq!(
        cases,
        [
            "01: % with %.ok: AC",
            "2: % with %.ok: IE an input without an answer; add 2.ok",
            "3: % with %.ok: IE an answer without an input; add 3 or remove the answer",
            "not read: README",
        ]
    );
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
        let folder = TemporaryFolder::with(&[(input, ONE), (answer, NONE)]);
        let found = found_in(&folder, &[""], Some(names)).unwrap_or_default();
        let sides = names.replace(':', " with ");
        assert_eq!(found.contains(&format!("{input}: {sides}: AC")), is_case, "{names}: {found:?}");
    }
    // The answer may lie beside the folder that is given.
    let folder = TemporaryFolder::with(&[("t/1.i", ONE), ("sol/1.o", NONE)]);
    assert_eq!(found_in(&folder, &["t"], Some("t/%.i:sol/%.o")).unwrap(), ["t/1.i: t/%.i with sol/%.o: AC"]);
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
            assert_eq!(pattern.parse::<harness::NamePattern>().unwrap_err().to_string(), error, "{pattern}");
        }
    }
}

#[test]
fn an_archive_is_to_be_unpacked_first() {
    for name in ["t.zip", "T.TAR.GZ"] {
        let folder = TemporaryFolder::with(&[(name, "")]);
        let error = found_in(&folder, &[name], None).unwrap_err();
        assert_eq!(error, format!("{name}: this is an archive; unpack it first"));
    }
}
