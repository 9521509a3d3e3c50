//! Text for people that fits a width: headings, paragraphs, boards under a ruler, tables. It is always styled; the
//! command line strips the styles where colours are not shown.

mod cells;
mod table;
mod wrap;

use std::fmt::Display;

use anstyle::Style;

pub use cells::{Cell, cell_range};
pub use table::Table;
use wrap::{columns, wrap};

/// What is indented is indented by this many blanks.
const INDENT: usize = 2;
/// The second and later lines of an entry are indented by this many blanks more than the first.
const HANG: usize = 2;

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

/// A page that is being written. No line is wider than the page, except that a word longer than a line stays whole, so
/// that it can be copied. Lines do not end at a no-break space (U+00A0); it is written as a blank.
#[derive(Debug)]
pub struct Page {
    text: String,
    width: usize,
}

impl Page {
    /// An empty page of `width` columns, but at least 40.
    #[must_use]
    pub fn new(width: usize) -> Self {
        const LEAST: usize = 40;
        Self { text: String::new(), width: width.max(LEAST) }
    }

    /// The text with its styles as terminal codes. No style reaches beyond the end of a line.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds a line with the verdict and the reason for it: the first line of a page.
    pub fn verdict(&mut self, style: Style, verdict: &str, reason: impl Display) {
        self.wrapped(&format!("{style}{verdict}{style:#}: {reason}"), HANG);
    }

    /// Adds an empty line and a heading.
    pub fn heading(&mut self, title: &str) {
        let style = styles::HEADING;
        self.push_line("");
        self.wrapped(&format!("{style}{title}{style:#}"), 0);
    }

    /// Adds a paragraph, or several that are separated by newlines. What is too long is wrapped; where a paragraph is
    /// indented, it is usually one entry of many, so its later lines are indented further.
    pub fn line(&mut self, text: impl Display) {
        for line in text.to_string().split('\n') {
            self.wrapped(line, if line.starts_with(' ') { HANG } else { 0 });
        }
    }

    /// Adds an empty line and the meanings of signs, as many as fit beside one another. Without any, adds nothing.
    pub fn legend(&mut self, entries: &[&str]) {
        const GAP: &str = "   ";
        let mut line = String::new();
        for entry in entries {
            if !line.is_empty() && columns(&line) + GAP.len() + columns(entry) <= self.prose_width() {
                line.extend([GAP, entry]);
            } else {
                // Empty before the first entry: the empty line.
                self.wrapped(&line, HANG);
                line = " ".repeat(INDENT) + entry;
            }
        }
        if !line.is_empty() {
            self.wrapped(&line, HANG);
        }
    }

    /// Adds an empty line and the result of an operation on some values: `name: 1 + 2 = 3`. Of many values only their
    /// number is shown.
    pub fn sum(&mut self, name: &str, operation: &str, values: &[impl Display], sum: impl Display) {
        const SHOWN: usize = 16;
        let terms = match values.len() {
            0 | 1 => String::new(),
            2..=SHOWN => {
                let values: Vec<String> = values.iter().map(ToString::to_string).collect();
                values.join(&format!(" {operation}\u{A0}")) + " =\u{A0}"
            }
            count => format!("({count} values joined by {operation}) =\u{A0}"),
        };
        self.push_line("");
        self.wrapped(&format!("{name}: {terms}{sum}"), HANG);
    }

    /// The width of running text. A longer line is hard to follow back to the next one's beginning, so only boards and
    /// tables use all of a wide page.
    fn prose_width(&self) -> usize {
        const MOST: usize = 100;
        self.width.min(MOST)
    }

    fn wrapped(&mut self, line: &str, hang: usize) {
        for part in wrap(line, self.prose_width(), hang) {
            self.push_line(&part);
        }
    }

    fn push_line(&mut self, line: &str) {
        self.text.extend([&*line.replace('\u{A0}', " "), "\n"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of a page without their styles.
    pub(super) fn plain_lines(page: &Page) -> Vec<String> {
        anstream::adapter::strip_str(page.text()).to_string().lines().map(str::to_owned).collect()
    }

    /// The lines of a page of 40 columns.
    fn lines_at_40(write: impl FnOnce(&mut Page)) -> Vec<String> {
        let mut page = Page::new(40);
        write(&mut page);
        plain_lines(&page)
    }

    #[test]
    fn a_page_has_at_least_40_columns_and_prose_at_most_100() {
        for (width, expected) in [(0, 40), (39, 40), (41, 41), (100, 100), (101, 100), (500, 100)] {
            let mut page = Page::new(width);
            page.line("a ".repeat(250));
            // The blank after the last word that fits is no part of the line.
            assert_eq!(plain_lines(&page)[0].len(), (expected - 1) | 1, "{width}");
        }
    }

    #[test]
    fn a_verdict_and_a_sum_hang() {
        let reason = "10 moves win: cells 11, 12, 13, 14, 15, 16";
        let verdict = lines_at_40(|page| page.verdict(styles::WIN, "WINNING", reason));
        assert_eq!(verdict, ["WINNING: 10 moves win: cells 11, 12, 13,", "  14, 15, 16"]);
        let values: Vec<u32> = (7..=15).collect();
        // A line does not end between an operation and its operand.
        let expected = ["", "The sum: 7 xor 8 xor 9 xor 10 xor 11", "  xor 12 xor 13 xor 14 xor 15 = 23"];
        assert_eq!(lines_at_40(|page| page.sum("The sum", "xor", &values, 23)), expected);
    }

    #[test]
    fn entries_of_a_legend_stand_beside_one_another_if_they_fit() {
        let [one, other] = ["x".repeat(18), "y".repeat(17)];
        assert_eq!(lines_at_40(|page| page.legend(&[&one, &other])), ["", &format!("  {one}   {other}")]);
        let longer = "y".repeat(18);
        let expected = ["", &format!("  {one}"), &format!("  {longer}")];
        assert_eq!(lines_at_40(|page| page.legend(&[&one, &longer])), expected);
        assert_eq!(lines_at_40(|page| page.legend(&[])), [""; 0]);
    }

    #[test]
    fn each_line_of_a_long_heading_is_styled() {
        let mut page = Page::new(40);
        page.heading("A heading that is longer than a line of 40 columns");
        let style = styles::HEADING;
        let expected =
            format!("\n{style}A heading that is longer than a line of{style:#}\n{style}40 columns{style:#}\n");
        assert_eq!(page.text(), expected);
    }

    #[test]
    fn paragraphs_are_wrapped_one_by_one() {
        let text = "A paragraph whose first line ends here, as\n\n  1 entry that continues below its first line\n  2";
        let expected = [
            "A paragraph whose first line ends here,",
            "as",
            "",
            "  1 entry that continues below its first",
            "    line",
            "  2",
        ];
        assert_eq!(lines_at_40(|page| page.line(text)), expected);
    }

    #[test]
    fn a_legend_breaks_between_its_entries() {
        let entries = ["^ wins", "- safe, but loses", "! a", "? an entry that is longer than a whole line"];
        let expected =
            ["", "  ^ wins   - safe, but loses   ! a", "  ? an entry that is longer than a whole", "    line"];
        assert_eq!(lines_at_40(|page| page.legend(&entries)), expected);
        assert_eq!(lines_at_40(|page| page.legend(&entries[..2])), ["", "  ^ wins   - safe, but loses"]);
        assert!(lines_at_40(|page| page.legend(&[])).is_empty());
    }
}
