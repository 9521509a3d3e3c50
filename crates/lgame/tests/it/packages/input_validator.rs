//! The input validator accepts what the judge could give.

use problem::{Layout, Rng, solve};
use testkit::{TemporaryFolder, fixtures};

use super::{Built, dialect, input, mutations, package, positions, rows};

const POSITION: &str = ".***/#*.x/###./x...";

fn is_legal(input: &[u8]) -> bool {
    solve(dialect(), Layout::Exact, input).is_ok()
}

/// The position with its cells in another order.
fn shuffled(rng: &mut Rng) -> Vec<u8> {
    let mut cells = *b"####****xx......";
    for last in (1..cells.len()).rev() {
        cells.swap(last, rng.below(last + 1));
    }
    cells.chunks(4).flat_map(|row| [row, b"\n"].concat()).collect()
}

#[test]
fn the_validator_accepts_what_the_judge_could_give() {
    let folder = TemporaryFolder::default();
    let source = package().input_validator;
    let Some(many) = Built::new(&folder, "validate_many.py", include_str!("validate_many.py")) else { return };
    let validator = folder.write(source.file, source.text().as_bytes());

    let mut rng = Rng::new(2002);
    let mut inputs: Vec<Vec<u8>> = fixtures("lgame").iter().map(testkit::Fixture::input).collect();
    inputs.extend(positions().step_by(61).map(rows));
    inputs.extend((0..500).map(|_| shuffled(&mut rng)));
    let position = input(POSITION);
    inputs.extend(mutations(&position, b" \t\n\x0B\x0C\r\0#*x.Xo/0\x7F\x80\xFF"));
    for one in 0..position.len() {
        for other in one + 1..position.len() {
            let mut swapped = position.clone();
            swapped.swap(one, other);
            inputs.push(swapped);
        }
    }
    for blank in ["", " ", "\t", "\r", "\x0B", "\x0C", "\0", "\n", "\r\n", "\u{FEFF}", "/"] {
        let text = String::from_utf8(position.clone()).unwrap();
        inputs.push([blank.as_bytes(), &position].concat());
        inputs.push([&position, blank.as_bytes()].concat());
        inputs.push(text.replace('\n', &format!("{blank}\n")).into_bytes());
        inputs.push(text.replace('\n', &format!("\n{blank}")).into_bytes());
        inputs.push(text.replace('\n', blank).into_bytes());
        inputs.push(blank.as_bytes().to_vec());
    }

    let mut legal = 0;
    for (input, verdict) in inputs.iter().zip(many.ask_about(&[&validator], &inputs, 1)) {
        let shown = String::from_utf8_lossy(input);
        if is_legal(input) {
            legal += 1;
            assert_eq!(verdict, "42 ''", "{shown}");
        } else {
            let message =
                verdict.strip_prefix("43 ").and_then(|rest| rest.strip_suffix("\\n\"").or(rest.strip_suffix("\\n'")));
            let message = message.unwrap_or_else(|| panic!("{shown}: {verdict}"));
            assert!(
                message[1..].starts_with("line ") && message.contains(", column ") && !message.contains("\\n"),
                "{message}"
            );
        }
    }
    assert!(legal > 400 && legal < inputs.len() / 2, "{legal} of {}", inputs.len());
}

#[test]
fn the_validator_names_the_place() {
    let folder = TemporaryFolder::default();
    let source = package().input_validator;
    let Some(validator) = Built::new(&folder, source.file, &source.text()) else { return };
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
