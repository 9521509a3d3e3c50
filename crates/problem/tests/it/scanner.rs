//! The scanner as a reader in bulk uses it. `tools/properties` interrupts reading, and lets it fail.

use std::collections::VecDeque;
use std::io::{self, Read};

use problem::{Layout, Place, Scanner};

/// Gives the pieces one after another; to read on after the last one is an error.
struct Pieces(VecDeque<&'static [u8]>);

impl Pieces {
    fn new(pieces: &[&'static [u8]]) -> Self {
        Self(pieces.iter().copied().collect())
    }
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let piece = self.0.pop_front().ok_or_else(|| io::Error::other("read on"))?;
        buffer[..piece.len()].copy_from_slice(piece);
        Ok(piece.len())
    }
}

fn place(line: usize, column: usize) -> Place {
    Place { line, column }
}

/// The complete lines that are given to be solved. Solves the first `solved` of them.
fn lines(input: &mut Scanner<'_>, solved: usize) -> Vec<u8> {
    let mut given: Option<Vec<u8>> = None;
    let solve = |text: &[u8]| {
        given.get_or_insert_with(|| text.to_vec());
        let line = text.iter().position(|&byte| byte == b'\n').expect("a complete line");
        (solved > 0).then_some(((), line + 1))
    };
    input.solve_lines(solved.max(1), &mut Vec::new(), solve).unwrap();
    given.unwrap_or_default()
}

#[test]
fn lines_end_with_the_last_newline_that_was_read() {
    let mut input = Scanner::new(Pieces::new(&[b"a b\nc\nd", b"e\nf\n", b"g", b""]), Layout::Free);
    assert_eq!(lines(&mut input, 1), b"a b\nc\n");
    assert_eq!(lines(&mut input, 0), b"c\n", "what is not solved is still there");
    assert_eq!(lines(&mut input, 1), b"c\n");
    assert_eq!(lines(&mut input, 2), b"", "the end of the line is not in the buffer yet");
    assert_eq!(input.finish().unwrap(), Some(place(3, 1)));
    let mut input = Scanner::new(Pieces::new(&[b"a b\nc\n", b"de\nf\n", b"g", b""]), Layout::Free);
    assert_eq!(lines(&mut input, 4), b"a b\nc\n");
    assert_eq!(lines(&mut input, 0), b"", "the last line does not end");
    assert_eq!(input.finish().unwrap(), Some(place(5, 1)));
}

#[test]
fn white_space_before_a_line_is_skipped_in_the_free_layout_and_no_line_begins_after_it() {
    let lines = |text: &[u8], layout| lines(&mut Scanner::new(text, layout), 0);
    let text = b"\n\n  a\nb\n";
    assert_eq!(lines(&text[..2], Layout::Free), b"");
    assert_eq!(lines(text, Layout::Free), b"");
    assert_eq!(lines(b"\n\na\nb\n", Layout::Free), b"a\nb\n");
    assert_eq!(lines(text, Layout::Exact), text);
}

#[test]
fn a_very_long_line_is_left_to_be_read_word_by_word() {
    let long = vec![b'x'; 10_000_000];
    assert_eq!(lines(&mut Scanner::new(&long[..], Layout::Free), 0), b"");
    let short = [&long[..100_000], b"\n"].concat();
    assert_eq!(lines(&mut Scanner::new(&short[..], Layout::Free), 0), short);
}

#[test]
fn lines_are_solved_until_there_are_enough_answers_or_one_is_left() {
    // Solves single digits.
    let solve = |text: &[u8]| match text {
        [digit @ b'0'..=b'9', b'\n', ..] => Some((digit - b'0', 2)),
        _ => None,
    };
    let mut input = Scanner::new(Pieces::new(&[b"1\n2\n", b"3\n", b"4\n5\n", b"x\n6\n", b""]), Layout::Free);
    let mut answers = Vec::new();
    input.solve_lines(4, &mut answers, solve).unwrap();
    assert_eq!(answers, [1, 2, 3, 4]);
    input.solve_lines(9, &mut answers, solve).unwrap();
    assert_eq!(answers, [1, 2, 3, 4, 5]);
    assert_eq!(input.finish().unwrap(), Some(place(6, 1)));
}

/// Somebody who types would otherwise have to type on.
#[test]
fn no_more_is_read_than_is_needed() {
    for pieces in [&[&b"abc"[..]][..], &[b"a", b"bc"], &[b"abcd\n"]] {
        let mut input = Scanner::new(Pieces::new(pieces), Layout::Free);
        assert!(!input.is_at_end().unwrap(), "{pieces:?}");
    }
    assert_eq!(lines(&mut Scanner::new(Pieces::new(&[b"abc\n"]), Layout::Free), 0), b"abc\n");
}

#[test]
fn a_byte_order_mark_is_skipped_or_rejected_and_so_is_utf_16() {
    let after_mark = |text: &'static [u8]| Scanner::new(text, Layout::Free).finish().unwrap();
    assert_eq!(after_mark(b"\xEF\xBB\xBF"), None);
    assert_eq!(after_mark(b"\xEF\xBB\xBF a"), Some(place(1, 2)));
    let error = |text: &'static [u8], layout| Scanner::new(text, layout).is_at_end().unwrap_err().to_string();
    let mark = "1:1: the input begins with a byte-order mark; save it without one";
    assert_eq!(error(b"\xEF\xBB\xBFa\n", Layout::Exact), mark);
    for utf_16 in [b"\xFF\xFEa\0", b"\xFE\xFF\0a"] {
        for layout in [Layout::Free, Layout::Exact] {
            assert_eq!(error(utf_16, layout), "1:1: the input is UTF-16; save it as UTF-8 or ASCII");
        }
    }
}
