//! Pages of explanations: what fits a width, and what happens to the rest.

use problem::{Page, StyledChar, cell_range, styles};

/// The lines of a page of this width, without styles.
fn lines(width: usize, write: impl FnOnce(&mut Page)) -> Vec<String> {
    let mut page = Page::new(width);
    write(&mut page);
    anstream::adapter::strip_str(page.text()).to_string().lines().map(str::to_owned).collect()
}

fn cells(text: &str) -> Vec<StyledChar> {
    let style = |symbol| if symbol == 'x' { styles::WIN } else { styles::PLAIN };
    text.chars().map(|symbol| StyledChar { symbol, style: style(symbol) }).collect()
}

#[test]
fn a_page_has_at_least_40_columns_and_prose_at_most_100() {
    for (width, expected) in [(0, 39), (39, 39), (41, 41), (100, 99), (500, 99)] {
        assert_eq!(lines(width, |page| page.line("a ".repeat(250)))[0].len(), expected, "{width}");
    }
}

#[test]
fn paragraphs_are_wrapped_one_by_one_and_entries_hang() {
    let text = "A paragraph whose first line ends here, as\n\n  1 entry that continues below its first line\n  2";
    let expected = [
        "A paragraph whose first line ends here,",
        "as",
        "",
        "  1 entry that continues below its first",
        "    line",
        "  2",
    ];
    assert_eq!(lines(40, |page| page.line(text)), expected);
    // A line ends neither inside a long word nor at a no-break space.
    let word = "x".repeat(50);
    assert_eq!(lines(40, |page| page.line(format_args!("a {word}  b\u{A0}c"))), ["a", &word, "b c"]);
    assert_eq!(lines(40, |page| page.line(&word)), [&*word]);
    let values: Vec<u32> = (7..=15).collect();
    let expected = ["", "The sum: 7 xor 8 xor 9 xor 10 xor 11", "  xor 12 xor 13 xor 14 xor 15 = 23"];
    assert_eq!(lines(40, |page| page.sum("The sum", "xor", &values, 23)), expected);
}

#[test]
fn a_legend_explains_the_signs_that_a_row_has() {
    let legend = ["^ wins", "! is not allowed", "- loses"];
    let shown = |row: &str| lines(40, |page| page.ruled(&[("", cells(row))], &legend))[3..].to_vec();
    assert_eq!(shown("-^ "), ["", "  ^ wins   - loses"]);
    assert!(shown("xx").is_empty());
}

#[test]
fn each_line_of_a_long_heading_is_styled() {
    let mut page = Page::new(40);
    page.heading("A heading that is longer than a line of 40 columns");
    let style = styles::HEADING;
    let expected = format!("\n{style}A heading that is longer than a line of{style:#}\n{style}40 columns{style:#}\n");
    assert_eq!(page.text(), expected);
}

#[test]
fn a_long_row_is_cut_into_blocks_of_round_numbers_and_its_trailing_spaces_are_trimmed() {
    let (board, marks) = (cells(&("x".repeat(51) + " ")), cells(&(" ".repeat(51) + "x")));
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
    assert_eq!(lines(60, |page| page.ruled(&[("row", board), ("marks", marks)], &[])), expected);
    // A row that fits is not cut.
    assert_eq!(lines(48, |page| page.ruled(&[("", cells(&"x".repeat(37)))], &[])).len(), 3);
    // A long label widens the margin.
    let ruler = &lines(40, |page| page.ruled(&[("a long label", cells(&"x".repeat(30)))], &[]))[1];
    assert_eq!(ruler, "             1   5   10   15   20   25");
    // On long boards only every tenth cell has room for its number.
    let rulers = lines(40, |page| page.ruled(&[("", cells(&"x".repeat(10_000)))], &[]));
    assert_eq!(rulers[rulers.len() - 2], "       9991    10000");
    assert_eq!([cell_range(4, 1), cell_range(4, 4)], ["4", "4-7"]);
}

#[test]
fn boards_stand_side_by_side_as_far_as_they_fit() {
    let board = |name: &str| (name.to_owned(), vec![cells("x.x"), cells(".x.")]);
    let names = ["now", "1 a longer name", "2", "3"];
    let expected = ["", "  now                1 a longer name", "  x.x                x.x", "  .x.                .x."];
    let shown = lines(40, |page| page.boards(&names.map(board)));
    assert_eq!(
        (&shown[..4], shown[5].as_str(), shown.len()),
        (&expected.map(str::to_owned)[..], "  2                  3", 8)
    );
}
