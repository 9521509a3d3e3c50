//! Explaining any position, in every program.
//!
//! A case is a digit for a dialect of the program, a byte for the width of the page, and the position.

use anstream::adapter::strip_str;
use problem::{Dialect, Page, Problem};

use crate::Held;
use crate::dialects::{DialectCheck, check_dialect};
use crate::lines::{index_of, without_mark, words};

/// What follows is cut off.
const LONGEST: usize = 160;

/// Checks a page about a position:
///
/// - Nothing panics, and a place in a message lies inside the position or is its end.
/// - The page says something, no line is wider than the page, and none ends in a space.
pub fn check(data: &[u8]) -> Held {
    let [program, width, position @ ..] = data else { return Held::Vacuous };
    let position = &position[..position.len().min(LONGEST)];
    // Without a position there may be an overview of the whole game, which is always the same and takes long.
    if words(without_mark(position)).next().is_none() {
        return Held::Vacuous;
    }
    check_dialect(*program, Explanation { position, width: usize::from(*width) })
}

struct Explanation<'a> {
    position: &'a [u8],
    width: usize,
}

impl DialectCheck for Explanation<'_> {
    fn check<P: Problem>(self, _: &'static Dialect<P>) -> Held {
        const NARROWEST: usize = 40;
        let Self { position, width } = self;
        let Some(explainer) = P::EXPLAINER else { return Held::Vacuous };
        let mut page = Page::new(width);
        if let Err(error) = explainer.explain_input(position, &mut page) {
            index_of(without_mark(position), error.place);
            return Held::Vacuous;
        }
        let text = strip_str(page.text()).to_string();
        assert!(!text.trim().is_empty(), "an explanation says something");
        for line in text.lines() {
            assert!(line.chars().count() <= width.max(NARROWEST), "wider than {width} columns: {line}");
            assert_eq!(line.trim_end(), line, "there is a space at the end of a line");
        }
        Held::Real
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planted::Planted;

    #[test]
    #[should_panic(expected = "an explanation says something")]
    fn an_empty_page_is_found() {
        Explanation { position: b"a", width: 80 }.check(&Planted::DIALECTS[0]);
    }
}
