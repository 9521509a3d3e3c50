//! Explaining positions to people.

use std::io::{self, Read};

use crate::case::Case;
use crate::diagnostic::{Diagnostic, InputError, Place};
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
            _ => Scanner::new(SlashesAsSpaces(source), Layout::Free),
        };
        if input.is_at_end()? {
            if let Some(overview) = self.overview {
                overview(page);
                return Ok(());
            }
            let message = format!("the position is empty; expected {}", self.position);
            return Err(Diagnostic { place: Place { line: 1, column: 1 }, message }.into());
        }
        let position =
            read_lines(&mut input, self.lines, ("position", "character"), || format!("expected {}", self.position))?;
        (self.explain)(position, page)?;
        let Some(place) = input.finish()? else { return Ok(()) };
        let message = "the position ended before this; remove the rest, as only one can be explained".to_owned();
        Err(Diagnostic { place, message }.into())
    }
}

/// A source in which slashes separate words.
struct SlashesAsSpaces<R>(R);

impl<R: Read> Read for SlashesAsSpaces<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.0.read(buffer)?;
        buffer[..count].iter_mut().filter(|byte| **byte == b'/').for_each(|byte| *byte = b' ');
        Ok(count)
    }
}
