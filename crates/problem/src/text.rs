//! Text for messages and answers.

/// A number with its noun, in the plural unless it is 1.
///
/// ```
/// assert_eq!([1, 2].map(|cells| problem::count_of(cells, "cell")), ["1 cell", "2 cells"]);
/// ```
#[must_use]
pub fn count_of(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Quotes text from outside for a message: on one line, with control characters and stray bytes escaped, and cut if long.
///
/// ```
/// assert_eq!(problem::quote(b"seven\t"), r"'seven\t'");
/// assert_eq!(problem::quote(&[b'x'; 99]), "'xxxxxxxxxxxxxxxxxxxxxxxx…'");
/// assert_eq!(problem::quote(b"caf\xC3\xA9 \xFF"), r"'café \xFF'");
/// ```
#[must_use]
pub fn quote(text: &[u8]) -> String {
    const SHOWN: usize = 24;
    let mut quoted = String::from("'");
    let mut shown = 0;
    for chunk in text.utf8_chunks() {
        let escaped = chunk.valid().chars().map(|c| match c {
            '\'' => c.to_string(),
            _ => c.escape_debug().to_string(),
        });
        for piece in escaped.chain(chunk.invalid().iter().map(|byte| format!("\\x{byte:02X}"))) {
            if shown == SHOWN {
                quoted.push_str("…'");
                return quoted;
            }
            quoted.push_str(&piece);
            shown += 1;
        }
    }
    quoted.push('\'');
    quoted
}

/// Appends `number` in decimal digits.
///
/// ```
/// let mut line = b"Case ".to_vec();
/// problem::push_number(&mut line, 12);
/// assert_eq!(line, b"Case 12");
/// ```
pub fn push_number(out: &mut Vec<u8>, number: usize) {
    match u32::try_from(number) {
        Ok(small) if small < 100_000_000 => {
            // Appending all eight bytes and cutting off the rest is cheaper than copying a variable number of them.
            let (digits, count) = eight_digits(small);
            let length = out.len() + count;
            out.extend_from_slice(&digits);
            out.truncate(length);
        }
        _ => out.extend_from_slice(number.to_string().as_bytes()),
    }
}

/// Appends the `Case 7: ` that some judges want before each answer.
///
/// ```
/// let mut line = Vec::new();
/// problem::push_case(&mut line, 7);
/// assert_eq!(line, b"Case 7: ");
/// ```
pub fn push_case(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(b"Case ");
    push_number(out, number);
    out.extend_from_slice(b": ");
}

/// The decimal digits of a number of at most eight of them, from the left, and how many there are. The bytes after them
/// are meaningless.
fn eight_digits(number: u32) -> ([u8; 8], usize) {
    // Halves each group of digits, in all groups at once, until a group is a byte. The leading digit ends up lowest.
    let number = u64::from(number);
    let fours = (number / 10_000) | ((number % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007F_0000_007F;
    let twos = hundreds | (fours - 100 * hundreds) << 16;
    let tens = ((twos * 103) >> 10) & 0x000F_000F_000F_000F;
    let ones = tens | (twos - 10 * tens) << 8;
    let leading_zeros = (ones.trailing_zeros() / 8).min(7);
    let digits = (ones | 0x3030_3030_3030_3030) >> (8 * leading_zeros);
    (digits.to_le_bytes(), 8 - leading_zeros as usize)
}

#[cfg(test)]
mod tests {
    use super::push_number;

    #[test]
    fn numbers_are_written_as_the_standard_library_writes_them() {
        let powers = (0..20).map(|digits| 10_usize.saturating_pow(digits));
        let edges = powers.flat_map(|power| [power - 1, power, power + 1, 7 * (power / 9)]);
        for number in (0..200_000).chain((0..100_000_000).step_by(997)).chain(edges).chain([usize::MAX]) {
            let mut written = b"Case ".to_vec();
            push_number(&mut written, number);
            assert_eq!(written, format!("Case {number}").as_bytes());
        }
    }
}
