//! The usual solution of `UVa` 10561: tries every cell and evaluates the whole board again. It does not check its
//! input.

use std::io::{self, BufWriter, Write};

/// Two X at most this far apart are a threat.
const REACH: usize = 2;

fn main() -> io::Result<()> {
    let input = io::read_to_string(io::stdin())?;
    let mut words = input.split_ascii_whitespace();
    let count = words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
    let boards: Vec<&str> = words.take(count).collect();
    let grundy = grundy_numbers(boards.iter().map(|board| board.len()).max().unwrap_or(0));

    let mut out = BufWriter::new(io::stdout().lock());
    for board in boards {
        let winning = winning_cells(board, &grundy);
        writeln!(out, "{}", if winning.is_empty() { "LOSING" } else { "WINNING" })?;
        for (index, cell) in winning.iter().enumerate() {
            write!(out, "{}{cell}", if index > 0 { " " } else { "" })?;
        }
        writeln!(out)?;
    }
    out.flush()
}

/// The Grundy numbers of strips of up to `longest` cells, by length.
fn grundy_numbers(longest: usize) -> Vec<usize> {
    let mut grundy = vec![0];
    for length in 1..=longest {
        let mut is_reachable = vec![false; 2 * length];
        for cell in 1..=length {
            let left = cell.saturating_sub(REACH + 1);
            let right = (length - cell).saturating_sub(REACH);
            let value: usize = grundy[left] ^ grundy[right];
            is_reachable[value] = true;
        }
        grundy.push(is_reachable.iter().position(|&reachable| !reachable).unwrap_or(is_reachable.len()));
    }
    grundy
}

fn winning_cells(board: &str, grundy: &[usize]) -> Vec<usize> {
    let mut board = board.as_bytes().to_vec();
    let mut winning = Vec::new();
    for cell in 0..board.len() {
        if board[cell] == b'X' {
            continue;
        }
        board[cell] = b'X';
        if has_three(&board) || !mover_wins(&board, grundy) {
            winning.push(cell + 1);
        }
        board[cell] = b'.';
    }
    winning
}

fn has_three(board: &[u8]) -> bool {
    board.windows(3).any(|three| three == b"XXX")
}

/// Returns whether the player to move wins a board without three adjacent X.
fn mover_wins(board: &[u8], grundy: &[usize]) -> bool {
    let mut is_unsafe = vec![false; board.len()];
    for (cell, _) in board.iter().enumerate().filter(|&(_, &sign)| sign == b'X') {
        for near in cell.saturating_sub(REACH)..=(cell + REACH).min(board.len() - 1) {
            if near != cell && board[near] == b'X' {
                return true;
            }
            is_unsafe[near] = true;
        }
    }
    let strips = is_unsafe.split(|&cell| cell);
    strips.fold(0, |sum, strip| sum ^ grundy[strip.len()]) != 0
}
