// Looks at the cells around each cell, and a table holds the values of strips.
use std::collections::HashSet;
use std::io;

/// The Grundy values of strips of 0 to `longest` free cells: an X takes two cells on either side out of play.
fn grundy_values(longest: usize) -> Vec<usize> {
    let mut values = vec![0];
    for length in 1..=longest {
        let rest = |side: usize| values[side.saturating_sub(2)];
        let reachable: HashSet<usize> = (0..length).map(|i| rest(i) ^ rest(length - 1 - i)).collect();
        values.push((0..).find(|value| !reachable.contains(value)).unwrap());
    }
    values
}

/// The xor of the values of all strips of free cells.
fn nim_sum(cells: &[u8], values: &[usize]) -> usize {
    let is_free = |i: usize| !cells[i.saturating_sub(2)..cells.len().min(i + 3)].contains(&b'X');
    let free: Vec<bool> = (0..cells.len()).map(is_free).collect();
    free.split(|is_free| !is_free).fold(0, |sum, strip| sum ^ values[strip.len()])
}

fn winning_cells(board: &str, values: &[usize]) -> Vec<usize> {
    let (mut completing, mut others) = (Vec::new(), Vec::new());
    let mut cells = board.as_bytes().to_vec();
    for i in 0..cells.len() {
        if cells[i] == b'X' {
            continue;
        }
        cells[i] = b'X';
        let has = |xs: &[u8]| cells.windows(3).any(|three| three == xs);
        if has(b"XXX") {
            completing.push(i + 1);
        } else if !has(b"XX.") && !has(b".XX") && !has(b"X.X") && nim_sum(&cells, values) == 0 {
            others.push(i + 1);
        }
        cells[i] = b'.';
    }
    if completing.is_empty() {
        others
    } else {
        completing
    }
}

fn main() -> io::Result<()> {
    let values = grundy_values(200);
    let input = io::read_to_string(io::stdin())?;
    for (k, board) in input.split_whitespace().skip(1).enumerate() {
        let cells: Vec<String> = winning_cells(board, &values).iter().map(usize::to_string).collect();
        println!("Case {}: {}", k + 1, if cells.is_empty() { "0".to_string() } else { cells.join(" ") });
    }
    Ok(())
}
