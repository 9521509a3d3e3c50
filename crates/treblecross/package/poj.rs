
fn main() -> io::Result<()> {
    let n: usize = io::read_to_string(io::stdin())?.trim().parse().expect("a length");
    println!("{}", if grundy_values(n)[n] != 0 { 1 } else { 2 });
    Ok(())
}
