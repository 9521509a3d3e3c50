//! How an input is solved as a whole, and its answers are written.

use std::io::{self, Write};

use problem::{Layout, Place, Problem, Solution, solve};

use crate::formats::Sums;

fn solved(layout: Layout, input: &str) -> Solution<Sums> {
    solve(Sums::dialect("many").unwrap(), layout, input.as_bytes()).unwrap()
}

#[test]
fn what_follows_the_last_case_is_ignored_and_has_a_place() {
    assert_eq!(solved(Layout::Free, "1\na\n\n").ignored_from(), None);
    let solution = solved(Layout::Free, "1\n a\n aa\n");
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
    let solution = solved(Layout::Exact, &format!("90000\n{}", "aaaa\n".repeat(90_000)));
    let mut pieces = Pieces(Vec::new());
    solution.write_to(&mut pieces).unwrap();
    assert_eq!(pieces.0.concat(), b"4\n".repeat(90_000));
    let lengths: Vec<usize> = pieces.0.iter().map(Vec::len).collect();
    assert_eq!(lengths, [65_536, 65_536, 180_000 - 2 * 65_536]);
}
