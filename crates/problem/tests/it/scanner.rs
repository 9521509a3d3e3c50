//! The scanner as a reader in bulk uses it.

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

#[test]
fn whole_lines_end_with_the_last_newline_that_was_read() {
    let mut input = Scanner::new(Pieces::new(&[b"a b\nc\nd", b"e\nf\n", b"g", b""]), Layout::Free);
    assert_eq!(input.whole_lines().unwrap(), b"a b\nc\n");
    input.skip_lines(4, 1);
    assert_eq!(input.whole_lines().unwrap(), b"c\n", "what is not skipped is still there");
    input.skip_lines(2, 1);
    assert_eq!(input.whole_lines().unwrap(), b"de\nf\n");
    input.skip_lines(5, 2);
    assert_eq!(input.whole_lines().unwrap(), b"", "the last line does not end");
    assert_eq!(input.finish().unwrap(), Some(place(5, 1)));
}

#[test]
fn white_space_before_a_line_is_skipped_in_the_free_layout_and_no_line_begins_after_it() {
    let text = b"\n\n  a\nb\n";
    assert_eq!(Scanner::new(&text[..2], Layout::Free).whole_lines().unwrap(), b"");
    assert_eq!(Scanner::new(&text[..], Layout::Free).whole_lines().unwrap(), b"");
    assert_eq!(Scanner::new(&b"\n\na\nb\n"[..], Layout::Free).whole_lines().unwrap(), b"a\nb\n");
    assert_eq!(Scanner::new(&text[..], Layout::Exact).whole_lines().unwrap(), text);
}

#[test]
fn a_very_long_line_is_left_to_be_read_word_by_word() {
    let long = vec![b'x'; 10_000_000];
    assert_eq!(Scanner::new(&long[..], Layout::Free).whole_lines().unwrap(), b"");
    let short = [&long[..100_000], b"\n"].concat();
    assert_eq!(Scanner::new(&short[..], Layout::Free).whole_lines().unwrap(), short);
}

/// Somebody who types would otherwise have to type on.
#[test]
fn no_more_is_read_than_is_needed() {
    for pieces in [&[&b"abc"[..]][..], &[b"a", b"bc"], &[b"abcd\n"]] {
        let mut input = Scanner::new(Pieces::new(pieces), Layout::Free);
        assert!(!input.is_at_end().unwrap(), "{pieces:?}");
    }
    assert_eq!(Scanner::new(Pieces::new(&[b"abc\n"]), Layout::Free).whole_lines().unwrap(), b"abc\n");
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
