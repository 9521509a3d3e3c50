//! Tables that fit a width.

use super::wrap::columns;
use super::{HANG, INDENT, Page, styles};

/// Rows of texts in aligned columns.
#[derive(Debug)]
pub struct Table<const COLUMNS: usize> {
    header: [String; COLUMNS],
    rows: Vec<[String; COLUMNS]>,
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

impl Page {
    /// Adds a table, indented. Columns of numbers are aligned to the right. If the table is too wide for the page, each
    /// row is a list of names and texts.
    pub fn table<const COLUMNS: usize>(&mut self, table: &Table<COLUMNS>) {
        let quiet = styles::QUIET;
        let column = |index: usize| table.rows.iter().map(move |row| &row[index]);
        let widths: [usize; COLUMNS] = std::array::from_fn(|index| {
            column(index).chain([&table.header[index]]).map(|text| columns(text)).max().unwrap_or(0)
        });
        let is_number = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
        let are_numbers: [bool; COLUMNS] = std::array::from_fn(|index| column(index).all(is_number));
        // One space between columns is harder to read than two.
        let room = self.width - INDENT;
        let gap = [2, 1].into_iter().find(|gap| widths.iter().map(|width| width + gap).sum::<usize>() - gap <= room);
        let Some(gap) = gap else {
            for row in &table.rows {
                for (index, (name, text)) in table.header.iter().zip(row).enumerate() {
                    let indent = if index == 0 { INDENT } else { INDENT + HANG };
                    let name = name.replace(' ', "\u{A0}");
                    self.wrapped(&format!("{:indent$}{quiet}{name}:{quiet:#} {text}", ""), HANG);
                }
            }
            return;
        };
        let line = |row: &[String; COLUMNS]| {
            let mut line = " ".repeat(INDENT);
            for (index, text) in row.iter().enumerate() {
                let width = widths[index];
                let text = if are_numbers[index] { format!("{text:>width$}") } else { format!("{text:<width$}") };
                line.extend([text.as_str(), &" ".repeat(gap)]);
            }
            line.trim_end_matches(' ').to_owned()
        };
        self.push_line(&format!("{quiet}{}{quiet:#}", line(&table.header)));
        for row in &table.rows {
            self.push_line(&line(row));
        }
    }
}
