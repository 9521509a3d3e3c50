//! Text for messages and answers.

/// A number with its noun, in the plural unless it is 1.
///
/// ```
/// assert_eq!([1, 2].map(|cells| problem::count_of(cells, "cell")), ["1 cell", "2 cells"]);
/// ```
pub fn count_of(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// The number of lines of a text that end.
pub(crate) fn count_newlines(text: &[u8]) -> usize {
    // So few at a time that a byte can count them: the compiler then looks at many at once.
    let few = text.chunks(192);
    few.map(|few| usize::from(few.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>())).sum()
}

/// Appends `number` in decimal digits.
///
/// ```
/// let mut line = b"Case ".to_vec();
/// problem::push_number(&mut line, 12_003);
/// assert_eq!(line, b"Case 12003");
/// ```
#[inline]
pub fn push_number(out: &mut Vec<u8>, number: usize) {
    push_number_and_space(out, number);
    out.pop();
}

/// Appends `number` in decimal digits, and a space.
#[inline]
pub fn push_number_and_space(out: &mut Vec<u8>, number: usize) {
    let unused = if number < 1000 {
        usize::from(number < 100) + usize::from(number < 10)
    } else {
        push_thousands(out, number / 1000);
        0
    };
    // To append all bytes and remove some is faster than to append only the others.
    #[expect(clippy::cast_possible_truncation, reason = "it is below 1000")]
    let small = (number % 1000) as u32;
    let (tens, hundreds) = (small / 10, small / 100);
    let digits = ((small - 10 * tens) * 256 + tens - 10 * hundreds) * 256 + hundreds;
    let text = digits + u32::from_le_bytes(*b"000 ");
    out.extend_from_slice(&(text >> (8 * unused)).to_le_bytes());
    out.truncate(out.len() - unused);
}

/// A function of its own, so that the one above, which would else call itself, becomes part of its callers.
fn push_thousands(out: &mut Vec<u8>, number: usize) {
    push_number(out, number);
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
