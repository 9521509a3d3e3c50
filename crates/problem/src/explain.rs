//! Explaining positions to people.

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
    /// An example position, its lines joined by slashes.
    pub sample: &'static str,
    /// The lines of a position.
    pub lines: &'static [Line],
    /// Writes a page about why a position is won or lost.
    pub explain: fn(Case<'_>, &mut Page) -> Result<(), Diagnostic>,
    /// Writes a page about the whole game, which is shown if no position is given.
    pub overview: Option<fn(&mut Page)>,
}

impl Explainer {
    /// Explains the one position that `source` holds, or writes the overview if it is empty. If a position has several
    /// lines, slashes may separate them.
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
                let message =
                    "the position ended before this; remove the rest, as only one can be explained".to_owned();
                Err(Diagnostic { place, message }.into())
            }
        }
    }
}
