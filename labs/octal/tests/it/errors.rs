//! Errors: one line on standard error, nothing on standard output, exit code 2.

use testkit::TemporaryFolder;

use crate::{check_failed, run};

#[track_caller]
fn check(arguments: &[&str], expected: &str) {
    check_failed(&run(arguments), &format!("octal: {expected}"));
}

#[test]
fn invalid_values_are_errors_that_say_what_is_right() {
    let missing = "missing digits: expected at least one after the point, as in .77";
    let numbers = "expected numbers from 1 to 2000 with commas between them, such as 1,3,4";
    let range = "expected a number from 0 to 999999999999999";
    let svg = "expected a name that ends in .svg, as plots are SVG pictures";
    let seconds = "expected a number of seconds, 0 or more";
    let point = "missing point: expected one before the digit for taking one token, as in .77, or grundy";
    for (option, values, reason) in [
        ("[CODE]", &[".", "0."][..], missing),
        ("[CODE]", &["Grundy", "77"], point),
        ("[CODE]", &[".78"], "invalid digit '8' at position 3: expected 0 to 7"),
        ("--subtract <NUMBERS>", &["0,1", "1,,3", "1,x", "", "2000000"], numbers),
        ("--hex <CODE>", &["grundy"], "not a hexadecimal code; leave out --hex"),
        ("--hex <CODE>", &[".8Z"], "invalid digit 'Z' at position 3: expected 0 to F"),
        ("--to <N>", &["ten", "1000000000000000", "-5"], range),
        ("--plot <FILE.svg>", &["x.png", ""], svg),
        ("--every <SECS>", &["-1"], seconds),
        ("--threads <N>", &["0"], "expected a number from 1"),
    ] {
        for value in values {
            let argument = option.split(' ').next().filter(|name| name.starts_with("--"));
            let arguments = argument.map_or_else(|| (*value).to_owned(), |name| format!("{name}={value}"));
            check(&[&arguments], &format!("invalid value '{value}' for '{option}': {reason}; see --help"));
        }
    }
}

#[test]
fn arguments_that_do_not_fit_are_errors_of_one_line() {
    let game = "<CODE|--subtract <NUMBERS>|--hex <CODE>>";
    let missing = "the following required arguments were not provided";
    let misere = "--misere: too many positions: expected at most 50 tokens, or at most 2000000 positions if no move \
                  splits a heap";
    let folder = "<--checkpoint <FOLDER>|--windows <FOLDER>>";
    for (arguments, expected) in [
        (&[][..], format!("{missing}: {game}; see --help")),
        (
            &[".77", "--subtract", "1"],
            "the argument '[CODE]' cannot be used with '--subtract <NUMBERS>'; see --help".to_owned(),
        ),
        (&[".77", "--misere", "--to", "51"], misere.to_owned()),
        (&["--subtract", "1,2", "--misere", "--to", "4000000000"], misere.to_owned()),
        (&["--subtract", "1,2", "--misere", "--winning-moves", "200,200,200"], misere.to_owned()),
        (
            &["--hex", ".8", "--to", "2000000", "--windows", "never-created"],
            ".8: no heaps are rare, as moves do not split heaps, or leave three, or all are worth 0; leave out --windows"
                .to_owned(),
        ),
        (
            &[".77", "--to", "5000000000"],
            "--to: expected a number from 0 to 4294967294, or use --windows; see --help".to_owned(),
        ),
        (&[".77", "--every", "5"], format!("{missing}: {folder}; see --help")),
        (&[".77", ".007"], "unexpected argument '.007'; see --help".to_owned()),
        (
            &[".77", "--valuse"],
            "unexpected argument '--valuse' found; a similar argument exists: '--values'; see --help".to_owned(),
        ),
    ] {
        check(arguments, &expected);
    }
    let ignored = run(&[".77", "--keep", "5", "--values"]);
    assert!(String::from_utf8_lossy(&ignored.stderr).contains("cannot be used with"), "{ignored:?}");
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
    check(&[".007", "--to", to, "--checkpoint", &file], &format!("{file}: a file; name a folder"));
    let cause = "cannot create the folder: Not a directory (os error 20)";
    check(&[".007", "--to", to, "--checkpoint", &format!("{file}/values")], &format!("{file}/values: {cause}"));
}
