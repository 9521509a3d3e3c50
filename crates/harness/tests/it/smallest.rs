//! The smallest program, which is the example `palindromes`: a problem that generates and explains nothing.

use testkit::{Program, Run};

/// Cargo builds the examples with the tests, beside the folder of the tests.
fn run(arguments: &[&str], stdin: &[u8]) -> Run {
    let tests = std::env::current_exe().expect("this test");
    let example = tests.ancestors().nth(2).expect("the folder above").join("examples/palindromes");
    Program::at(example.to_str().expect("a plain path")).run(arguments, stdin)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn commands_that_need_a_generator_or_an_explainer_are_refused() {
    let help = text(&run(&["--help"], b"").stdout);
    assert!(help.contains("\n  check ") && help.contains("\n  checker "), "{help}");
    for (arguments, message) in [
        (&["generate"][..], "no cases can be generated for this judge"),
        (&["stress", "--against", "true"], "no cases can be generated for this judge"),
        (&["explain", "level"], "palindromes cannot explain positions"),
    ] {
        let run = run(arguments, b"");
        assert_eq!((run.code, run.stdout.as_slice()), (Some(2), &b""[..]));
        assert!(text(&run.stderr).contains(message), "{}", text(&run.stderr));
    }
}
