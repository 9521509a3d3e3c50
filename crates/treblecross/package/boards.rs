
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
