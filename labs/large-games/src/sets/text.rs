//! Boards as text: row by row, with a sign for each set of points.

use anyhow::{anyhow, ensure};

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
    let (mut sets, text) = ([0; N], text.chars().collect::<Vec<char>>());
    let wrong = |place: usize, expected: &str| {
        let found = text.get(place).map_or("the end".to_owned(), |character| format!("{character:?}"));
        anyhow!("column {}: expected {expected}, found {found}", place + 1)
    };
    let quoted: Vec<String> = signs.chars().map(|sign| format!("'{sign}'")).collect();
    for point in 0..points {
        let place = point + point / row;
        if point > 0 && point % row == 0 && text.get(place - 1) != Some(&'/') {
            return Err(wrong(place - 1, &format!("'/' between two {rows}")));
        }
        let found = text.get(place).copied();
        if found != Some('.') {
            let exact = signs.chars().position(|sign| Some(sign) == found);
            let number = exact.or_else(|| {
                signs.chars().position(|sign| found.is_some_and(|found| sign.eq_ignore_ascii_case(&found)))
            });
            sets[number.ok_or_else(|| wrong(place, &format!("{} or '.'", quoted.join(", "))))?] |= 1 << point;
        }
    }
    let end = points + (points - 1) / row;
    ensure!(text.len() == end, wrong(end, &format!("the end after {points} points")));
    Ok(sets)
}
