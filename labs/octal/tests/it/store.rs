//! Stopping and continuing, with all values or in constant memory.

use std::fs;
use std::path::Path;
use std::process::{Output, Stdio};

use octal::Store;
use testkit::{TemporaryFolder, wait_until};

use crate::{check_failed, octal, run, stdout, without_times};

/// The number of values up to the end of the last piece of a kind, 0 if there is none.
pub(crate) fn last(kind: &str, folder: &str) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter_map(|name| name.strip_suffix(kind)?.strip_suffix('.')?.parse().ok()).max().unwrap_or(0)
}

#[test]
fn a_checkpoint_is_continued_and_may_be_longer_than_asked_for() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    for to in ["100", "5000", "50"] {
        let resumed = stdout(&["0.137", "--to", to, "--checkpoint", &checkpoint]);
        let fresh = stdout(&[".137", "--to", to]);
        assert_eq!(without_times(&resumed), without_times(&fresh), "{to}");
    }
    assert_eq!(last("values", &checkpoint), 5001);
}

#[test]
fn a_checkpoint_that_another_run_uses_is_an_error_that_says_so() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    let used = Store::open(Path::new(&checkpoint), &".007".parse().expect("a code")).expect("a new folder");
    let reason = "another run is using this folder; wait until it ends, or name another folder";
    let arguments = [".007", "--to", "100", "--checkpoint", &checkpoint];
    check_failed(&run(&arguments), &format!("octal: {checkpoint}: {reason}"));
    drop(used);
    stdout(&arguments);
}

/// The program is killed each time that it has saved a piece, while it continues or writes the next one. Heap 1,397,406
/// of .324 is undecided at first, and not rare.
#[test]
fn a_run_that_is_killed_continues_from_its_last_piece() {
    for (code, to, option, kind, least) in [
        (".007", 40_000, "--checkpoint", "values", 4),
        (".106", 2_500_000, "--windows", "window", 3),
        (".324", 2_300_000, "--windows", "window", 1),
    ] {
        let folder = TemporaryFolder::default();
        let (path, to) = (folder.path("saved"), to.to_string());
        let keep = if kind == "window" { &["--keep", "200000"][..] } else { &[] };
        let arguments = [&[code, "--to", &to, "--every", "0", option, &path], keep].concat();
        for _ in 0..least {
            let before = last(kind, &path);
            let mut run = octal(&arguments).stdout(Stdio::null()).spawn().expect("the program can be started");
            wait_until("no further piece", || {
                last(kind, &path) > before || run.try_wait().is_ok_and(|end| end.is_some())
            });
            run.kill().expect("it can be killed");
            run.wait().expect("it ends");
        }
        // As one that is killed may leave it.
        fs::write(format!("{path}/000000000000123.values.part"), "half").expect("the folder is there");
        let undisturbed = stdout(&[code, "--to", &to]);
        for _ in 0..2 {
            assert_eq!(without_times(&stdout(&arguments)), without_times(&undisturbed));
        }
        let mut names = fs::read_dir(&path).expect("the folder is there").map(|entry| entry.expect("an entry").path());
        assert!(names.all(|path| path.extension().is_none_or(|ending| ending != "part")), "{code}");
    }
}

/// The folder has the same pieces: values that were saved are continued in constant memory, and then by all values.
#[test]
fn constant_memory_continues_from_saved_values_and_the_other_way_round() {
    let folder = TemporaryFolder::default();
    let path = folder.path("values");
    stdout(&[".106", "--to", "1000000", "--checkpoint", &path]);
    for (to, option) in [("1300000", "--windows"), ("1200000", "--checkpoint")] {
        let found = stdout(&[".106", "--to", to, option, &path]);
        assert_eq!(without_times(&found), without_times(&stdout(&[".106", "--to", to])), "{option}");
    }
    assert_eq!((last("window", &path), last("values", &path)), (1_300_001, 1_200_001));
}

/// The table that was published has the period and the preperiod.
#[test]
#[ignore = "takes half a minute; `scripts/test --long` runs it"]
fn periods_of_sparse_games_agree_with_others() {
    for (code, period, preperiod) in [(".104", 11_770_282, 197_769_598), (".054", 10_015_179, 193_235_616)] {
        let folder = TemporaryFolder::default();
        let arguments = [code, "--to", "1000000000", "--keep", "10000000", "--windows", &folder.path("windows")];
        let found = stdout(&arguments);
        assert!(found.contains(&format!(" period={period} preperiod={preperiod} ")), "{code}: {found}");
        assert_eq!(without_times(&stdout(&arguments)), without_times(&found));
    }
}

#[test]
fn of_a_period_that_is_proven_in_memory_no_more_values_are_computed() {
    let folder = TemporaryFolder::default();
    let found = stdout(&[".77", "--to", "999999999999999", "--windows", &folder.path("windows")]);
    assert!(found.starts_with("code=.77 n=1048576 ") && found.contains(" period=12 preperiod=71 "), "{found}");
}

#[test]
fn a_window_that_cannot_be_used_is_an_error_that_says_what_to_do() {
    let folder = TemporaryFolder::default();
    let windows = folder.path("windows");
    let arguments = [".106", "--to", "1200000", "--windows", &windows];
    stdout(&arguments);
    let Output { stderr: more, .. } = run(&[".106", "--to", "9", "--windows", &windows]);
    assert_eq!(
        String::from_utf8_lossy(&more),
        format!("octal: {windows}: heaps to 1200000 are known and counted, not to 9\n")
    );
    let path = format!("{windows}/000000001200001.window");
    let good = fs::read(&path).expect("a window");
    fs::write(&path, &good[1..]).expect("there is room");
    let remedy = "remove it to continue from the one before, or from the values if there is none";
    check_failed(&run(&arguments), &format!("octal: {path}: damaged window; {remedy}"));
    fs::remove_file(&path).expect("it is there");
    stdout(&arguments);
    assert!(fs::read(&path).expect("a window") == good);
    check_failed(
        &run(&[".104", "--windows", &windows]),
        &format!("octal: {path}: a piece of the game .106, not .104; name another folder"),
    );
}
