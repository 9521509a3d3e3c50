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

/// Asserts that no line of the page about a position is wider than the page, and that none ends in spaces, at several
/// widths. `tools/properties` says the same of its inputs and their edits, which are short.
pub fn assert_page_fits<P: Problem>(position: &str) {
    for width in [40, 41, 47, 60, 80, 132] {
        for line in page_lines::<P>(position, width) {
            assert!(line.chars().count() <= width, "wider than {width} columns: {line}");
            assert_eq!(line.trim_end(), line, "spaces at the end of a line at {width} columns");
        }
    }
}
