//! Numbers as people read and write them.

use std::time::Duration;

pub use indicatif::{HumanBytes, HumanCount};

/// Writes a number of things, of which one has no `s`.
#[must_use]
pub fn count(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", HumanCount(number), if number == 1 { "" } else { "s" })
}

/// Writes a number of plies.
#[must_use]
pub fn plies(number: u16) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// Writes a time with a unit that fits.
#[must_use]
pub fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{}:{:02} min", seconds / 60, seconds % 60),
        _ => format!("{}:{:02} h", seconds / 3600, seconds / 60 % 60),
    }
}

/// Reads a number of bytes: `500M`, `8 GiB`, `1000000`.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let unit = text[digits.len()..].to_ascii_uppercase();
    let unit = unit.strip_suffix("IB").or_else(|| unit.strip_suffix('B')).unwrap_or(&unit);
    let power = ["", "K", "M", "G", "T"].iter().position(|known| *known == unit);
    let number = digits.trim_end().parse::<u64>().ok();
    let bytes = number.zip(power).and_then(|(number, power)| number.checked_mul(1 << (10 * power)));
    bytes.ok_or_else(|| {
        format!("invalid size {text:?}: expected a number of bytes such as 500M or 8G, below 16 million T")
    })
}

/// Writes rows in columns of the same width, the first one at the left.
#[must_use]
pub fn table(rows: &[impl AsRef<[String]>]) -> String {
    let width = |column: usize| rows.iter().map(|row| row.as_ref()[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows.first().map_or(0, |row| row.as_ref().len())).map(width).collect();
    let mut text = String::new();
    for row in rows {
        for (column, (cell, width)) in row.as_ref().iter().zip(&widths).enumerate() {
            let cell = if column == 0 { format!("{cell:width$}") } else { format!("  {cell:>width$}") };
            text.push_str(&cell);
        }
        text.push('\n');
    }
    text
}
