//! The words of a text, with their places.

use crate::scan;

/// A run of bytes without white space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) word: &'t [u8],
    /// The index of its first byte in the text.
    pub(super) start: usize,
    /// Whether it is the first word on its line.
    pub(super) begins_line: bool,
}

impl Token<'_> {
    /// The index after its last byte.
    pub(super) fn end(&self) -> usize {
        self.start + self.word.len()
    }
}

/// The words of `text` from byte `from` on, which must not be inside a word.
pub(super) fn tokens(text: &[u8], from: usize) -> impl Iterator<Item = Token<'_>> {
    scan::words(&text[from..]).map(move |(at, word)| {
        let start = from + at;
        Token { word, start, begins_line: is_first_on_line(&text[..start]) }
    })
}

/// Whether a word after this text is the first one on its line.
fn is_first_on_line(before: &[u8]) -> bool {
    let nearest = before.iter().rev().find(|&&byte| byte == b'\n' || !scan::is_blank(byte));
    nearest.is_none_or(|&byte| byte == b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words, their ranges and whether they begin a line.
    fn list(text: &str, from: usize) -> Vec<(&str, usize, usize, bool)> {
        let tokens = tokens(text.as_bytes(), from);
        tokens.map(|t| (str::from_utf8(t.word).unwrap(), t.start, t.end(), t.begins_line)).collect()
    }

    #[test]
    fn words_have_ranges_and_may_begin_a_line() {
        assert_eq!(
            list("Case 1: No\nb", 0),
            [("Case", 0, 4, true), ("1:", 5, 7, false), ("No", 8, 10, false), ("b", 11, 12, true)]
        );
    }

    #[test]
    fn any_white_space_separates_words_but_only_a_newline_separates_lines() {
        assert_eq!(
            list(" \ta\r\x0B\x0Cb \r\n\t c\n\nd\r", 0),
            [("a", 2, 3, true), ("b", 6, 7, false), ("c", 12, 13, true), ("d", 15, 16, true)]
        );
        assert_eq!(list("", 0), []);
        assert_eq!(list(" \r\n", 0), []);
    }

    #[test]
    fn ranges_and_lines_are_those_of_the_whole_text() {
        assert_eq!(list("a b\n c", 1), [("b", 2, 3, false), ("c", 5, 6, true)]);
        assert_eq!(list("a b\n c", 4), [("c", 5, 6, true)]);
        assert_eq!(list("a", 1), []);
    }
}
