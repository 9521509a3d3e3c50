//! The usual solution of `UVa` 10561, made fast: it still tries every cell and scans the whole board for each, but
//! reads and writes all at once, allocates nothing for a board, looks values up by the distance of two X, and scans for
//! no cell that decides the game at once. It does not check its input.

use std::io::{self, Read, Write};

const LONGEST: usize = 200;
/// Two X at most this far apart are a threat.
const REACH: usize = 2;

/// Values of the cells between two X, or between an X and the edge, by their number.
struct Values {
    inner: [u8; 256],
    outer: [u8; 256],
}

fn main() -> io::Result<()> {
    let mut input = Vec::new();
    io::stdin().lock().read_to_end(&mut input)?;
    let values = values();
    let mut out = Vec::with_capacity(input.len());
    let mut lines = input.split_mut(|&byte| byte == b'\n');
    let count = lines.next().and_then(|line| str::from_utf8(line).ok()?.trim_end().parse().ok());
    for board in lines.take(count.unwrap_or(0)) {
        push_answer(board, &values, &mut out);
    }
    io::stdout().lock().write_all(&out)
}

fn values() -> Values {
    let mut grundy = [0; LONGEST + 1];
    for length in 1..=LONGEST {
        let mut is_reachable = [false; 64];
        for cell in 0..length {
            let [left, right] = [cell, length - cell - 1].map(|side| grundy[side.saturating_sub(REACH)]);
            is_reachable[usize::from(left ^ right)] = true;
        }
        grundy[length] = (0..64).find(|&value| !is_reachable[usize::from(value)]).unwrap_or(64);
    }
    let mut values = Values { inner: [0; 256], outer: [0; 256] };
    for cells in 0..=LONGEST {
        values.inner[cells] = grundy[cells.saturating_sub(2 * REACH)];
        values.outer[cells] = grundy[cells.saturating_sub(REACH)];
    }
    values
}

fn push_answer(board: &mut [u8], values: &Values, out: &mut Vec<u8>) {
    let before = out.len();
    out.extend_from_slice(b"WINNING\n");
    let has_threat = has_threat(board);
    for cell in 0..board.len() {
        let is_x = |distance: isize| cell.checked_add_signed(distance).and_then(|near| board.get(near)) == Some(&b'X');
        if is_x(0) {
            continue;
        }
        let [left2, left1, right1, right2] = [-2, -1, 1, 2].map(is_x);
        let wins = if has_threat {
            left1 && (left2 || right1) || right1 && right2
        } else if left1 || left2 || right1 || right2 {
            // The opponent would complete three.
            false
        } else {
            board[cell] = b'X';
            let value = value(board, values);
            board[cell] = b'.';
            value == 0
        };
        if wins {
            push_number(out, cell + 1);
        }
    }
    if let Some(blank @ b' ') = out.last_mut() {
        *blank = b'\n';
    } else {
        out.truncate(before);
        out.extend_from_slice(b"LOSING\n\n");
    }
}

fn has_threat(board: &[u8]) -> bool {
    let mut since_x = REACH;
    for &cell in board {
        if cell == b'X' {
            if since_x < REACH {
                return true;
            }
            since_x = 0;
        } else {
            since_x += 1;
        }
    }
    false
}

/// The value of a board without threats that has an X.
fn value(board: &[u8], values: &Values) -> u8 {
    let mut between = &values.outer;
    let (mut value, mut cells) = (0, 0_u8);
    for &cell in board {
        if cell == b'X' {
            value ^= between[usize::from(cells)];
            between = &values.inner;
            cells = 0;
        } else {
            cells += 1;
        }
    }
    value ^ values.outer[usize::from(cells)]
}

/// Appends a number of at most three digits and a space.
fn push_number(out: &mut Vec<u8>, number: usize) {
    let digit = |place: usize| b"0123456789"[number / place % 10];
    match number {
        0..10 => out.extend_from_slice(&[digit(1), b' ']),
        10..100 => out.extend_from_slice(&[digit(10), digit(1), b' ']),
        _ => out.extend_from_slice(&[digit(100), digit(10), digit(1), b' ']),
    }
}
