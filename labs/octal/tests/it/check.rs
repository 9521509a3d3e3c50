//! `octal-check`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use octal::Store;
use testkit::TemporaryFolder;

use crate::{CHECK, program};

/// The exit code and both streams.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let Output { status, stdout, stderr } = program(CHECK, arguments).output().expect("the program can be started");
    let [stdout, stderr] = [stdout, stderr].map(|stream| String::from_utf8(stream).expect("text"));
    (status.code(), stdout, stderr)
}

/// What is printed of values without a wrong one, except the time.
fn right(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = run(arguments);
    assert_eq!((code, &*stderr), (Some(0), ""), "{arguments:?}: {stdout}");
    assert_eq!(stdout.lines().count(), 1, "{stdout}");
    crate::without_times(&stdout).to_owned()
}

/// The files of a folder with their bytes.
fn files(folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    paths.map(|path| (path.clone(), fs::read(path).expect("a file"))).collect()
}

/// Saves these values in a folder.
fn save(path: &str, code: &str, values: &[u16]) {
    let mut store = Store::open(Path::new(path), &code.parse().expect("a code")).expect("a new folder");
    store.save(values).expect("there is room");
}

#[test]
fn a_right_checkpoint_passes_and_stays_as_it_is() {
    let folder = TemporaryFolder::default();
    for code in [".007", ".77", "4.7", ".6", "grundy", ".16"] {
        let checkpoint = folder.path(code);
        crate::stdout(&[code, "--to", "500", "--checkpoint", &checkpoint]);
        let state = || (files(&checkpoint), fs::metadata(&checkpoint).expect("it is there").modified().ok());
        let before = state();
        let line = right(&[code, &checkpoint, "--seed", "3"]);
        assert!(line.starts_with(&format!("code={code} n=500 checksum=")), "{line}");
        assert!(line.contains(" checked=501 recent=501 seed=3 pairs="), "{line}");
        assert!(line.ends_with(" wrong=0 excluded=0 excluded_recent=0"), "{line}");
        assert!(before == state());
    }
    // Heap 4 leaves the pairs 1 and 1, and 1 and 2.
    let file = folder.path(".77");
    fs::remove_dir_all(&file).expect("it is ours");
    save(&file, ".77", &[0, 1, 2, 3, 1]);
    // The sums of the first values are 0, 1, 3, 6 and 7.
    let expected = "code=.77 n=4 checksum=00110007 checked=5 recent=0 seed=1 pairs=3 wrong=0 excluded=0";
    assert_eq!(right(&["0.770", &file, "--recent", "0", "--seed", "1"]), expected);
}

/// The checksum is the one that `ogsolve` prints. The rates were computed by `1-e(l(.01)/n)` in bc, for 750 and 250
/// heaps, and for 350: then all of the last ones are drawn.
#[test]
fn the_seed_draws_the_sample_and_the_line_says_what_is_excluded() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    crate::stdout(&[".007", "--to", "32768", "--checkpoint", &checkpoint]);
    let sample = |options: &[&str]| right(&[&[".007", checkpoint.as_str()], options].concat());
    let line = sample(&["--heaps", "1000", "--recent", "5000", "--seed", "7"]);
    let start = "code=.007 n=32768 checksum=5DA347A2 checked=1000 recent=5000 seed=7 pairs=";
    assert!(line.starts_with(start) && line.ends_with(" wrong=0 excluded=0.0062 excluded_recent=0.019"), "{line}");
    let options = ["--heaps", "400", "--recent", "50", "--seed"];
    let with_seed = |seed, threads| sample(&[&options[..], &[seed, "--threads", threads]].concat());
    let first = with_seed("5", "1");
    assert!(first.contains(" checked=400 ") && first.ends_with(" excluded=0.014 excluded_recent=0"), "{first}");
    assert_eq!(first, with_seed("5", "3"));
    let field = |line: &str, name| line.split_once(name).expect("a field").1.split(' ').next().map(str::to_owned);
    assert_ne!(field(&first, " pairs="), field(&with_seed("6", "1"), " pairs="));
    let unseeded = sample(&options[..4]);
    assert_eq!(with_seed(&field(&unseeded, " seed=").expect("a number"), "1"), unseeded);
}

#[test]
fn only_the_first_wrong_values_are_shown() {
    let folder = TemporaryFolder::default();
    let path = folder.path("values");
    // In Kayles only heap 0 has the value 0.
    save(&path, ".77", &[0; 31]);
    let (code, stdout, stderr) = run(&[".77", &path, "--seed", "1"]);
    assert!(code == Some(1) && stdout.contains(" checked=31 ") && stdout.contains(" wrong=30 "), "{stdout}");
    assert!(!stdout.contains("excluded"), "{stdout}");
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines[0], format!("octal-check: {path}: heap 1 has the value 0, and by its moves 1"));
    assert_eq!((lines.len(), lines[20]), (21, &*format!("octal-check: {path}: and 10 more")));
    assert!(lines[19].contains(": heap 20 has the value 0, and by its moves "), "{stderr}");
}

#[test]
fn what_cannot_be_checked_is_an_error_of_one_line() {
    let folder = TemporaryFolder::default();
    let [values, empty, none] = ["values", "empty", "none"].map(|name| folder.path(name));
    save(&values, ".77", &[0, 1, 2]);
    save(&empty, ".77", &[]);
    for (arguments, expected) in [
        (
            vec![".78"],
            "invalid value '.78' for '<CODE>': digits from 8 on let moves leave three heaps; such games are \
             not checked; see --help"
                .to_owned(),
        ),
        (vec![".77"], "the following required arguments were not provided: <FOLDER>; see --help".to_owned()),
        (
            vec![".77", &values, "--heaps", "0"],
            "invalid value '0' for '--heaps <COUNT>': expected a number from 1; see --help".to_owned(),
        ),
        (
            vec![".7", &values],
            format!("{values}/000000000000003.values: a piece of the game .77, not .7; name another folder"),
        ),
        (vec![".77", &empty], format!("{empty}: the folder has no values; let `octal` compute some")),
    ] {
        assert_eq!(run(&arguments), (Some(2), String::new(), format!("octal-check: {expected}\n")));
    }
    let (code, stdout, stderr) = run(&[".77", &none]);
    assert_eq!((code, &*stdout), (Some(2), ""));
    assert!(stderr.starts_with(&format!("octal-check: {none}: cannot read the folder: ")), "{stderr}");
    assert_eq!((stderr.lines().count(), Path::new(&none).exists()), (1, false));
}

#[test]
fn what_a_run_has_saved_is_checked_while_it_runs() {
    let folder = TemporaryFolder::default();
    let path = folder.path("values");
    let mut running = Store::open(Path::new(&path), &".77".parse().expect("a code")).expect("a new folder");
    running.save(&[0, 1, 2, 3, 1]).expect("there is room");
    assert!(right(&[".77", &path]).contains(" checked=5 "));
    running.save(&[0, 1, 2, 3, 1, 4]).expect("there is room");
}

/// The table of a stream has 32,768 heaps. The windows are after the 1,048,577 values with which the stream begins,
/// after 1,100,000 and each further 100,000, and the last one.
#[test]
fn windows_are_checked_and_a_wrong_value_in_one_is_found() {
    let folder = TemporaryFolder::default();
    let windows = folder.path("windows");
    crate::stdout(&[".106", "--to", "1300000", "--keep", "100000", "--windows", &windows]);
    let start = "code=.106 n=1300000 checked=34768 recent=1000000 seed=2 pairs=";
    let line = right(&[".106", &windows, "--heaps", "1000", "--seed", "2"]);
    assert!(line.starts_with(start) && line.ends_with(" windows=5 recomputed=251424 wrong=0"), "{line}");
    let line = right(&[".106", &windows, "--heaps", "1000", "--seed", "2", "--distance", "0"]);
    assert!(line.starts_with(start) && line.ends_with(" windows=5 recomputed=0 wrong=0"), "{line}");
}
