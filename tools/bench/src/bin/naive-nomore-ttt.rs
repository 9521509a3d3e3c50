//! The usual solution of `LightOJ` 1401: one pass over the cells of each board. It does not check its input.

use std::io::{self, BufWriter, Write};

fn main() -> io::Result<()> {
    let input = io::read_to_string(io::stdin())?;
    let mut words = input.split_ascii_whitespace();
    let count = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);

    let mut out = BufWriter::new(io::stdout().lock());
    for (index, board) in words.take(count).enumerate() {
        writeln!(out, "Case {}: {}", index + 1, if alice_wins(board) { "Yes" } else { "No" })?;
    }
    out.flush()
}

fn alice_wins(board: &str) -> bool {
    let mut marks = 0;
    let mut nim_sum = 0;
    let mut gap = 0;
    let mut last_mark = None;
    for cell in board.chars() {
        if cell == '.' {
            gap += 1;
            continue;
        }
        nim_sum ^= grundy(gap, last_mark, Some(cell));
        marks += 1;
        gap = 0;
        last_mark = Some(cell);
    }
    nim_sum ^= grundy(gap, last_mark, None);
    let alice_moves = marks % 2 == 0;
    (nim_sum != 0) == alice_moves
}

/// The Grundy number of a gap between two marks. `None` stands for the edge of the board.
fn grundy(gap: usize, left: Option<char>, right: Option<char>) -> usize {
    match (left, right) {
        _ if gap == 0 => 0,
        (None, None) => gap % 2,
        (Some(left), Some(right)) => usize::from(left == right),
        _ => gap,
    }
}
