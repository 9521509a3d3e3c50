//! Little memory, full disks, and failing power.
#![cfg(target_os = "linux")]

use std::fs;

use testkit::TemporaryFolder;

use crate::store::last;
use crate::{ATLAS, CHECK, OCTAL, check_failed, program, run_limited, stdout, text_of, without_times};

/// In KiB. The program itself needs a quarter of that.
const LIMIT: &str = "ulimit -v 49152;";

/// What `octal` prints with little memory, given that it succeeds without a message.
#[track_caller]
fn summary(arguments: &[&str]) -> String {
    without_times(&text_of(run_limited(LIMIT, OCTAL, arguments))).to_owned()
}

#[track_caller]
fn check_error(program: &str, arguments: &[&str], expected: &str) {
    check_failed(&run_limited(LIMIT, program, arguments), expected);
}

/// All values would take 40 MB. The line is from a script that computes a few values by the definition of the game, and
/// counts the others by the period in *Winning Ways*, chapter 4.
#[test]
fn where_a_period_is_proven_early_little_memory_is_enough() {
    let expected = "code=.137 n=20000000 checksum=3279C4E5 max=9 max_at=85 zeros=2941180 last_zero=19999998 \
                    mask=0x6+size rare=6470585 last_rare=20000000 period=34 preperiod=52";
    assert_eq!(summary(&[".137", "--to", "20000000", "--threads", "1"]), expected);
}

/// The values of a game without moves take 24 MB: they have room once, but not twice.
#[test]
fn a_checkpoint_is_continued_without_a_second_copy() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    for to in [12_000_000, 13_000_000] {
        let line = summary(&[".0", "--to", &to.to_string(), "--checkpoint", &checkpoint]);
        assert!(line.contains(&format!(" zeros={} last_zero={to} period=1 preperiod=0", to + 1)), "{line}");
    }
}

/// In the atlas, Dawson's Kayles is done before, and stays in the table.
#[test]
fn a_lack_of_memory_is_an_error_with_a_remedy() {
    let folder = TemporaryFolder::default();
    let [checkpoint, atlas] = ["values", "atlas"].map(|name| folder.path(name));
    let memory = |values: &str| format!("not enough memory for {values} values of two bytes each");
    let unproven = "and those to heap 1048576 prove no period; choose a smaller --to";
    let arguments = [".106", "--threads", "1", "--to", "4000000000"];
    check_error(OCTAL, &arguments, &format!("octal: {}, {unproven}", memory("4000000001")));
    // With a folder at once, and before it is there.
    let arguments = [&arguments[..], &["--checkpoint", &checkpoint]].concat();
    check_error(OCTAL, &arguments, &format!("octal: {}; choose a smaller --to", memory("4000000001")));
    assert_eq!(fs::read_dir(folder.root()).expect("a folder").count(), 0);
    let arguments = [&*atlas, "--to", "444000000", "--only", ".106", "--only", ".07", "--threads", "1"];
    let expected = format!("octal-atlas: the game .106: {}, {unproven}, or --threads 1", memory("444000001"));
    check_error(ATLAS, &arguments, &expected);
    assert!(crate::atlas::rows(&atlas).keys().eq([".07"]));
    // By the name of a piece.
    stdout(&[".106", "--to", "100", "--checkpoint", &checkpoint]);
    folder.write("values/000000500000000.values", b"");
    let remedy = "end other programs, or use a machine with more";
    let expected = format!("{checkpoint}: {}; {remedy}", memory("500000000"));
    check_error(OCTAL, &[".106", "--to", "200", "--checkpoint", &checkpoint], &format!("octal: {expected}"));
    check_error(CHECK, &[".106", &checkpoint], &format!("octal-check: {expected}"));
}

/// Files cannot be longer than 1 KiB. With a system that only returns the error, and with one that also sends a signal,
/// which would end the program.
#[test]
fn what_does_not_fit_on_the_disk_is_an_error_and_what_was_there_stays() {
    for limits in ["ulimit -f 2; trap '' XFSZ;", "ulimit -f 2;"] {
        let folder = TemporaryFolder::default();
        let (plot, values) = (folder.write("plot.svg", b"what was there"), folder.path("values"));
        stdout(&[".77", "--to", "100", "--checkpoint", &values]);
        for (option, path, what) in [
            ("--plot", &plot, format!("{plot}: cannot draw the plot")),
            ("--checkpoint", &values, format!("{values}/000000000005001.values: cannot write the values")),
        ] {
            let output = run_limited(limits, OCTAL, &[".77", "--to", "5000", option, path]);
            check_failed(&output, &format!("octal: {what}: File too large (os error 27)"));
        }
        assert_eq!(fs::read_to_string(&plot).expect("a file"), "what was there");
        assert_eq!(fs::read_dir(folder.root()).expect("a folder").count(), 2);
        // The lock, and the values to heap 100, from which the next run continues.
        assert_eq!((last("values", &values), fs::read_dir(&values).expect("a folder").count()), (101, 2));
    }
}

/// What is not a file has no place beside it for a temporary one.
#[test]
fn a_plot_may_be_written_into_a_device() {
    assert!(stdout(&["grundy", "--to", "10", "--plot", "/dev/null"]).starts_with("code=grundy n=10 "));
}

/// A file that is synced may still lose its new name if the power fails, unless its folder is synced too.
#[test]
fn the_name_of_a_new_file_outlasts_a_power_failure() {
    let folder = TemporaryFolder::default();
    let (plot, trace) = (folder.path("plot.svg"), folder.path("trace"));
    let options = ["-f", "-y", "-o", &trace, "-e", "trace=/^(rename|fsync)", OCTAL];
    let arguments = [&options[..], &["grundy", "--to", "10", "--plot", &plot]].concat();
    if !program("strace", &arguments).output().is_ok_and(|output| output.status.success()) {
        return testkit::skip("strace is missing, or may not trace programs");
    }
    let calls = fs::read_to_string(&trace).expect("a trace");
    let (_, after) = calls.split_once("rename").expect("the file gets its name");
    let root = fs::canonicalize(folder.root()).expect("a folder");
    let is_sync = |line: &str| line.contains("fsync(") && line.contains(&format!("<{}>)", root.display()));
    assert!(after.lines().any(is_sync), "{calls}");
}
