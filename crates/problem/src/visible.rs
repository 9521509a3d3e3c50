//! Text from other programs for people: shows spaces, newlines and stray bytes, and cuts what is long.

use crate::page::styles;
use crate::text::count_of;

/// How many characters of a line are shown.
const WIDTH: usize = 72;

/// The characters of a text as `show` makes them visible, and its bytes that are not UTF-8 as numbers. Each has the
/// number of its bytes.
fn pieces(text: &[u8], show: fn(char) -> String) -> impl Iterator<Item = (usize, String)> {
    text.utf8_chunks().flat_map(move |chunk| {
        let characters = chunk.valid().chars().map(move |character| (character.len_utf8(), show(character)));
        characters.chain(chunk.invalid().iter().map(|byte| (1, format!("\\x{byte:02X}"))))
    })
}

/// Quotes text from outside for a message: on one line, with control characters and stray bytes escaped, and cut if
/// long.
///
/// ```
/// assert_eq!(problem::quote(b"seven\t"), r"'seven\t'");
/// assert_eq!(problem::quote(&[b'x'; 99]), "'xxxxxxxxxxxxxxxxxxxxxxxx…'");
/// assert_eq!(problem::quote(b"\"it's\" caf\xC3\xA9 \xFF"), r#"'"it's" café \xFF'"#);
/// ```
pub fn quote(text: &[u8]) -> String {
    const SHOWN: usize = 24;
    let escape = |character| match character {
        '\'' | '"' => character.to_string(),
        _ => character.escape_debug().to_string(),
    };
    format!("'{}'", cut(pieces(text, escape), SHOWN))
}

/// The first of these pieces.
fn cut(pieces: impl Iterator<Item = (usize, String)>, most: usize) -> String {
    let mut pieces = pieces.map(|(_, piece)| piece);
    let text: String = pieces.by_ref().take(most).collect();
    text + pieces.next().map_or("", |_| "…")
}

/// A line as it is, except that control characters and stray bytes are escaped. One of more than `most` characters is cut.
pub fn plain_line(line: &[u8], most: usize) -> String {
    cut(pieces(line, |character| if character == ' ' { " ".to_owned() } else { visible_character(character) }), most)
}

/// Makes a line visible, with its newline, and finds the character of byte `mark` in it: how many characters come
/// before. A long line is shown only around that.
fn marked_line(line: &[u8], mark: usize) -> (String, usize) {
    // It may be a place in another text.
    let mark = mark.min(line.len());
    // A line of megabytes is cut first, far from what is shown, as a character has at most four bytes.
    let (start, end) = (mark.saturating_sub(8 * WIDTH), line.len().min(mark + 8 * WIDTH));
    let (lengths, pieces): (Vec<usize>, Vec<String>) = pieces(&line[start..end], visible_character).unzip();
    let ends = lengths.iter().scan(0, |end, length| {
        *end += length;
        Some(*end)
    });
    let marked = ends.take_while(|&end| end <= mark - start).count();
    let from = marked.saturating_sub(WIDTH / 2).min(pieces.len().saturating_sub(WIDTH));
    let to = pieces.len().min(from + WIDTH);
    let cut = if start + from > 0 { "…" } else { "" };
    let cut_off = if end < line.len() || to < pieces.len() { "…" } else { "" };
    let before_mark = format!("{cut}{}", pieces[from..marked.min(to)].concat()).chars().count();
    (format!("{cut}{}{cut_off}", pieces[from..to].concat()), before_mark)
}

/// Makes a line visible, with its newline. A long line is cut.
pub fn visible_line(line: &[u8]) -> String {
    marked_line(line, 0).0
}

/// Makes lines visible. If they are many, the middle ones are only counted.
pub fn visible_lines(text: &[u8]) -> Vec<String> {
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    excerpt(&lines, 12, |line| visible_line(line))
}

/// The first and the last lines, each as `show` shows it, and the number of lines between them.
pub fn excerpt<L>(lines: &[L], each: usize, show: impl Fn(&L) -> String) -> Vec<String> {
    let show = |lines: &[L]| lines.iter().map(&show).collect::<Vec<_>>();
    match lines.len().checked_sub(2 * each) {
        None | Some(0) => show(lines),
        Some(left_out) => {
            let middle = format!("… {} …", count_of(left_out, "line"));
            [show(&lines[..each]), vec![middle], show(&lines[each + left_out..])].concat()
        }
    }
}

/// Makes the lines of a text visible: those before a line, it as [`marked_line`] shows it, with a mark below, and those
/// after it.
pub(crate) fn lines_around(text: &[u8], line: usize, byte: usize, mark: Option<&str>) -> Vec<String> {
    let mut lines = text.split_inclusive(|&byte| byte == b'\n');
    let before: Vec<&[u8]> = lines.by_ref().take(line).collect();
    let (marked, column) = lines.next().map(|line| marked_line(line, byte)).unwrap_or_default();
    let mark = mark.map(|mark| " ".repeat(column) + mark).unwrap_or_default();
    let marked = [marked, mark].into_iter().filter(|line| !line.is_empty()).collect();
    let after: Vec<&[u8]> = lines.collect();
    [visible_lines(&before.concat()), marked, visible_lines(&after.concat())].concat()
}

/// Indented lines, with a label before the first, and with styles.
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
