//! What the program prints and draws.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::{ATLAS, CHECK, OCTAL, octal, program, stdout, text_of, without_times};

/// The checksum is the one that `ogsolve` prints. The mask of .007 is 0x7b8, of which values below 512 have the low
/// nine bits.
#[test]
fn the_summary_has_the_published_checksum() {
    let line = stdout(&[".007", "--to", "32768"]);
    assert!(line.starts_with("code=.007 n=32768 checksum=5DA347A2 max="), "{line}");
    assert!(line.contains(" mask=0x1b8 rare="), "{line}");
    assert!(!line.contains("period="), "{line}");
    assert_eq!(line.lines().count(), 1, "{line}");
}

#[test]
#[cfg_attr(not(unix), ignore = "sessions need a Unix shell")]
fn sessions_in_the_documents_are_up_to_date() {
    testkit::agree_with_sessions(OCTAL);
}

#[test]
fn values_are_printed_one_per_line() {
    assert_eq!(stdout(&[".77", "--to", "7", "--values"]), "0\n1\n2\n3\n1\n4\n3\n2\n");
    assert_eq!(stdout(&["grundy", "--to", "8", "--values"]), "0\n0\n0\n1\n0\n2\n1\n0\n2\n");
}

#[test]
fn engines_and_threads_do_not_change_the_output() {
    let sparse = stdout(&[".6", "--to", "20000"]);
    for options in [&["--engine", "plain"][..], &["--threads", "1"], &["--threads", "3", "--engine", "sparse"]] {
        let other = stdout(&[&[".6", "--to", "20000"], options].concat());
        assert_eq!(without_times(&other), without_times(&sparse), "{options:?}");
    }
}

#[test]
fn a_reader_that_stops_reading_is_not_an_error() {
    let mut command = octal(&[".77", "--to", "1000000", "--values"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program can be started");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    let mut stderr = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut stderr).expect("text");
    assert_eq!((first.as_str(), stderr.as_str()), ("0\n", ""));
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn every_program_prints_its_version_and_examples() {
    let programs = [
        ("octal", OCTAL, ".007 --to 1048576"),
        ("octal-check", CHECK, ".007 values --heaps 1000 --recent 5000 --seed 1"),
        ("octal-atlas", ATLAS, "atlas --to 65536"),
    ];
    for (name, path, example) in programs {
        let print = |option| text_of(program(path, &[option]).output().expect("the program can be started"));
        assert_eq!(print("--version"), format!("{name} {}\n", startup::version()));
        let help = print("--help");
        assert!(help.contains(&format!("\n  {name} {example}\n")), "{help}");
    }
}

#[test]
fn the_manual_and_the_completions_have_the_options() {
    let manual = stdout(&["manual"]);
    assert!(manual.contains(".TH octal 1") && manual.contains("\\-\\-checkpoint"), "{manual}");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("octal") && script.contains("checkpoint"), "{shell}: {script}");
    }
}
