//! Text from other programs for people: shows spaces, line ends and stray bytes, and cuts what is long.

use crate::page::styles;

/// How many characters of a line are shown.
const WIDTH: usize = 72;

/// Makes a line visible, its line end included, and finds the character of byte `mark` in it: how many characters come
/// before. A long line is shown only around that.
pub(crate) fn marked_line(line: &[u8], mark: usize) -> (String, usize) {
    let mut pieces = Vec::new();
    let mut marked = None;
    let mut read = 0;
    let mut push = |length, piece| {
        read += length;
        marked = marked.or((read > mark).then_some(pieces.len()));
        pieces.push(piece);
    };
    for chunk in line.utf8_chunks() {
        chunk.valid().chars().for_each(|character| push(character.len_utf8(), visible_character(character)));
        chunk.invalid().iter().for_each(|byte| push(1, format!("\\x{byte:02X}")));
    }
    let marked = marked.unwrap_or(pieces.len());
    let from = marked.saturating_sub(WIDTH / 2).min(pieces.len().saturating_sub(WIDTH));
    let to = pieces.len().min(from + WIDTH);
    let (cut, cut_off) = (if from > 0 { "…" } else { "" }, if to < pieces.len() { "…" } else { "" });
    let before_mark = format!("{cut}{}", pieces[from..marked.min(to)].concat()).chars().count();
    (format!("{cut}{}{cut_off}", pieces[from..to].concat()), before_mark)
}

/// Makes a line visible, its line end included. A long line is cut.
#[must_use]
pub fn visible_line(line: &[u8]) -> String {
    marked_line(line, 0).0
}

/// Makes lines visible. If they are many, the middle ones are only counted.
pub(crate) fn visible_lines(text: &[u8]) -> Vec<String> {
    const SHOWN: usize = 24;
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    let show = |lines: &[&[u8]]| lines.iter().map(|line| visible_line(line)).collect::<Vec<_>>();
    if lines.len() <= SHOWN {
        return show(&lines);
    }
    let (head, rest) = lines.split_at(SHOWN / 2);
    let (middle, tail) = rest.split_at(rest.len() - SHOWN / 2);
    [show(head), vec![format!("… {} lines …", middle.len())], show(tail)].concat()
}

/// Indented lines, with a label before the first, and with styles.
#[must_use]
pub fn block(label: &str, lines: &[impl AsRef<str>]) -> String {
    let quiet = styles::QUIET;
    let labels = std::iter::once(label).chain(std::iter::repeat(""));
    let line = |(label, line): (&str, &_)| format!("    {quiet}{label:<9}{quiet:#} {}\n", AsRef::<str>::as_ref(line));
    labels.zip(lines).map(line).collect()
}

fn visible_character(character: char) -> String {
    match character {
        ' ' => "␣".to_owned(),
        '\n' => "↵".to_owned(),
        '\'' | '"' | '\\' => character.to_string(),
        _ => character.escape_debug().to_string(),
    }
}
