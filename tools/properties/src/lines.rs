//! Words, lines and places of a text, by definition.

use problem::Place;

/// What `isspace` of C takes for white space.
pub(crate) const WHITE_SPACE: &[u8] = b" \t\n\x0B\x0C\r";

/// A byte-order mark in UTF-8.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The text after a byte-order mark, which counts neither as a word nor as a column.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(MARK).unwrap_or(text)
}

/// The words between white space, each with the index of its first byte.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut start = 0;
    let pieces = text.split(|byte| WHITE_SPACE.contains(byte)).map(move |word| {
        let at = start;
        start += word.len() + 1;
        (at, word)
    });
    pieces.filter(|(_, word)| !word.is_empty())
}

/// The index of the byte at a place, or the length of the text if the place is its end.
///
/// # Panics
///
/// If the place lies outside the text.
pub(crate) fn index_of(text: &[u8], place: Place) -> usize {
    let mut lines = text.split(|&byte| byte == b'\n');
    assert!(place.line > 0 && place.column > 0, "lines and columns are counted from 1, not {place}");
    let before: usize = lines.by_ref().take(place.line - 1).map(|line| line.len() + 1).sum();
    let line = lines.next().unwrap_or_else(|| panic!("{place} is below the last line"));
    assert!(place.column <= line.len() + 1, "{place} is beyond the end of its line");
    before + place.column - 1
}
