//! Tables that fit a width.

use std::array;

use super::wrap::columns;
use super::{HANG, INDENT, Page, styles};

impl Page {
    /// Adds a table, indented. Columns of numbers are aligned to the right. If the table is too wide for the page, each
    /// row is a list of names and texts.
    pub fn table<const COLUMNS: usize>(&mut self, header: [&str; COLUMNS], rows: &[[String; COLUMNS]]) {
        let quiet = styles::QUIET;
        let column = |index: usize| rows.iter().map(move |row| row[index].as_str());
        let widths: [usize; COLUMNS] =
            array::from_fn(|index| column(index).chain([header[index]]).map(columns).max().unwrap_or(0));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let are_numbers: [bool; COLUMNS] = array::from_fn(|index| column(index).all(is_number));
        // One space between columns is harder to read than two.
        let room = self.width - INDENT;
        let gap = [2, 1].into_iter().find(|gap| widths.iter().map(|width| width + gap).sum::<usize>() - gap <= room);
        let Some(gap) = gap else {
            for row in rows {
                for (index, (name, text)) in header.iter().zip(row).enumerate() {
                    let indent = if index == 0 { INDENT } else { INDENT + HANG };
                    let name = name.replace(' ', "\u{A0}");
                    self.wrapped(&format!("{:indent$}{quiet}{name}:{quiet:#} {text}", ""), HANG);
                }
            }
            return;
        };
        let line = |row: [&str; COLUMNS]| {
            let mut line = " ".repeat(INDENT);
            for (index, text) in row.into_iter().enumerate() {
                let width = widths[index];
                let text = if are_numbers[index] { format!("{text:>width$}") } else { format!("{text:<width$}") };
                line.extend([text.as_str(), &" ".repeat(gap)]);
            }
            line.trim_end_matches(' ').to_owned()
        };
        self.push_line(&format!("{quiet}{}{quiet:#}", line(header)));
        for row in rows {
            self.push_line(&line(row.each_ref().map(String::as_str)));
        }
    }
}
