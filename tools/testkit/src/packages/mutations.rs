//! Texts that differ a little from a right one.

use problem::Rng;

/// Texts that differ from `text` in one place: a byte replaced by one of `bytes`, deleted or doubled, or one of these
/// inserted; a line deleted, doubled or swapped with the next one. In long texts only bytes near both ends are changed.
pub fn mutations(text: &[u8], bytes: &[u8]) -> Vec<Vec<u8>> {
    const ENDS: usize = 50;
    let mut mutated = Vec::new();
    for at in (0..=text.len()).filter(|at| *at < ENDS || at + ENDS > text.len()) {
        let (before, after) = text.split_at(at);
        mutated.extend(bytes.iter().map(|&byte| [before, &[byte], after].concat()));
        if let [first, rest @ ..] = after {
            mutated.extend(bytes.iter().map(|&byte| [before, &[byte], rest].concat()));
            mutated.push([before, rest].concat());
            mutated.push([before, &[*first], after].concat());
        }
    }
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    for line in 0..lines.len() {
        let (before, after) = lines.split_at(line);
        mutated.push([before, &after[1..]].concat().concat());
        mutated.push([before, &after[..1], after].concat().concat());
        if let [first, second, rest @ ..] = after {
            mutated.push([before, &[second, first], rest].concat().concat());
        }
    }
    mutated
}

/// Pieces of white space, and what may be mistaken for it.
const WHITE_SPACE: [&str; 17] = [
    "", " ", "\t", "\r", "\x0B", "\x0C", "\0", "  ", " \r", "\r\r", "\n", "\n\n", "\r\n", " \n", "\n ", "\u{A0}",
    "\u{FEFF}",
];

/// The text with white space before, after and between its lines, and white space alone.
pub fn with_blanks(text: &[u8]) -> Vec<Vec<u8>> {
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let mut texts = vec![text.trim_ascii_end().to_vec()];
    for space in WHITE_SPACE.map(str::as_bytes) {
        texts.push(space.to_vec());
        texts.push([space, b"\n"].concat());
        texts.push(lines.join(&[space, b"\n"].concat()[..]));
        texts.push(lines.join(&[b"\n", space].concat()[..]));
        texts.push(lines.join(space));
        for other in WHITE_SPACE.map(str::as_bytes) {
            texts.push([text, space, other].concat());
            texts.push([text.trim_ascii_end(), space, other].concat());
            texts.push([space, text, other].concat());
            texts.push([space, other, text].concat());
        }
    }
    texts
}

/// The text with any two bytes swapped.
pub(super) fn with_two_swapped(text: &[u8]) -> Vec<Vec<u8>> {
    let pairs = (0..text.len()).flat_map(|one| (one + 1..text.len()).map(move |other| (one, other)));
    let swapped = pairs.map(|(one, other)| {
        let mut text = text.to_vec();
        text.swap(one, other);
        text
    });
    swapped.collect()
}

/// The text with everything except its newlines in another order.
pub(super) fn shuffled(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut text = text.to_vec();
    let places: Vec<usize> = (0..text.len()).filter(|&at| text[at] != b'\n').collect();
    for last in (1..places.len()).rev() {
        text.swap(places[last], places[rng.below(last + 1)]);
    }
    text
}
