//! Little memory.
#![cfg(target_os = "linux")]

use std::fs;

use testkit::TemporaryFolder;

use crate::{ATLAS, CHECK, OCTAL, check_failed, run_limited, stdout, text_of, without_times};

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

#[test]
fn a_lack_of_memory_is_an_error_with_a_remedy() {
    let folder = TemporaryFolder::default();
    let arguments = [".106", "--threads", "1", "--to", "4000000000"];
    let memory = "octal: not enough memory for 4000000001 values of two bytes each";
    let unproven = "and those to heap 1048576 prove no period";
    check_error(OCTAL, &arguments, &format!("{memory}, {unproven}; choose a smaller --to"));
    // With a folder at once, and before it is there.
    let checkpoint = folder.path("values");
    let with_checkpoint = [&arguments[..], &["--checkpoint", &checkpoint]].concat();
    check_error(OCTAL, &with_checkpoint, &format!("{memory}; choose a smaller --to"));
    assert_eq!(fs::read_dir(folder.root()).expect("a folder").count(), 0);
}

/// Dawson's Kayles is done before, and stays in the table.
#[test]
fn a_lack_of_memory_for_the_atlas_is_an_error_that_names_the_game_and_keeps_the_others() {
    let folder = TemporaryFolder::default();
    let atlas = folder.path("atlas");
    let memory = "not enough memory for 444000001 values of two bytes each, and those to heap 1048576 prove no period";
    let expected = format!("octal-atlas: the game .106: {memory}; choose a smaller --to, or --threads 1");
    let arguments = [&atlas, "--to", "444000000", "--only", ".106"];
    check_error(ATLAS, &[&arguments[..], &["--only", ".07", "--threads", "1"]].concat(), &expected);
    let rows = crate::atlas::rows(&atlas);
    assert!(rows.keys().eq([".07"]) && rows[".07"]["preperiod"] == "53", "{rows:?}");
}

/// By the name of a piece.
#[test]
fn values_that_are_too_many_for_the_memory_are_an_error_with_a_remedy() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    stdout(&[".106", "--to", "100", "--checkpoint", &checkpoint]);
    let piece = folder.write("values/000000500000000.values", b"");
    let expected = format!(
        "{checkpoint}: not enough memory for 500000000 values of two bytes each; end other programs, or use a \
         machine with more"
    );
    for (name, program, arguments) in [
        ("octal", OCTAL, &[".106", "--to", "200", "--checkpoint", &checkpoint][..]),
        ("octal-check", CHECK, &[".106", &checkpoint]),
    ] {
        check_error(program, arguments, &format!("{name}: {expected}"));
    }
    fs::remove_file(piece).expect("it is ours");
    stdout(&[".106", "--to", "200", "--checkpoint", &checkpoint]);
}

/// The values of a game without moves take 24 MB: they have room once, but not twice.
#[test]
fn a_checkpoint_is_continued_without_a_second_copy() {
    let folder = TemporaryFolder::default();
    let checkpoint = folder.path("values");
    let zeros = |to: usize| {
        let last = format!("zeros={} last_zero={to} period=1 preperiod=0", to + 1);
        format!("code=.0 n={to} checksum=00000000 max=0 max_at=0 {last}")
    };
    for to in [12_000_000, 13_000_000] {
        assert_eq!(summary(&[".0", "--to", &to.to_string(), "--checkpoint", &checkpoint]), zeros(to));
    }
}
