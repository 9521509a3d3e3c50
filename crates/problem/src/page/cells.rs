//! Boards: rows of cells under a ruler, and small boards side by side.

use anstyle::Style;

use super::wrap::columns;
use super::{INDENT, Page, styles};

/// A character in a row of cells.
#[derive(Clone, Copy, Debug)]
pub struct StyledChar {
    /// The character that is shown: one column wide.
    pub symbol: char,
    /// Its style.
    pub style: Style,
}

impl Page {
    /// Adds rows of cells one above the other, each with a label, under a ruler that counts the cells from 1. Rows that
    /// are too long for the page are cut into blocks, each with its ruler and its labels. Below them are the entries of
    /// the legend whose first character, the sign that they explain, is in a row.
    ///
    /// # Panics
    ///
    /// If the rows differ in length.
    pub fn ruled(&mut self, rows: &[(&str, Vec<StyledChar>)], legend: &[&str]) {
        /// Room for a label, and for the digits that stick out to the left at a block's beginning.
        const MARGIN: usize = 10;
        let length = rows.first().map_or(0, |(_, cells)| cells.len());
        assert!(rows.iter().all(|(_, cells)| cells.len() == length), "rows under one ruler are of one length");
        let margin = rows.iter().map(|(label, _)| columns(label) + 1).fold(MARGIN, usize::max);
        let quiet = styles::QUIET;
        let room = self.width.saturating_sub(margin);
        let block = if length <= room { length.max(1) } else { (room / 5 * 5).max(5) };
        for from in (0..length).step_by(block) {
            let to = length.min(from + block);
            self.push_line("");
            self.push_line(&format!("{quiet}{}{quiet:#}", ruler(from + 1, to, margin)));
            for (label, cells) in rows {
                let cells = row(&cells[from..to]);
                let margin = if cells.is_empty() { 0 } else { margin };
                self.push_line(&format!("{quiet}{label:<margin$}{quiet:#}{cells}"));
            }
        }
        let occurs = |sign| rows.iter().flat_map(|(_, cells)| cells).any(|cell| cell.symbol == sign);
        let shown: Vec<&str> = legend.iter().copied().filter(|entry| entry.starts_with(occurs)).collect();
        if !shown.is_empty() {
            self.line(format_args!("\n  {}", shown.join("   ")));
        }
    }

    /// Adds boards side by side, each below its name and as many as fit beside one another.
    pub fn boards(&mut self, boards: &[(String, Vec<Vec<StyledChar>>)]) {
        const GAP: usize = 4;
        let widths = boards.iter().flat_map(|(name, rows)| rows.iter().map(Vec::len).chain([columns(name)]));
        let width = widths.max().unwrap_or(0) + GAP;
        let beside = ((self.width - INDENT + GAP) / width).max(1);
        let quiet = styles::QUIET;
        for boards in boards.chunks(beside) {
            self.push_line("");
            if boards.iter().any(|(name, _)| !name.is_empty()) {
                let names = side_by_side(boards.iter().map(|(name, _)| name.clone()), width);
                self.push_line(&format!("{quiet}{names}{quiet:#}"));
            }
            for index in 0..boards.iter().map(|(_, rows)| rows.len()).max().unwrap_or(0) {
                let rows = boards.iter().map(|(_, rows)| rows.get(index).map_or_else(String::new, |cells| row(cells)));
                self.push_line(&side_by_side(rows, width));
            }
        }
    }
}

/// The cells as text, without trailing spaces, which would only be in the way when a row is copied.
fn row(cells: &[StyledChar]) -> String {
    let shown = cells.iter().rposition(|cell| cell.symbol != ' ').map_or(0, |last| last + 1);
    let mut text = String::new();
    for cells in cells[..shown].chunk_by(|one, next| one.style == next.style) {
        let (style, symbols) = (cells[0].style, cells.iter().map(|cell| cell.symbol).collect());
        text.extend([style.render().to_string(), symbols, style.render_reset().to_string()]);
    }
    text
}

/// An indented line of texts, each of which begins `width` columns after the one before.
fn side_by_side(texts: impl Iterator<Item = String>, width: usize) -> String {
    let padded = texts.map(|text| format!("{text}{:1$}", "", width - columns(&text)));
    format!("{:INDENT$}{}", "", padded.collect::<String>()).trim_end().to_owned()
}

/// The numbers of `length` cells from `first` on, as text: `4`, or `4-7`.
pub fn cell_range(first: usize, length: usize) -> String {
    if length == 1 { first.to_string() } else { format!("{first}-{}", first + length - 1) }
}

/// The numbers of the cells `from..=to`, each ending above its cell: the first, then every fifth that has room.
fn ruler(from: usize, to: usize, margin: usize) -> String {
    let mut line = String::new();
    for cell in (from..=to).filter(|cell| *cell == from || cell % 5 == 0) {
        let number = cell.to_string();
        let end = margin + cell - from + 1;
        if line.is_empty() || line.len() + number.len() < end {
            line.push_str(&" ".repeat(end.saturating_sub(line.len() + number.len())));
            line.push_str(&number);
        }
    }
    line
}
