//! Values in constant memory.

use std::fs;
use std::process::Stdio;

use testkit::{TemporaryFolder, wait_until};

use crate::{check_failed, octal, run, stdout, without_times};

/// The number of values up to the end of the last window, 0 if there is none.
fn last_window(folder: &str) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.filter_map(|name| name.strip_suffix(".window")?.parse().ok()).max().unwrap_or(0)
}

/// The program is killed each time that it has saved a window, while it continues or writes the next one. Heap
/// 1,397,406 of .324 is undecided at first, and not rare.
#[test]
fn a_run_that_is_killed_continues_from_its_last_window() {
    for (code, to, least) in [(".106", 2_500_000, 3), (".324", 2_300_000, 1)] {
        let folder = TemporaryFolder::default();
        let (windows, to) = (folder.path("windows"), to.to_string());
        let arguments = [code, "--to", &to, "--every", "0", "--keep", "200000", "--windows", &windows];
        for _ in 0..least {
            let before = last_window(&windows);
            let mut run = octal(&arguments).stdout(Stdio::null()).spawn().expect("the program can be started");
            wait_until("no further window", || {
                last_window(&windows) > before || run.try_wait().is_ok_and(|end| end.is_some())
            });
            run.kill().expect("it can be killed");
            run.wait().expect("it ends");
        }
        // As one that is killed may leave it.
        fs::write(format!("{windows}/000000000000123.window.part"), "half").expect("the folder is there");
        let undisturbed = stdout(&[code, "--to", &to]);
        for _ in 0..2 {
            assert_eq!(without_times(&stdout(&arguments)), without_times(&undisturbed));
        }
        let mut names =
            fs::read_dir(&windows).expect("the folder is there").map(|entry| entry.expect("an entry").path());
        assert!(names.all(|path| path.extension().is_none_or(|ending| ending != "part")), "{code}");
    }
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

/// The stream leaves heap 16,267,610 of .205 undecided, and it is rare: found by the engine that looks at all pairs.
#[test]
#[ignore = "takes half a minute; `scripts/test --long` runs it"]
fn a_rare_heap_after_many_common_ones_is_found() {
    let found = stdout(&[".205", "--to", "16300000"]);
    assert!(found.contains(" last_rare=16267610 "), "{found}");
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
    let path = format!("{windows}/000000001200001.window");
    let good = fs::read(&path).expect("a window");
    fs::write(&path, &good[1..]).expect("there is room");
    let remedy = "remove it to continue from the one before it, or from heap 0 if there is none";
    check_failed(&run(&arguments), &format!("octal: {path}: the window is damaged; {remedy}"));
    fs::remove_file(&path).expect("it is there");
    stdout(&arguments);
    assert!(fs::read(&path).expect("a window") == good);
    check_failed(
        &run(&[".104", "--windows", &windows]),
        &format!("octal: {path}: the window is of the game .106, not .104; name another folder"),
    );
    check_failed(
        &run(&[".106", "--to", "5000000000"]),
        "octal: invalid value '5000000000' for '--to <N>': expected a number from 0 to 4294967294, or use --windows; \
         see --help",
    );
}
