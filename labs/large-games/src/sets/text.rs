//! Two sets of points as text.

use anyhow::bail;

use super::Points;

/// A number in digits alone.
pub(crate) fn number(text: &str) -> Option<u8> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

/// Writes two disjoint sets of points, the first as `X` and the second as `O`, with `/` after each row
/// of `row` points.
pub(crate) fn rows([first, second]: [Points; 2], points: usize, row: usize) -> String {
    let mut text = String::new();
    for point in 0..points {
        if point > 0 && point % row == 0 {
            text.push('/');
        }
        let is_in = |set: Points| set >> point & 1 == 1;
        text.push(match (is_in(first), is_in(second)) {
            (true, _) => 'X',
            (_, true) => 'O',
            _ => '.',
        });
    }
    text
}

/// Reads what [`rows`] writes, in small or capital letters. What a row is called is part of an error.
pub(crate) fn parse_rows(text: &str, points: usize, row: usize, rows: &str) -> anyhow::Result<[Points; 2]> {
    let [mut first, mut second] = [0, 0];
    let mut found = text.chars();
    for (column, expected) in (1..).zip((0..points).flat_map(|point| {
        let slash = (point > 0 && point % row == 0).then_some(None);
        slash.into_iter().chain([Some(point)])
    })) {
        let character = found.next();
        match (expected, character.map(|character| character.to_ascii_uppercase())) {
            (Some(point), Some('X')) => first |= 1 << point,
            (Some(point), Some('O')) => second |= 1 << point,
            (Some(_), Some('.')) | (None, Some('/')) => {}
            (expected, _) => {
                let slash = format!("'/' between two {rows}");
                let expected = if expected.is_some() { "'X', 'O' or '.'" } else { &slash };
                let found = character.map_or("the end".to_owned(), |character| format!("{character:?}"));
                bail!("column {column}: expected {expected}, found {found}");
            }
        }
    }
    if let Some(character) = found.next() {
        let column = points + points.div_ceil(row);
        bail!("column {column}: expected the end after {points} points, found {character:?}");
    }
    Ok([first, second])
}
