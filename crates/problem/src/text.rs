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

/// Quotes text from outside for a message: on one line, with control characters and stray bytes escaped, and cut if
/// long.
///
/// ```
/// assert_eq!(problem::quote(b"seven\t"), r"'seven\t'");
/// assert_eq!(problem::quote(&[b'x'; 99]), "'xxxxxxxxxxxxxxxxxxxxxxxx…'");
/// assert_eq!(problem::quote(b"it's caf\xC3\xA9 \xFF"), r"'it's café \xFF'");
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
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
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
