//! Wrapping styled text.

use anstyle::Reset;

/// The number of columns that a text takes. Every character is one column wide, the code of a style takes none.
pub(super) fn columns(text: &str) -> usize {
    codes(text).map(|(_, after)| after.chars().count()).sum()
}

/// Breaks a line at blanks, so that each part has at most `width` columns; a longer word has a part of its own. The
/// parts after the first are indented like the line and by `hang` blanks more. A style never reaches beyond a part: it
/// ends there, and begins again in the next one.
pub(super) fn wrap(line: &str, width: usize, hang: usize) -> Vec<String> {
    let line = line.trim_end_matches(' ');
    if columns(line) <= width {
        return vec![line.to_owned()];
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let mut parts = Vec::new();
    let mut part = " ".repeat(indent);
    let (mut used, mut gap, mut has_words) = (indent, 0, false);
    let mut style = String::new();
    for (index, word) in line[indent..].split(' ').enumerate() {
        gap += usize::from(index > 0);
        if word.is_empty() {
            continue;
        }
        let length = columns(word);
        if has_words && used + gap + length > width {
            if !style.is_empty() {
                part += &Reset.to_string();
            }
            parts.push(part);
            part = " ".repeat(indent + hang) + &style;
            used = indent + hang;
        } else {
            part.extend(std::iter::repeat_n(' ', gap));
            used += gap;
        }
        part += word;
        used += length;
        (gap, has_words) = (0, true);
        for (code, _) in codes(word) {
            if code == Reset.to_string() {
                style.clear();
            } else {
                style += code;
            }
        }
    }
    parts.push(part);
    parts
}

/// The codes of styles in a text, each with the text after it. The first code is empty.
fn codes(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = text.match_indices('\x1B').map(|(at, _)| at);
    let mut from = 0;
    starts.chain([text.len()]).map(move |to| {
        let piece = &text[from..to];
        from = to;
        piece.split_at(if piece.starts_with('\x1B') { piece.find('m').map_or(piece.len(), |at| at + 1) } else { 0 })
    })
}

#[cfg(test)]
mod tests {
    use anstyle::Style;
    use proptest::prelude::*;

    use super::*;

    const BOLD: Style = Style::new().bold();

    #[test]
    fn a_line_that_is_one_column_too_long_is_broken() {
        assert_eq!(wrap("four five", 9, 0), ["four five"]);
        assert_eq!(wrap("four five", 8, 0), ["four", "five"]);
        assert_eq!(wrap("four to six", 6, 2), ["four", "  to", "  six"]);
    }

    #[test]
    fn codes_of_styles_take_no_column() {
        assert_eq!(columns(""), 0);
        assert_eq!(columns("four"), 4);
        assert_eq!(columns(&format!("{BOLD}{BOLD}fo{BOLD:#}ur{BOLD:#}")), 4);
        assert_eq!(columns("é␊"), 2);
    }

    #[test]
    fn a_line_that_fits_exactly_is_not_broken() {
        assert_eq!(wrap("one two three", 13, 0), ["one two three"]);
        assert_eq!(wrap("one two three", 12, 0), ["one two", "three"]);
        assert_eq!(wrap("one two three", 7, 0), ["one two", "three"]);
        assert_eq!(wrap("one two three", 6, 0), ["one", "two", "three"]);
    }

    #[test]
    fn a_word_longer_than_a_line_stays_whole() {
        assert_eq!(wrap("a 123456 b", 4, 0), ["a", "123456", "b"]);
        assert_eq!(wrap("123456", 4, 0), ["123456"]);
        assert_eq!(wrap("  123456 b", 4, 1), ["  123456", "   b"]);
    }

    #[test]
    fn parts_are_indented_like_the_line_and_hang() {
        assert_eq!(wrap("  one two three", 9, 0), ["  one two", "  three"]);
        assert_eq!(wrap("  one two three", 9, 2), ["  one two", "    three"]);
        assert_eq!(wrap("one two three", 7, 3), ["one two", "   three"]);
    }

    #[test]
    fn blanks_are_kept_within_a_part_and_dropped_where_it_ends() {
        assert_eq!(wrap("a  b   c ", 6, 0), ["a  b", "c"]);
        assert_eq!(wrap("", 6, 0), [""]);
    }

    #[test]
    fn a_style_ends_with_a_part_and_begins_again_in_the_next() {
        let line = format!("a {BOLD}bold word{BOLD:#} and b");
        assert_eq!(wrap(&line, 6, 0), ["a \x1B[1mbold\x1B[0m", "\x1B[1mword\x1B[0m", "and b"]);
        assert_eq!(wrap(&line, 16, 0), [&line[..line.len() - 2], "b"]);
    }

    proptest! {
        #[test]
        fn wrapping_loses_no_word_and_no_style(
            words in proptest::collection::vec(("[a-z]{1,9}", any::<bool>()), 0..20),
            width in 9_usize..30,
        ) {
            let styled = words.iter().map(|(word, is_bold)| {
                if *is_bold { format!("{BOLD}{word}{BOLD:#}") } else { word.clone() }
            });
            let line = styled.collect::<Vec<_>>().join(" ");
            let parts = wrap(&line, width, 0);
            prop_assert!(parts.iter().all(|part| columns(part) <= width));
            prop_assert_eq!(parts.join(" "), line);
        }
    }
}
