//! How an input is solved as a whole, and its answers are written.

use std::io::{self, Write};

use problem::{Case, Count, Diagnostic, Dialect, Field, Format, Layout, OutputRule, Place, Problem, solve};

/// The length of each word. Solves all whole lines in bulk, and then says so.
struct Lengths;

const FORMAT: Format = Format {
    noun: "word",
    unit: "letter",
    count: Count::Announced(1..=99_999),
    case: &[&[Field::Word { name: "a word", length: 1..=9, check: None }]],
};

impl Problem for Lengths {
    type Solver = ();
    type Answer = String;

    const NAME: &'static str = "lengths";
    const ABOUT: &'static str = "Measures words";
    const DIALECTS: &'static [Dialect<Self>] = &[Dialect {
        name: "words",
        title: "words",
        aliases: &["plain"],
        format: FORMAT,
        solve: |(), case: Case<'_>| -> Result<String, Diagnostic> { Ok(case.word(0).text().len().to_string()) },
        write: |_, answer, out| out.extend_from_slice(format!("{answer}\n").as_bytes()),
        output: OutputRule::LINES,
        generator: None,
    }];

    fn solve_line(_: &Dialect<Self>, (): &mut (), lines: &[u8]) -> Option<(String, usize)> {
        let length = lines.iter().position(|&byte| byte == b'\n')?;
        Some((format!("{length} in bulk"), length + 1))
    }
}

fn solved(layout: Layout, input: &str) -> problem::Solution<Lengths> {
    solve(Lengths::dialect("plain").unwrap(), layout, input.as_bytes()).unwrap()
}

#[test]
fn cases_are_solved_in_bulk_in_the_free_layout_only() {
    assert_eq!(solved(Layout::Free, "3\n\na\nbb\nccc").to_bytes(), b"1 in bulk\n2 in bulk\n3\n");
    assert_eq!(solved(Layout::Exact, "2\na\nbb\n").to_bytes(), b"1\n2\n");
}

#[test]
fn what_follows_the_last_case_is_ignored_and_has_a_place() {
    assert_eq!(solved(Layout::Free, "1\na\n\n").ignored_from(), None);
    let solution = solved(Layout::Free, "1\na\n bb\n");
    assert_eq!(solution.ignored_from(), Some(Place { line: 3, column: 2 }));
    assert_eq!((solution.len(), solution.is_empty()), (1, false));
    let none = solved(Layout::Free, "0\n");
    assert_eq!((none.len(), none.is_empty()), (0, true));
}

#[test]
fn answers_are_written_in_large_pieces_which_are_not_kept() {
    struct Pieces(Vec<Vec<u8>>);
    impl Write for Pieces {
        fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
            self.0.push(piece.to_vec());
            Ok(piece.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let solution = solved(Layout::Exact, &format!("90000\n{}", "word\n".repeat(90_000)));
    let mut pieces = Pieces(Vec::new());
    solution.write_to(&mut pieces).unwrap();
    assert_eq!(pieces.0.concat(), b"4\n".repeat(90_000));
    let lengths: Vec<usize> = pieces.0.iter().map(Vec::len).collect();
    assert_eq!(lengths, [65_536, 65_536, 180_000 - 2 * 65_536]);
}
