//! Explaining a position to a person.

use std::io::Read;

use crate::case::Case;
use crate::diagnostic::{Diagnostic, InputError};
use crate::dialect::Line;
use crate::page::Page;
use crate::read::read_lines;
use crate::scan::{Layout, Scanner};

/// How a problem's positions are explained.
#[derive(Clone, Debug)]
pub struct Explainer {
    /// What a position looks like on the command line: "a board: …".
    pub position: &'static str,
    /// A position to try it with, its lines joined by slashes.
    pub sample: &'static str,
    /// The lines of a position.
    pub lines: &'static [Line],
    /// Writes down why a position is won or lost, for a person who wants to learn it.
    pub explain: fn(Case<'_>, &mut Page) -> Result<(), Diagnostic>,
    /// Writes down what the whole game is made of, which is shown where no position is given.
    pub overview: Option<fn(&mut Page)>,
}

impl Explainer {
    /// Explains the one position that `source` holds, or gives the overview if it holds none. A slash is as good as a line
    /// end where a position has several lines.
    pub fn explain(&self, source: impl Read, page: &mut Page) -> Result<(), InputError> {
        let mut input = match self.lines.len() {
            1 => Scanner::new(source, Layout::Free),
            _ => Scanner::with_slashes(source),
        };
        if let Some(overview) = self.overview
            && input.is_at_end()?
        {
            overview(page);
            return Ok(());
        }
        let position =
            read_lines(&mut input, self.lines, ("position", "character"), || format!("expected {}", self.position))?;
        (self.explain)(position, page)?;
        match input.finish()? {
            None => Ok(()),
            Some(place) => {
                let message = "the position ended before this; explain takes one, so remove the rest".to_owned();
                Err(Diagnostic { place, message }.into())
            }
        }
    }
}
