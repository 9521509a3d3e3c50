//! Wrapping styled text.

/// The number of columns that a text takes. Every character is one column wide, the code of a style takes none.
pub(super) fn columns(text: &str) -> usize {
    let mut in_code = false;
    let is_shown = |character: &char| {
        let is_shown = !in_code && *character != '\x1B';
        in_code = (in_code || *character == '\x1B') && *character != 'm';
        is_shown
    };
    text.chars().filter(is_shown).count()
}

/// Breaks a line at spaces, so that each part has at most `width` columns; a longer word has a part of its own. The
/// parts after the first are indented like the line and by `hang` more. No style may reach from one word to the next.
pub(super) fn wrap(line: &str, width: usize, hang: usize) -> Vec<String> {
    let line = line.trim_end_matches(' ');
    let words = line.trim_start_matches(' ');
    let indent = line.len() - words.len();
    let mut parts = Vec::new();
    let mut part = " ".repeat(indent);
    let mut gap = 0;
    for word in words.split(' ') {
        // Several spaces have empty words between them.
        if gap > 0 && !word.is_empty() && columns(&part) + gap + columns(word) > width {
            parts.push(std::mem::replace(&mut part, " ".repeat(indent + hang)));
            gap = 0;
        }
        if !word.is_empty() {
            part.extend([" ".repeat(gap).as_str(), word]);
            gap = 0;
        }
        gap += 1;
    }
    parts.push(part);
    parts
}
