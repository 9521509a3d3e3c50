
fn main() -> io::Result<()> {
    let values = grundy_values(200);
    let input = io::read_to_string(io::stdin())?;
    for (k, board) in input.split_whitespace().skip(1).enumerate() {
        let cells: Vec<String> = winning_cells(board, &values).iter().map(usize::to_string).collect();
        println!("Case {}: {}", k + 1, if cells.is_empty() { "0".to_string() } else { cells.join(" ") });
    }
    Ok(())
}
