//! Tables that fit a width.

use super::wrap::{columns, wrap};
use super::{HANG, INDENT, Page, styles};

/// Rows of texts in aligned columns.
#[derive(Debug)]
pub struct Table<const COLUMNS: usize> {
    header: [String; COLUMNS],
    rows: Vec<[String; COLUMNS]>,
}

/// How the columns of a table are laid out.
struct Layout<const COLUMNS: usize> {
    widths: [usize; COLUMNS],
    /// Whether all texts are numbers, which are aligned to the right.
    are_numbers: [bool; COLUMNS],
    /// The number of blanks between two columns.
    gap: usize,
}

impl Page {
    /// Adds a table, indented by two blanks. Columns of numbers are aligned to the right. A table that is too wide for
    /// the page has its header wrapped, then its texts as well; if its words alone are too wide, each row is a list of
    /// names and texts.
    pub fn table<const COLUMNS: usize>(&mut self, table: &Table<COLUMNS>) {
        let quiet = styles::QUIET;
        let Some(layout) = table.layout(self.width - INDENT) else {
            for row in &table.rows {
                for (index, (name, text)) in table.header.iter().zip(row).enumerate() {
                    let indent = " ".repeat(if index == 0 { INDENT } else { INDENT + HANG });
                    self.wrapped(&format!("{indent}{quiet}{name}:{quiet:#} {text}"), HANG);
                }
            }
            return;
        };
        for line in layout.lines(&table.header, true) {
            self.push_line(&format!("{quiet}{line}{quiet:#}"));
        }
        for line in table.rows.iter().flat_map(|row| layout.lines(row, false)) {
            self.push_line(&line);
        }
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

    /// The layout that reads best among those of at most `width` columns; `None` if even single words need more.
    fn layout(&self, width: usize) -> Option<Layout<COLUMNS>> {
        let longest_word = |text: &String| text.split(' ').map(columns).max().unwrap_or(0);
        let headers = |length: &dyn Fn(&String) -> usize| self.header.each_ref().map(length);
        let texts = |length: &dyn Fn(&String) -> usize| {
            std::array::from_fn(|column| self.rows.iter().map(|row| length(&row[column])).max().unwrap_or(0))
        };
        let whole = |text: &String| columns(text);
        let unwrapped = larger(headers(&whole), texts(&whole));
        let headers_wrapped = larger(headers(&longest_word), texts(&whole));
        let all_wrapped = larger(headers(&longest_word), texts(&longest_word));
        let is_number = |text: &String| text.bytes().all(|byte| byte.is_ascii_digit());
        let are_numbers = std::array::from_fn(|column| self.rows.iter().all(|row| is_number(&row[column])));
        let room = |gap: usize| width.checked_sub(gap * COLUMNS.saturating_sub(1));
        // One blank between columns is harder to read than two, but not as hard as wrapped texts.
        [(2, unwrapped, headers_wrapped), (1, headers_wrapped, headers_wrapped), (1, headers_wrapped, all_wrapped)]
            .into_iter()
            .find_map(|(gap, widths, least)| {
                let mut widths = shrink(widths, least, room(gap)?)?;
                if widths != unwrapped {
                    self.tighten(&mut widths, least);
                }
                let gap = if room(2).is_some_and(|room| widths.iter().sum::<usize>() <= room) { 2 } else { gap };
                Some(Layout { widths, are_numbers, gap })
            })
    }

    /// Makes columns narrower as long as no text needs more lines: these become more equal in length, and the gaps
    /// wider.
    fn tighten(&self, widths: &mut [usize; COLUMNS], least: [usize; COLUMNS]) {
        for column in 0..COLUMNS {
            let texts = || self.rows.iter().chain([&self.header]).map(|row| &row[column]);
            let lines = |width| texts().map(|text| wrap(text, width, 0).len()).sum::<usize>();
            let needed = lines(widths[column]);
            while widths[column] > least[column] && lines(widths[column] - 1) == needed {
                widths[column] -= 1;
            }
        }
    }
}

impl<const COLUMNS: usize> Layout<COLUMNS> {
    /// The lines of a row. A header's last line stands directly above the first row.
    fn lines(&self, row: &[String; COLUMNS], is_header: bool) -> Vec<String> {
        let texts: [Vec<String>; COLUMNS] = std::array::from_fn(|column| wrap(&row[column], self.widths[column], 0));
        let height = texts.iter().map(Vec::len).max().unwrap_or(0);
        let line = |index: usize| {
            let mut line = " ".repeat(INDENT);
            for (column, texts) in texts.iter().enumerate() {
                let above = if is_header { height - texts.len() } else { 0 };
                let text = index.checked_sub(above).and_then(|index| texts.get(index)).map_or("", String::as_str);
                let padding = " ".repeat(self.widths[column].saturating_sub(columns(text)));
                let (before, after) = if self.are_numbers[column] { (&*padding, "") } else { ("", &*padding) };
                line.extend([before, text, after, &" ".repeat(self.gap)]);
            }
            line.trim_end().to_owned()
        };
        (0..height).map(line).collect()
    }
}

/// The larger one of each two numbers.
fn larger<const COLUMNS: usize>(one: [usize; COLUMNS], other: [usize; COLUMNS]) -> [usize; COLUMNS] {
    std::array::from_fn(|column| one[column].max(other[column]))
}

/// Makes the widest columns narrower until all of them together have at most `room` columns, but none narrower than
/// `least`. `None` if that is impossible.
fn shrink<const COLUMNS: usize>(
    mut widths: [usize; COLUMNS],
    least: [usize; COLUMNS],
    room: usize,
) -> Option<[usize; COLUMNS]> {
    while widths.iter().sum::<usize>() > room {
        let can_shrink = (0..COLUMNS).filter(|&column| widths[column] > least[column]);
        widths[can_shrink.max_by_key(|&column| widths[column])?] -= 1;
    }
    Some(widths)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::tests::plain_lines;

    fn lines(width: usize, rows: &[[&str; 4]]) -> Vec<String> {
        let mut table = Table::new(["name", "what it leaves", "number", "all the others"]);
        for row in rows {
            table.row(row.map(str::to_owned));
        }
        let mut page = Page::new(40);
        page.width = width;
        page.table(&table);
        plain_lines(&page)
    }

    const ROWS: &[[&str; 4]] = &[["one", "10 and 53", "7", "1 xor 2 = 3"], ["eleven", "-", "12345678", "0"]];

    #[test]
    fn a_table_that_fits_exactly_is_not_wrapped() {
        let expected = [
            "  name    what it leaves    number  all the others",
            "  one     10 and 53              7  1 xor 2 = 3",
            "  eleven  -               12345678  0",
        ];
        assert_eq!(lines(50, ROWS), expected);
    }

    #[test]
    fn the_header_of_a_wide_table_is_wrapped_first() {
        let expected = [
            "          what it              all the",
            "  name    leaves       number  others",
            "  one     10 and 53         7  1 xor 2 = 3",
            "  eleven  -          12345678  0",
        ];
        // Where two columns have to wrap, wider ones would not save a line.
        for width in 42..49 {
            assert_eq!(lines(width, ROWS), expected);
        }
        let expected = [
            "                                    all the",
            "  name    what it leaves    number  others",
            "  one     10 and 53              7  1 xor 2 = 3",
            "  eleven  -               12345678  0",
        ];
        assert_eq!(lines(49, ROWS), expected);
        let expected = [
            "         what it            all the",
            "  name   leaves      number others",
            "  one    10 and 53        7 1 xor 2 = 3",
            "  eleven -         12345678 0",
        ];
        assert_eq!(lines(39, ROWS), expected);
    }

    #[test]
    fn the_texts_of_a_very_wide_table_are_wrapped_too() {
        let expected = [
            "                          all",
            "         what it          the",
            "  name   leaves    number others",
            "  one    10 and         7 1 xor",
            "         53               2 = 3",
            "  eleven -       12345678 0",
        ];
        assert_eq!(lines(32, ROWS), expected);
    }

    #[test]
    fn rows_whose_words_are_too_wide_are_lists() {
        let expected = [
            "  name: one",
            "    what it leaves: 10",
            "      and 53",
            "    number: 7",
            "    all the others: 1",
            "      xor 2 = 3",
            "  name: eleven",
            "    what it leaves: -",
            "    number: 12345678",
            "    all the others: 0",
        ];
        assert_eq!(lines(22, ROWS), expected);
    }

    #[test]
    fn a_table_without_rows_has_its_header() {
        assert_eq!(lines(80, &[]), ["  name  what it leaves  number  all the others"]);
    }
}
