
fn main() -> io::Result<()> {
    let input = io::read_to_string(io::stdin())?;
    for board in input.split_whitespace().skip(1) {
        println!("{}", if alice_wins(board) { "Possible." } else { "Impossible." });
    }
    Ok(())
}
