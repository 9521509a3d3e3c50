//! What the input validator says.

use super::package;

#[test]
fn the_validator_names_the_place() {
    let Some(validator) = testkit::validator(&package().input_validator) else { return };
    for (input, code, message) in [
        (&b".***\n#*.x\n###.\nx...\n"[..], 42, ""),
        (b"", 43, "line 1, column 1: expected '#', '*', 'x' or '.'\n"),
        (b".***\n#*.x\n##\xFF.\nx...\n", 43, "line 3, column 3: expected '#', '*', 'x' or '.'\n"),
        (b".***\n#*.x\r\n###.\nx...\n", 43, "line 2, column 5: expected a newline after four cells\n"),
        (b".***\n#*.x\n###.\nx...", 43, "line 4, column 5: expected a newline after four cells\n"),
        (b".***\n#*.x\n###.\nx...\n\n", 43, "line 5, column 1: expected the end of the input after four lines\n"),
        (b".***\n#*.x\n####\nx...\n", 43, "line 3, column 4: 5 cells with '#' instead of 4\n"),
        (b".***\n#*.x\n###.\n....\n", 43, "line 1, column 1: 1 cells with 'x' instead of 2\n"),
        (b"..**\n#**x\n###.\nx...\n", 43, "line 1, column 3: the cells with '*' do not form an L\n"),
    ] {
        let run = validator.run(&["--any", "argument"], input);
        assert_eq!((run.code, String::from_utf8(run.stdout).unwrap().as_str()), (Some(code), message));
        assert!(run.stderr.is_empty());
    }
}
