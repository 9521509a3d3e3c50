//! The smallest program: it reads a case, solves it and writes the answer, and generates and explains nothing.

use problem::{Count, Dialect, Field, Format, OutputRule, Problem};

/// Says of each word whether it reads the same backwards.
struct Palindromes;

impl Problem for Palindromes {
    type Solver = ();
    type Answer = bool;

    const NAME: &'static str = "palindromes";
    const ABOUT: &'static str = "Finds palindromes";
    const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
        name: "plain",
        title: "a count, then the words",
        aliases: &[],
        format: Format {
            noun: "word",
            unit: "letter",
            count: Count::Announced(1..=9),
            case: &[&[Field::Word { name: "a word", length: 1..=9, check: None }]],
        },
        solve: |(), case| {
            let word = case.word(0).text();
            Ok(word.iter().eq(word.iter().rev()))
        },
        write: |number, answer, out| out.extend_from_slice(format!("{number} {answer}\n").as_bytes()),
        output: OutputRule::LINES,
        generator: None,
    }];
}

fn main() -> std::process::ExitCode {
    harness::run::<Palindromes>()
}
