
fn main() -> io::Result<()> {
    let values = grundy_values(200);
    let input = io::read_to_string(io::stdin())?;
    for board in input.split_whitespace().skip(1) {
        let cells: Vec<String> = winning_cells(board, &values).iter().map(usize::to_string).collect();
        println!("{}\n{}", if cells.is_empty() { "LOSING" } else { "WINNING" }, cells.join(" "));
    }
    Ok(())
}
