//! Text for people: headings, boards under a ruler, tables. It is always styled; the command line strips the styles where
//! colours are not shown.

use std::fmt::{self, Display, Write};

use anstyle::Style;

/// The few styles that all pages share.
pub mod styles {
    use anstyle::{AnsiColor, Style};

    /// A heading.
    pub const HEADING: Style = Style::new().bold().underline();
    /// What wins.
    pub const WIN: Style = AnsiColor::Green.on_default().bold();
    /// What loses.
    pub const LOSS: Style = AnsiColor::Red.on_default().bold();
    /// The first kind of mark on a board.
    pub const FIRST_MARK: Style = AnsiColor::Yellow.on_default().bold();
    /// The second kind of mark on a board.
    pub const SECOND_MARK: Style = AnsiColor::Cyan.on_default().bold();
    /// The third kind of mark on a board.
    pub const THIRD_MARK: Style = AnsiColor::Magenta.on_default().bold();
    /// The background: rulers, labels, empty cells.
    pub const QUIET: Style = Style::new().dimmed();
    /// Everything else.
    pub const PLAIN: Style = Style::new();
}

/// A page that is being written.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

/// A character in a row of cells.
#[derive(Clone, Copy, Debug)]
pub struct Cell {
    /// The character that is shown: one column wide.
    pub symbol: char,
    /// Its style.
    pub style: Style,
}

/// Rows of texts in aligned columns.
#[derive(Debug)]
pub struct Table<const COLUMNS: usize> {
    header: [String; COLUMNS],
    rows: Vec<[String; COLUMNS]>,
}

impl Page {
    /// The text with its styles as terminal codes.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds a line with the verdict and the reason for it: the first line of a page.
    pub fn verdict(&mut self, style: Style, verdict: &str, reason: impl Display) {
        self.line(format_args!("{style}{verdict}{style:#}: {reason}"));
    }

    /// Adds an empty line and a heading.
    pub fn heading(&mut self, title: &str) {
        let style = styles::HEADING;
        self.line(format_args!("\n{style}{title}{style:#}"));
    }

    /// Adds a line.
    pub fn line(&mut self, text: impl Display) {
        self.add(format_args!("{text}\n"));
    }

    /// Adds an empty line and the result of an operation on some values: `name: 1 + 2 = 3`. Of many values only their number is
    /// shown.
    pub fn sum(&mut self, name: &str, operation: &str, values: &[impl Display], sum: impl Display) {
        const SHOWN: usize = 16;
        let terms = match values.len() {
            0 | 1 => String::new(),
            2..=SHOWN => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                values.join(&format!(" {operation} ")) + " = "
            }
            count => format!("({count} values joined by {operation}) = "),
        };
        self.line(format_args!("\n{name}: {terms}{sum}"));
    }

    /// Adds rows of cells one above the other, each with a label, under a ruler that counts the cells from 1. Long rows are
    /// broken.
    ///
    /// # Panics
    ///
    /// If the rows differ in length.
    pub fn ruled(&mut self, rows: &[(&str, Vec<Cell>)]) {
        const BROKEN_AT: usize = 60;
        /// Room for a label, and for the digits that stick out to the left at a broken row's beginning.
        const MARGIN: usize = 10;
        let length = rows.first().map_or(0, |(_, cells)| cells.len());
        assert!(rows.iter().all(|(_, cells)| cells.len() == length), "rows under one ruler are of one length");
        let quiet = styles::QUIET;
        for from in (0..length).step_by(BROKEN_AT) {
            let to = length.min(from + BROKEN_AT);
            self.add(format_args!("\n{quiet}{}{quiet:#}\n", ruler(from + 1, to, MARGIN)));
            for (label, cells) in rows {
                // Trailing blanks would only be in the way when a row is copied.
                let shown = cells[from..to].iter().rposition(|cell| cell.symbol != ' ').map_or(0, |last| last + 1);
                let margin = if shown == 0 { 0 } else { MARGIN };
                self.add(format_args!("{quiet}{label:<margin$}{quiet:#}"));
                let mut style = styles::PLAIN;
                for cell in &cells[from..from + shown] {
                    if cell.style != style {
                        self.add(format_args!("{style:#}{}", cell.style));
                        style = cell.style;
                    }
                    self.text.push(cell.symbol);
                }
                self.add(format_args!("{style:#}\n"));
            }
        }
    }

    /// Adds a table, indented by two blanks. Columns of numbers are aligned to the right.
    pub fn table<const COLUMNS: usize>(&mut self, table: &Table<COLUMNS>) {
        let columns: [(usize, bool); COLUMNS] = std::array::from_fn(|column| {
            let texts = table.rows.iter().map(|row| &row[column]);
            let is_number = texts.clone().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
            let header = table.header[column].chars().count();
            (texts.map(|text| text.chars().count()).fold(header, usize::max), is_number)
        });
        let mut add_row = |row: &[String; COLUMNS], style: Style| {
            let mut line = String::new();
            for (text, &(width, is_number)) in row.iter().zip(&columns) {
                let gap = " ".repeat(width - text.chars().count());
                let (before, after) = if is_number { (gap.as_str(), "") } else { ("", gap.as_str()) };
                line.extend(["  ", before, text, after]);
            }
            self.line(format_args!("{style}{}{style:#}", line.trim_end()));
        };
        add_row(&table.header, styles::QUIET);
        table.rows.iter().for_each(|row| add_row(row, styles::PLAIN));
    }

    fn add(&mut self, text: fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("writing to a string never fails");
    }
}

impl<const COLUMNS: usize> Table<COLUMNS> {
    /// A table without rows.
    #[must_use]
    pub fn new(header: [&str; COLUMNS]) -> Self {
        Self { header: header.map(str::to_owned), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: [String; COLUMNS]) {
        self.rows.push(cells);
    }
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

    #[test]
    fn a_ruler_ends_each_number_above_its_cell() {
        assert_eq!(ruler(1, 12, 2), "  1   5   10");
        assert_eq!(ruler(61, 70, 4), "   61  65   70");
        assert_eq!(ruler(99_961, 99_971, 4), "99961    99970");
    }

    #[test]
    fn a_long_row_is_broken_and_its_trailing_blanks_are_trimmed() {
        let mut page = Page::default();
        let row = (0..62).map(|at| Cell { symbol: if at < 61 { 'x' } else { ' ' }, style: styles::PLAIN });
        page.ruled(&[("row", row.collect())]);
        let lines: Vec<String> =
            anstream::adapter::strip_str(page.text()).to_string().lines().map(str::to_owned).collect();
        assert_eq!(lines[2], format!("row       {}", "x".repeat(60)));
        assert_eq!(lines[5], "row       x");
    }
}
