//! How much of the white space of an output counts.

use crate::scan::is_blank;

/// Which white space of an output has to be right. Words always have to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Comparison {
    /// All of it: the output is compared byte for byte.
    Exact,
    /// That between words and lines. White space at the end of a line, a carriage return included, and newlines at the
    /// end of the output do not count.
    Lines,
    /// None: words are compared, whatever the white space between them.
    Tokens,
}

impl Comparison {
    /// All of them, the strictest first.
    pub const ALL: [Self; 3] = [Self::Exact, Self::Lines, Self::Tokens];

    /// The bytes that count of some white space between two words, before the first or, if `is_last`, after the last
    /// one: the index of each.
    pub(super) fn significant(self, white_space: &[u8], is_last: bool) -> Vec<usize> {
        let last_newline = white_space.iter().rposition(|&byte| byte == b'\n');
        let counts = |index: usize| match self {
            Self::Exact => true,
            Self::Lines if is_last => false,
            Self::Lines => white_space[index] == b'\n' || last_newline.is_none_or(|last| index > last),
            Self::Tokens => false,
        };
        (0..white_space.len()).filter(|&index| counts(index)).collect()
    }
}

/// A text whose lines have no white space at their ends, with as many newlines at its own end as `expected` has.
pub(super) fn trim_lines(text: &[u8], expected: &[u8]) -> Vec<u8> {
    let mut trimmed = Vec::with_capacity(text.len() + 1);
    for line in text.split(|&byte| byte == b'\n') {
        let end = line.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1);
        trimmed.extend_from_slice(&line[..end]);
        trimmed.push(b'\n');
    }
    let newlines = |text: &[u8]| text.iter().rev().take_while(|&&byte| byte == b'\n').count();
    trimmed.truncate(trimmed.len() - newlines(&trimmed));
    trimmed.extend(std::iter::repeat_n(b'\n', newlines(expected)));
    trimmed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trimmed_lines_end_as_expected() {
        assert_eq!(trim_lines(b"a \r\n\x0B\n b", b"x\n\n"), b"a\n\n b\n\n");
        assert_eq!(trim_lines(b"a\n \n\n", b"x\n"), b"a\n");
        assert_eq!(trim_lines(b"", b""), b"");
    }

    #[test]
    fn each_comparison_has_its_own_white_space() {
        let significant = |white_space: &[u8], is_last| {
            Comparison::ALL.map(|comparison| comparison.significant(white_space, is_last).len())
        };
        assert_eq!(significant(b" ", false), [1, 1, 0]);
        assert_eq!(significant(b" \t", false), [2, 2, 0]);
        assert_eq!(significant(b" \r\n \n  ", false), [7, 4, 0]);
        assert_eq!(significant(b" \r\n\n", true), [4, 0, 0]);
        assert_eq!(Comparison::Lines.significant(b" \r\n \n  ", false), [2, 4, 5, 6]);
    }
}
