//! Explaining positions to people.

use crate::case::Case;
use crate::diagnostic::{Diagnostic, Place};
use crate::format::{Count, Field, Format, Line};
use crate::page::Page;
use crate::read::{Cases, Layout};

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
    /// Explains the one position of a text, or writes the overview if it is empty.
    pub fn explain_input(&self, text: &[u8], page: &mut Page) -> Result<(), Diagnostic> {
        if let Some(overview) = self.overview.filter(|_| text.trim_ascii().is_empty()) {
            overview(page);
            return Ok(());
        }
        read_position(self.position, self.lines, text, |position| (self.explain)(position, page))
    }
}

/// Passes the one position of a text to `read`, and returns what that does. If a position has several lines, slashes may
/// separate them. `expected` and `lines` are an [`Explainer`]'s, of which a page that only reads positions need not contain
/// the explanations.
pub fn read_position<T>(
    expected: &str,
    lines: &'static [Line],
    text: &[u8],
    read: impl FnOnce(Case<'_>) -> Result<T, Diagnostic>,
) -> Result<T, Diagnostic> {
    // An input of a judge may begin with the number of its cases.
    let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let has_number = !matches!(lines, [[Field::Number { .. }, ..], ..])
        && words.next().is_some_and(|word| word.iter().all(u8::is_ascii_digit))
        && words.next().is_some();
    let hint = if has_number { "; leave out the number before the position" } else { "" };
    let is_separator = |byte| byte == b'/' && lines.len() > 1;
    let text: Vec<u8> = text.iter().map(|&byte| if is_separator(byte) { b' ' } else { byte }).collect();
    let format = Format { noun: "position", unit: "character", count: Count::ToTheEnd(1..=1), case: lines };
    let read_all = || {
        let mut input = Cases::begin(&format, &text[..], Layout::Free)?;
        let position = if input.is_at_end() { None } else { input.next_case()? };
        let empty = || format!("the position is empty; expected {expected}");
        let result = read(position.ok_or_else(|| Diagnostic { place: Place::START, message: empty() })?)?;
        let Some(place) = input.finish()? else { return Ok(result) };
        let message = "the position ended before this; remove the rest, as only one can be explained".to_owned();
        Err(Diagnostic { place, message })
    };
    read_all().map_err(|error| Diagnostic { message: error.message + hint, ..error })
}
