//! Text from other programs made visible: shows blanks, line ends and stray bytes, and cuts what is long.

/// A line with all characters visible.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct VisibleLine {
    pub(crate) text: String,
    /// How many characters of `text` come before the marked one.
    pub(crate) before_mark: usize,
}

/// How many characters of a line are shown.
const WIDTH: usize = 72;

/// Makes a line visible, its line end included. Byte `mark` is the marked one; a long line is shown only around it.
pub(crate) fn visible_line(line: &[u8], mark: usize) -> VisibleLine {
    let mut pieces = Vec::new();
    let mut marked = None;
    let mut read = 0;
    for chunk in line.utf8_chunks() {
        for character in chunk.valid().chars() {
            read += character.len_utf8();
            pieces.push(visible_character(character));
            marked = marked.or((read > mark).then_some(pieces.len() - 1));
        }
        for byte in chunk.invalid() {
            read += 1;
            pieces.push(format!("\\x{byte:02X}"));
            marked = marked.or((read > mark).then_some(pieces.len() - 1));
        }
    }
    let marked = marked.unwrap_or(pieces.len());
    let from = marked.saturating_sub(WIDTH / 2).min(pieces.len().saturating_sub(WIDTH));
    let to = pieces.len().min(from + WIDTH);
    let width = |pieces: &[String]| pieces.iter().map(|piece| piece.chars().count()).sum::<usize>();
    let (cut, cut_off) = (if from > 0 { "…" } else { "" }, if to < pieces.len() { "…" } else { "" });
    VisibleLine {
        text: format!("{cut}{}{cut_off}", pieces[from..to].concat()),
        before_mark: cut.chars().count() + width(&pieces[from..marked.min(to)]),
    }
}

/// Makes lines visible. If they are many, the middle ones are only counted.
pub(crate) fn visible_lines(text: &[u8]) -> Vec<String> {
    const SHOWN: usize = 24;
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let show = |lines: &[&[u8]]| lines.iter().map(|line| visible_line(line, 0).text).collect::<Vec<_>>();
    if lines.len() <= SHOWN {
        return show(&lines);
    }
    let (head, rest) = lines.split_at(SHOWN / 2);
    let (middle, tail) = rest.split_at(rest.len() - SHOWN / 2);
    [show(head), vec![format!("… {} lines …", middle.len())], show(tail)].concat()
}

fn visible_character(character: char) -> String {
    match character {
        ' ' => "␣".to_owned(),
        '\n' => "↵".to_owned(),
        '\'' | '"' | '\\' => character.to_string(),
        _ => character.escape_debug().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_hidden() {
        let seen = |line: &[u8]| visible_line(line, 0).text;
        assert_eq!(seen(b"1 2\t3\r\n"), "1␣2\\t3\\r↵");
        assert_eq!(seen(b"\xEF\xBB\xBFa\0\xFFb\x1B\\"), "\\u{feff}a\\0\\xFFb\\u{1b}\\");
    }

    #[test]
    fn a_long_line_is_shown_around_the_mark() {
        let line: Vec<u8> = (0..1000_u32).map(|at| b'a' + u8::try_from(at % 26).unwrap()).collect();
        for mark in [0, 1, 35, 36, 37, 500, 963, 964, 999, 1000] {
            let VisibleLine { text, before_mark } = visible_line(&line, mark);
            assert!(text.chars().count() <= WIDTH + 2);
            let characters: Vec<char> = text.chars().collect();
            assert_eq!(
                characters.get(before_mark).copied(),
                line.get(mark).map(|&byte| char::from(byte)),
                "{mark}: {text}"
            );
            let cut_at = (text.starts_with('…'), text.ends_with('…'));
            assert_eq!(cut_at, (mark > WIDTH / 2, mark < line.len() - WIDTH / 2), "{mark}: {text}");
        }
    }

    #[test]
    fn the_mark_is_below_its_character_even_after_escaped_ones() {
        assert_eq!(visible_line(b"\xFF 1", 2), VisibleLine { text: "\\xFF␣1".to_owned(), before_mark: 5 });
        assert_eq!(visible_line("é1".as_bytes(), 2).before_mark, 1);
        assert_eq!(visible_line(b"", 0), VisibleLine { text: String::new(), before_mark: 0 });
    }

    #[test]
    fn many_lines_are_cut_in_the_middle() {
        let lines = visible_lines(&b"x\n".repeat(1000));
        assert_eq!((lines.len(), lines[12].as_str()), (25, "… 976 lines …"));
        assert_eq!(visible_lines(b"a\nb"), ["a↵", "b"]);
    }
}
