//! Boards: rows of cells under a ruler, and small boards side by side.

use anstyle::Style;

use super::wrap::columns;
use super::{INDENT, Page, styles};

/// A character in a row of cells.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The character that is shown: one column wide.
    pub symbol: char,
    /// Its style.
    pub style: Style,
}

impl Page {
    /// Adds rows of cells one above the other, each with a label, under a ruler that counts the cells from 1. Rows that
    /// are too long for the page are cut into blocks, each with its ruler and its labels.
    ///
    /// # Panics
    ///
    /// If the rows differ in length.
    pub fn ruled(&mut self, rows: &[(&str, Vec<Cell>)]) {
        /// Room for a label, and for the digits that stick out to the left at a block's beginning.
        const MARGIN: usize = 10;
        let length = rows.first().map_or(0, |(_, cells)| cells.len());
        assert!(rows.iter().all(|(_, cells)| cells.len() == length), "rows under one ruler are of one length");
        let margin = rows.iter().map(|(label, _)| columns(label) + 1).fold(MARGIN, usize::max);
        let quiet = styles::QUIET;
        let block = block(length, self.width.saturating_sub(margin));
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
    }

    /// Adds boards side by side, each below its name and as many as fit beside one another.
    pub fn boards(&mut self, boards: &[(String, Vec<Vec<Cell>>)]) {
        const GAP: usize = 4;
        let widths = boards.iter().flat_map(|(name, rows)| rows.iter().map(Vec::len).chain([columns(name)]));
        let width = widths.max().unwrap_or(0) + GAP;
        let beside = ((self.width - INDENT + GAP) / width).max(1);
        let quiet = styles::QUIET;
        for boards in boards.chunks(beside) {
            self.push_line("");
            if boards.iter().any(|(name, _)| !name.is_empty()) {
                let names = boards.iter().map(|(name, _)| name.clone());
                self.push_line(&format!("{quiet}{}{quiet:#}", side_by_side(names, width)));
            }
            for index in 0..boards.iter().map(|(_, rows)| rows.len()).max().unwrap_or(0) {
                let rows = boards.iter().map(|(_, rows)| rows.get(index).map_or_else(String::new, |cells| row(cells)));
                self.push_line(&side_by_side(rows, width));
            }
        }
    }
}

/// The number of cells in a block of a row of `length` cells, given the room for them: all, or else a round number.
fn block(length: usize, room: usize) -> usize {
    const NARROW: usize = 50;
    match room {
        room if length <= room => length.max(1),
        ..5 => 5,
        5..NARROW => room / 5 * 5,
        _ => room / 10 * 10,
    }
}

/// The cells as text. Trailing blanks are left out: they would only be in the way when a row is copied.
fn row(cells: &[Cell]) -> String {
    let shown = cells.iter().rposition(|cell| cell.symbol != ' ').map_or(0, |last| last + 1);
    let mut text = String::new();
    for cells in cells[..shown].chunk_by(|one, next| one.style == next.style) {
        let style = cells[0].style;
        text.extend([style.render().to_string(), cells.iter().map(|cell| cell.symbol).collect()]);
        text += &style.render_reset().to_string();
    }
    text
}

/// An indented line of texts, each of which begins `width` columns after the one before.
fn side_by_side(texts: impl Iterator<Item = String>, width: usize) -> String {
    let mut line = String::new();
    let mut blanks = INDENT;
    for text in texts {
        if !text.is_empty() {
            line.extend([" ".repeat(blanks).as_str(), text.as_str()]);
            blanks = 0;
        }
        blanks += width - columns(&text);
    }
    line
}

/// The numbers of `length` cells from `first` on, as text: `4`, or `4-7`.
#[must_use]
pub fn cell_range(first: usize, length: usize) -> String {
    if length == 1 { first.to_string() } else { format!("{first}-{}", first + length - 1) }
}

/// The numbers of the cells `from..=to`, each ending above its cell: the first, then every fifth or tenth.
fn ruler(from: usize, to: usize, margin: usize) -> String {
    let step = if to < 10_000 { 5 } else { 10 };
    let mut line = String::new();
    for cell in (from..=to).filter(|cell| *cell == from || cell % step == 0) {
        let number = cell.to_string();
        let end = margin + cell - from + 1;
        // There may be no room for a number just after the first one.
        if line.is_empty() || line.len() + number.len() < end {
            line.push_str(&" ".repeat(end.saturating_sub(line.len() + number.len())));
            line.push_str(&number);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::plain_lines;

    fn cells(text: &str) -> Vec<Cell> {
        let style = |symbol| if symbol == 'x' { styles::WIN } else { styles::PLAIN };
        text.chars().map(|symbol| Cell { symbol, style: style(symbol) }).collect()
    }

    #[test]
    fn a_ruler_ends_each_number_above_its_cell() {
        assert_eq!(ruler(1, 12, 2), "  1   5   10");
        assert_eq!(ruler(61, 70, 4), "   61  65   70");
        assert_eq!(ruler(9_981, 9_990, 4), " 9981     9990");
        assert_eq!(ruler(9_981, 10_000, 4), " 9981     9990     10000");
        assert_eq!(ruler(99_961, 99_971, 4), "99961    99970");
    }

    #[test]
    fn neighbours_of_one_style_are_styled_together() {
        let [win, plain] = [styles::WIN, styles::PLAIN];
        assert_eq!(row(&cells("xx.x ")), format!("{win}xx{win:#}{plain}.{plain:#}{win}x{win:#}"));
    }

    #[test]
    fn one_cell_is_no_range() {
        assert_eq!([cell_range(4, 1), cell_range(4, 4)], ["4", "4-7"]);
    }

    #[test]
    fn a_long_row_is_cut_into_blocks_and_its_trailing_blanks_are_trimmed() {
        let mut page = Page::new(60);
        page.ruled(&[("row", cells(&("x".repeat(51) + " "))), ("marks", cells(&(" ".repeat(51) + "x")))]);
        let expected = [
            "",
            "          1   5   10   15   20   25   30   35   40   45   50",
            &format!("row       {}", "x".repeat(50)),
            "marks",
            "",
            "         51",
            "row       x",
            "marks      x",
        ];
        assert_eq!(plain_lines(&page), expected);
    }

    #[test]
    fn blocks_are_multiples_of_ten_cells_or_five_on_narrow_pages_but_a_row_that_fits_is_not_cut() {
        assert_eq!([30, 34, 35, 49].map(|room| block(200, room)), [30, 30, 35, 45]);
        assert_eq!([50, 59, 70, 122].map(|room| block(200, room)), [50, 50, 70, 120]);
        assert_eq!([34, 35, 36].map(|length| block(length, 34)), [34, 30, 30]);
        assert_eq!((block(0, 30), block(9, 0)), (1, 5));
    }

    #[test]
    fn a_label_longer_than_the_margin_widens_it() {
        let mut page = Page::new(40);
        page.ruled(&[("a long label", cells(&"x".repeat(30)))]);
        let expected = [
            "",
            "             1   5   10   15   20   25",
            &format!("a long label {}", "x".repeat(25)),
            "",
            "            26  30",
            "a long label xxxxx",
        ];
        assert_eq!(plain_lines(&page), expected);
    }

    #[test]
    fn as_many_boards_as_fit_stand_side_by_side() {
        let board = |name: &str| (name.to_owned(), vec![cells("ox.x"), cells("..x ")]);
        let names: Vec<String> = (1..=6).map(|number| number.to_string()).collect();
        let boards: Vec<_> = names.iter().map(|name| board(name)).collect();
        let mut page = Page::new(40);
        page.boards(&boards);
        let expected = [
            "",
            "  1       2       3       4       5",
            "  ox.x    ox.x    ox.x    ox.x    ox.x",
            "  ..x     ..x     ..x     ..x     ..x",
            "",
            "  6",
            "  ox.x",
            "  ..x",
        ];
        assert_eq!(plain_lines(&page), expected);
        for (width, names) in
            [(45, "  1       2       3       4       5"), (46, "  1       2       3       4       5       6")]
        {
            let mut page = Page::new(width);
            page.boards(&boards);
            assert_eq!(plain_lines(&page)[1], names);
        }
        let mut page = Page::new(46);
        page.boards(&[board(""), ("a long name".to_owned(), vec![cells("x")])]);
        assert_eq!(plain_lines(&page), ["", "                 a long name", "  ox.x           x", "  ..x"]);
    }
}
