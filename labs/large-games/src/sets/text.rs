//! Boards as text: row by row, with a sign for each set of points.

use anyhow::bail;

/// Writes disjoint sets of points, each by its sign and free points as `.`, with `/` after each row of `row` points.
pub(crate) fn rows(signs: &str, sets: &[u64], points: usize, row: usize) -> String {
    let mut text = String::new();
    for point in 0..points {
        if point > 0 && point % row == 0 {
            text.push('/');
        }
        let sign = signs.chars().zip(sets).find(|(_, set)| *set >> point & 1 == 1);
        text.push(sign.map_or('.', |(sign, _)| sign));
    }
    text
}

/// Reads what [`rows`] writes. Where a sign is the only one with its letter, the letter may be small or capital. What a
/// row is called is part of an error.
pub(crate) fn parse_rows<const N: usize>(
    signs: &str,
    text: &str,
    points: usize,
    row: usize,
    rows: &str,
) -> anyhow::Result<[u64; N]> {
    let mut sets = [0; N];
    let mut found = text.chars();
    for (column, expected) in (1..).zip((0..points).flat_map(|point| {
        let slash = (point > 0 && point % row == 0).then_some(None);
        slash.into_iter().chain([Some(point)])
    })) {
        let character = found.next();
        let number = |character: char| {
            let exact = signs.chars().position(|sign| sign == character);
            exact.or_else(|| signs.chars().position(|sign| sign.eq_ignore_ascii_case(&character)))
        };
        match (expected, character) {
            (None, Some('/')) | (Some(_), Some('.')) => continue,
            (Some(point), Some(character)) => {
                if let Some(number) = number(character) {
                    sets[number] |= 1 << point;
                    continue;
                }
            }
            _ => {}
        }
        let slash = format!("'/' between two {rows}");
        let quoted: Vec<String> = signs.chars().map(|sign| format!("'{sign}'")).collect();
        let expected = if expected.is_some() { format!("{} or '.'", quoted.join(", ")) } else { slash };
        let found = character.map_or("the end".to_owned(), |character| format!("{character:?}"));
        bail!("column {column}: expected {expected}, found {found}");
    }
    if let Some(character) = found.next() {
        let column = points + points.div_ceil(row);
        bail!("column {column}: expected the end after {points} points, found {character:?}");
    }
    Ok(sets)
}
