//! Renders the output on a terminal as a picture for the documents.

use anstream::adapter::strip_str;
use anstyle::{AnsiColor, RgbColor};
use anstyle_svg::{Palette, Term, WIN10_CONSOLE};

/// Light colours, which can be read on the dark background.
const COLORS: [(AnsiColor, RgbColor); 5] = [
    (AnsiColor::Red, RgbColor(0xF2, 0x77, 0x7A)),
    (AnsiColor::Green, RgbColor(0x99, 0xCC, 0x99)),
    (AnsiColor::Yellow, RgbColor(0xFF, 0xCC, 0x66)),
    (AnsiColor::Magenta, RgbColor(0xCC, 0x99, 0xCC)),
    (AnsiColor::Cyan, RgbColor(0x66, 0xCC, 0xCC)),
];

/// The columns of the terminal. A wider picture is shrunk at the width of a README, and hard to read there.
const COLUMNS: usize = 100;

/// Renders styled text as an SVG with a background of its own, so that it looks the same on light and dark pages.
pub(crate) fn picture(text: &str) -> String {
    let Palette(mut palette) = WIN10_CONSOLE;
    for (color, rgb) in COLORS {
        palette[color as usize] = rgb;
    }
    Term::new()
        .palette(Palette(palette))
        .fg_color(RgbColor(0xD8, 0xDE, 0xE9).into())
        .bg_color(RgbColor(0x1B, 0x1F, 0x27).into())
        .min_width_px(0)
        .render_svg(&text.lines().map(wrap).collect::<String>())
}

/// Breaks a line at spaces where it is wider than the terminal. What follows is indented.
fn wrap(line: &str) -> String {
    const INDENT: &str = "    ";
    let mut wrapped = String::new();
    let mut column = 0;
    for word in line.split_inclusive(' ') {
        let width = width(word);
        if column > INDENT.len() && column + width > COLUMNS {
            wrapped.truncate(wrapped.trim_end().len());
            wrapped.push('\n');
            wrapped.push_str(INDENT);
            column = INDENT.len();
        }
        wrapped.push_str(word);
        column += width + usize::from(word.ends_with(' '));
    }
    wrapped + "\n"
}

/// The columns that a word takes: styles take none, and neither does the space at its end.
fn width(word: &str) -> usize {
    strip_str(word.trim_end()).to_string().chars().count()
}
