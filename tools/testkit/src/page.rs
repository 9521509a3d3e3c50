//! Pages of explanations, as they are printed at some width.

use anstream::adapter::strip_str;
use problem::{Page, Problem};

/// The lines of the page about a position at a width, without styles; of the overview if the position is empty.
pub fn page_lines<P: Problem>(position: &str, width: usize) -> Vec<String> {
    let mut page = Page::new(width);
    let explainer = P::EXPLAINER.expect("the problem explains positions");
    explainer.explain_input(position.as_bytes(), &mut page).unwrap_or_else(|error| panic!("{position}: {error}"));
    strip_str(page.text()).to_string().lines().map(str::to_owned).collect()
}

/// The page about a position as the text of a snapshot, with every newline shown as `␊`.
pub fn show_page<P: Problem>(position: &str, width: usize) -> String {
    page_lines::<P>(position, width).into_iter().map(|line| line + "␊\n").collect()
}

/// Asserts that no line of the page about a position is wider than the page, at several widths. The rows of a board
/// that have these labels must be the same at every width when their blocks are put together, and the first must be the
/// position.
pub fn assert_page_fits<P: Problem>(position: &str, labels: &[&str]) {
    let uncut = rejoin(&page_lines::<P>(position, position.len() + 100), labels);
    if !labels.is_empty() {
        assert_eq!(uncut[0], position);
    }
    for width in [40, 41, 47, 60, 80, 132] {
        let lines = page_lines::<P>(position, width);
        for line in &lines {
            assert!(line.chars().count() <= width, "wider than {width} columns: {line}");
            assert_eq!(line.trim_end(), line, "spaces at the end of a line at {width} columns");
        }
        assert_eq!(rejoin(&lines, labels), uncut, "at {width} columns");
    }
}

/// Puts the blocks of the rows with these labels together, and asserts that each block has a ruler that continues where
/// the block before it ended.
fn rejoin(lines: &[String], labels: &[&str]) -> Vec<String> {
    let mut rows = vec![String::new(); labels.len()];
    for (at, line) in lines.iter().enumerate() {
        let Some(index) = labels.iter().position(|label| is_labelled(line, label)) else { continue };
        let row_before = rows[0].chars().count();
        if index == 0 {
            let ruler = &lines[at - 1];
            assert_eq!(ruler.split_whitespace().next(), Some(&*(row_before + 1).to_string()), "{ruler}");
            // Blanks at the end of a row are not printed.
            rows[1..].iter_mut().for_each(|row| *row = format!("{row:<row_before$}"));
        }
        rows[index].extend(line.chars().skip(MARGIN));
    }
    rows.iter().map(|row| row.trim_end().to_owned()).collect()
}

/// The columns before the first cell of a row.
const MARGIN: usize = 10;

fn is_labelled(line: &str, label: &str) -> bool {
    line == label || line.get(..MARGIN).is_some_and(|start| start == format!("{label:<MARGIN$}"))
}
