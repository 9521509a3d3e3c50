//! What the program prints and draws.

use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use crate::{ATLAS, CHECK, OCTAL, octal, program, stdout, text_of, without_times};

#[test]
#[cfg_attr(not(unix), ignore = "sessions need a Unix shell")]
fn sessions_in_the_documents_are_up_to_date() {
    testkit::agree_with_sessions(OCTAL);
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
fn the_completions_have_the_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("octal") && script.contains("checkpoint"), "{shell}: {script}");
    }
}

/// T. S. Ferguson, *Game Theory*, part I; Kenyon's game from R. K. Guy, R. J. Nowakowski, *Unsolved problems in
/// combinatorial games*.
#[test]
fn any_rule_of_heaps_has_values_and_a_period() {
    let line = stdout(&["--subtract", "1,3,4", "--to", "1000"]);
    let expected = "code=.3033 n=1000 checksum=CFFF0507 max=3 max_at=5 zeros=286 last_zero=996 period=7 preperiod=0";
    assert_eq!(without_times(&line), expected);
    assert_eq!(without_times(&stdout(&[".3033", "--to", "1000"])), expected);
    assert_eq!(stdout(&["--subtract", "4, 3,1 ", "--to", "7", "--values"]), "0\n1\n0\n1\n2\n3\n2\n0\n");
    assert_eq!(stdout(&["grundy", "--to", "8", "--values"]), "0\n0\n0\n1\n0\n2\n1\n0\n2\n");
    let line = stdout(&["--hex", "0.3f"]);
    let expected = "code=.3F n=1000 checksum=7B66D090 max=500 max_at=998 zeros=2 last_zero=3 seen_period=6 seen_preperiod=0 \
                    seen_saltus=3";
    assert_eq!(without_times(&line), expected);
    // What is proven is not only seen.
    assert!(stdout(&["--hex", ".A"]).contains(" period=2 preperiod=1 seconds="));
}

#[test]
fn json_has_the_fields_and_the_values() {
    let json = stdout(&[".77", "--to", "8", "--json", "--values"]);
    let (start, rest) = json.split_once(",\"seconds\":").expect("a field");
    let fields = r#"{"code":".77","n":8,"checksum":"004B0011","max":4,"max_at":5,"zeros":1,"last_zero":0"#;
    assert!(start.starts_with(fields), "{json}");
    assert!(rest.ends_with(",\"values\":[0,1,2,3,1,4,3,2,1]}\n"), "{json}");
}

/// The values of .77 from 0 on are 0, 1, 2, 3, 1, 4, 3, 2. In misère play, W. L. Sibert and J. H. Conway,
/// *Mathematical Kayles*, 1992, have the lost rows.
#[test]
fn winning_moves_and_lost_heaps_are_listed() {
    assert_eq!(
        stdout(&[".77", "--winning-moves", "3, 5,7,5"]),
        "code=.77 nimber=1 heaps=3,5,7,5 winning_moves=3\nheap=3 leave=2\nheap=7 leave=6\nheap=7 leave=2,4\n"
    );
    assert_eq!(
        stdout(&["grundy", "--winning-moves", "3"]),
        "code=grundy nimber=1 heaps=3 winning_moves=1\nheap=3 leave=1,2\n"
    );
    assert_eq!(stdout(&[".77", "--winning-moves", "2,2"]), "code=.77 nimber=0 heaps=2,2 winning_moves=0\n");
    assert_eq!(
        stdout(&["--hex", ".8", "--winning-moves", "9", "--json"]),
        r#"{"code":".8","nimber":2,"heaps":[9],"winning_moves":[{"heap":9,"leave":[2,3,3]}]}"#.to_owned() + "\n"
    );
    assert_eq!(
        without_times(&stdout(&[".77", "--misere", "--to", "20"])),
        "code=.77 play=misere n=20 lost=1,4,9,12,20"
    );
    assert!(stdout(&[".77", "--misere", "--to", "9", "--json"]).contains(",\"n\":9,\"lost\":[1,4,9],\"seconds\":"));
    // Two heaps of one token, or a heap of one, are left to move last on.
    assert_eq!(
        stdout(&["--subtract", "1,2", "--misere", "--winning-moves", "3"]),
        "code=.33 play=misere heaps=3 winning_moves=1\nheap=3 leave=1\n"
    );
}
