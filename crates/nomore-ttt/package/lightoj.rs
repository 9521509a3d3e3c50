
fn main() -> io::Result<()> {
    let input = io::read_to_string(io::stdin())?;
    for (k, board) in input.split_whitespace().skip(1).enumerate() {
        println!("Case {}: {}", k + 1, if alice_wins(board) { "Yes" } else { "No" });
    }
    Ok(())
}
