// The values of gaps by a closed form.
use std::io;

/// The Grundy value of `length` empty cells between two ends. An end is a mark, or `None` for the edge of the board.
///
/// One sees the pattern in a table of the first values, and can prove it by induction.
fn grundy(left: Option<char>, length: usize, right: Option<char>) -> usize {
    match (left, right) {
        _ if length == 0 => 0,
        (None, None) => length % 2,
        (None, _) | (_, None) => length,
        (left, right) => usize::from(left == right),
    }
}

fn alice_wins(board: &str) -> bool {
    let (mut sum, mut left, mut length) = (0, None, 0);
    for cell in board.chars() {
        if cell == '.' {
            length += 1;
        } else {
            sum ^= grundy(left, length, Some(cell));
            (left, length) = (Some(cell), 0);
        }
    }
    sum ^= grundy(left, length, None);
    let marks = board.chars().filter(|&cell| cell != '.').count();
    let alice_moves = marks % 2 == 0;
    alice_moves == (sum != 0)
}

fn main() -> io::Result<()> {
    let input = io::read_to_string(io::stdin())?;
    for board in input.split_whitespace().skip(1) {
        println!("{}", if alice_wins(board) { "Possible." } else { "Impossible." });
    }
    Ok(())
}
