//! Text for people that fits a width: headings, paragraphs, boards under a ruler, tables. It is always styled; the
//! command line removes the styles where colours are not shown.

mod cells;
mod table;
mod wrap;

use std::fmt::Display;

use anstyle::Style;

pub use cells::{StyledChar, cell_range};
use wrap::wrap;

/// How many columns boards and tables are indented.
const INDENT: usize = 2;
/// How many columns the second and later lines of an entry are indented more than its first.
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
    /// What is not quite right, or the first kind of mark on a board.
    pub const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
    /// What takes too much, or the second kind of mark.
    pub const CYAN: Style = AnsiColor::Cyan.on_default().bold();
    /// What is not known, or the third kind of mark.
    pub const MAGENTA: Style = AnsiColor::Magenta.on_default().bold();
    /// The background: rulers, labels, empty cells.
    pub const QUIET: Style = Style::new().dimmed();
    /// Everything else.
    pub const PLAIN: Style = Style::new();
}

/// A page that is being written. No line is wider than the page, except that a word longer than a line stays whole, so
/// that it can be copied. Lines do not end at a no-break space (U+00A0); it is written as a space.
#[derive(Debug)]
pub struct Page {
    text: String,
    width: usize,
}

impl Page {
    /// An empty page of `width` columns, but at least 40.
    pub fn new(width: usize) -> Self {
        const LEAST: usize = 40;
        Self { text: String::new(), width: width.max(LEAST) }
    }

    /// The text with its styles as terminal codes. No style reaches beyond the end of a line.
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
        for part in wrap(title, self.prose_width(), 0) {
            self.push_line(&format!("{style}{part}{style:#}"));
        }
    }

    /// Adds a paragraph, or several that are separated by newlines. What is too long is wrapped; where a paragraph is
    /// indented, it is usually one entry of many, so its later lines are indented further.
    pub fn line(&mut self, text: impl Display) {
        for line in text.to_string().split('\n') {
            self.wrapped(line, if line.starts_with(' ') { HANG } else { 0 });
        }
    }

    /// Adds an empty line and the result of an operation on some values: `name: 1 + 2 = 3`. Of many values only their
    /// number is shown.
    pub fn sum(&mut self, name: &str, operation: &str, values: &[impl Display], sum: impl Display) {
        const SHOWN: usize = 16;
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        let terms = match values.len() {
            0 | 1 => String::new(),
            2..=SHOWN => values.join(&format!(" {operation}\u{A0}")) + " =\u{A0}",
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
