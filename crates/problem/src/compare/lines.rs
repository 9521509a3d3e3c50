//! Lines of a text, each with the newline that ends it.

/// The number of newlines.
pub(super) fn count_newlines(text: &[u8]) -> usize {
    text.split(|&byte| byte == b'\n').count() - 1
}

/// The index of the first byte of the line that holds byte `at`, which may be the end of the text.
pub(super) fn line_start(text: &[u8], at: usize) -> usize {
    text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1)
}

/// The index after the last byte of the line that holds byte `at`, its newline included.
pub(super) fn line_end(text: &[u8], at: usize) -> usize {
    text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |newline| at + newline + 1)
}

/// The length of the first `count` lines, or of the whole text if it has no more.
pub(super) fn length_of_lines(text: &[u8], count: usize) -> usize {
    text.split_inclusive(|&byte| byte == b'\n').take(count).map(<[u8]>::len).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"ab\n\nc";

    #[test]
    fn a_newline_belongs_to_the_line_that_it_ends() {
        let lines: Vec<(usize, usize)> =
            (0..=TEXT.len()).map(|at| (line_start(TEXT, at), line_end(TEXT, at))).collect();
        assert_eq!(lines, [(0, 3), (0, 3), (0, 3), (3, 4), (4, 5), (4, 5)]);
    }

    #[test]
    fn after_the_last_newline_a_new_line_begins() {
        assert_eq!((line_start(b"a\n", 2), line_end(b"a\n", 2)), (2, 2));
    }

    #[test]
    fn lines_are_counted_by_their_newlines() {
        assert_eq!(count_newlines(TEXT), 2);
        assert_eq!([0, 1, 2, 3, 4].map(|count| length_of_lines(TEXT, count)), [0, 3, 4, 5, 5]);
        assert_eq!((count_newlines(b""), length_of_lines(b"", 1)), (0, 0));
    }
}
