//! Errors: one line on standard error, nothing on standard output, exit code 2.

use testkit::TemporaryFolder;

use crate::{check_failed, run};

#[track_caller]
fn check(arguments: &[&str], expected: &str) {
    check_failed(&run(arguments), &format!("octal: {expected}"));
}

#[test]
fn an_invalid_code_is_an_error_that_says_what_a_code_looks_like() {
    let missing = "missing digits: expected at least one after the point, as in .77";
    for code in [".", "0."] {
        check(&[code], &format!("invalid value '{code}' for '[CODE]': {missing}; see --help"));
    }
    check(&[".78"], "invalid value '.78' for '[CODE]': invalid digit '8' at position 3: expected 0 to 7; see --help");
}

#[test]
fn invalid_arguments_are_errors_of_one_line() {
    let missing = "<CODE|--subtract <NUMBERS>|--hex <CODE>>";
    check(&[], &format!("the following required arguments were not provided: {missing}; see --help"));
    check(&[".77", "--subtract", "1"], "the argument '[CODE]' cannot be used with '--subtract <NUMBERS>'; see --help");
    check(
        &["--hex", ".8Z"],
        "invalid value '.8Z' for '--hex <CODE>': invalid digit 'Z' at position 3: expected 0 to F; see --help",
    );
    let numbers = "expected numbers from 1 to 2000 with commas between them, such as 1,3,4";
    for wrong in ["0,1", "1,,3", "1,x", "", "2000000"] {
        check(
            &["--subtract", wrong],
            &format!("invalid value '{wrong}' for '--subtract <NUMBERS>': {numbers}; see --help"),
        );
    }
    check(
        &[".77", "--misere", "--to", "51"],
        "--misere: expected at most 50 tokens, found 51; the positions of more are too many where moves split heaps",
    );
    let range = "expected a number from 0 to 999999999999999";
    for wrong in ["ten", "1000000000000000", "-5"] {
        check(&[".77", "--to", wrong], &format!("invalid value '{wrong}' for '--to <N>': {range}; see --help"));
    }
    check(&[".77", "--to", "5000000000"], "--to: expected a number from 0 to 4294967294, or use --windows; see --help");
    let svg = "expected a name that ends in .svg, as plots are SVG pictures";
    check(&[".77", "--plot", "x.png"], &format!("invalid value 'x.png' for '--plot <FILE.svg>': {svg}; see --help"));
    check(
        &[".77", "--every=-1"],
        "invalid value '-1' for '--every <SECS>': expected a number of seconds, 0 or more; see --help",
    );
    check(&[".77", "--plot", ""], &format!("invalid value '' for '--plot <FILE.svg>': {svg}; see --help"));
    check(
        &[".77", "--threads", "0"],
        "invalid value '0' for '--threads <N>': number would be zero for non-zero type; see --help",
    );
    let ignored = run(&[".77", "--keep", "5", "--values"]);
    assert!(String::from_utf8_lossy(&ignored.stderr).contains("cannot be used with"), "{ignored:?}");
    let missing = "the following required arguments were not provided: <--checkpoint <FOLDER>|--windows <FOLDER>>";
    check(&[".77", "--every", "5"], &format!("{missing}; see --help"));
    check(&[".77", ".007"], "unexpected argument '.007'; see --help");
    check(&[".77", "--nonsense"], "unexpected argument '--nonsense' found; see --help");
    check(
        &[".77", "--valuse"],
        "unexpected argument '--valuse' found; a similar argument exists: '--values'; see --help",
    );
}

#[test]
#[cfg_attr(not(unix), ignore = "the messages are from Unix")]
fn files_that_cannot_be_written_are_errors_before_the_work() {
    let folder = TemporaryFolder::default();
    let path = folder.path("missing/file");
    let to = "100000000";
    let cause = "No such file or directory (os error 2)";
    check(&[".007", "--to", to, "--plot", &path], &format!("{path}: cannot write the plot: {cause}"));
    let file = folder.write("file", b"");
    let cause = "cannot create the folder: Not a directory (os error 20)";
    check(&[".007", "--to", to, "--checkpoint", &format!("{file}/values")], &format!("{file}/values: {cause}"));
}
