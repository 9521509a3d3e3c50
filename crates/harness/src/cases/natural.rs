//! Natural order: numbers in names are compared by value, so 2 comes before 10.

use std::path::Path;

/// What paths are sorted by: name by name, so that the files of a folder stay together. Only equal paths have equal
/// keys: `1`, `01` and `001` come in this order.
pub(super) fn natural_key(path: &Path) -> impl Ord + use<> {
    let names = path.iter().map(|name| {
        let name = name.as_encoded_bytes();
        let tokens = name.chunk_by(|one, other| one.is_ascii_digit() && other.is_ascii_digit()).map(token);
        (tokens.collect::<Vec<_>>(), name.len(), name.to_vec())
    });
    names.collect::<Vec<_>>()
}

/// A byte; or a number, as the byte `0`, the count of its digits and the digits, without leading zeros, so that all
/// numbers stand where the digits do among the other bytes.
fn token(text: &[u8]) -> (u8, usize, Vec<u8>) {
    if !text[0].is_ascii_digit() {
        return (text[0], 0, Vec::new());
    }
    let digits: Vec<u8> = text.iter().copied().skip_while(|&digit| digit == b'0').collect();
    (b'0', digits.len(), digits)
}
