//! Reading an input: the layout is exact, and everything that the description says is checked.

use problem::{Diagnostic, quote};

use crate::chosen::{Domain, Element, Level, State, Stop};
use crate::description::{Description, Kind, Sequence, Slot, place};
use crate::walk::{Chooser, Walk, write_number};

/// Answers choices by the words of a text. The walk writes what it reads, so the next word is where it ends to write.
pub(crate) struct Reader<'t> {
    text: &'t [u8],
}

/// Reads an input: returns what was chosen, with the elements of all sequences if there is a place for them.
pub(crate) fn read<'d>(
    description: &'d Description,
    text: &[u8],
    elements: Option<Vec<Element<'d>>>,
) -> Result<State<'d>, Diagnostic> {
    let mut walk = Walk::new(description, Reader { text });
    walk.state.elements = elements;
    let walked = walk.run().and_then(|()| match rest_at(text, walk.state.out.len()) {
        [] => Ok(()),
        rest => walk.state.stop(format!("the input should end here, but {} follows", quote(line_at(rest, 0)))),
    });
    match walked {
        Ok(()) => Ok(walk.state),
        Err(Stop { at, message }) => Err(Diagnostic { place: place(text, at), message }),
    }
}

fn rest_at(text: &[u8], at: usize) -> &[u8] {
    &text[at.min(text.len())..]
}

fn line_at(text: &[u8], at: usize) -> &[u8] {
    let rest = rest_at(text, at);
    &rest[..rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())]
}

fn word_at(text: &[u8], at: usize) -> &[u8] {
    let rest = rest_at(text, at);
    &rest[..rest.iter().position(|byte| b" \n\r\t".contains(byte)).unwrap_or(rest.len())]
}

/// Whether a text begins with a whole word.
fn begins_with(text: &[u8], word: &[u8]) -> bool {
    text.starts_with(word) && matches!(text.get(word.len()), None | Some(b' ' | b'\n'))
}

impl Reader<'_> {
    /// `wanted` is missing at a byte.
    fn missing<T>(&self, at: usize, wanted: &str) -> Result<T, Stop> {
        let found = match rest_at(self.text, at) {
            [] => "the input ends here".to_owned(),
            [b'\n', ..] => "the line ends here".to_owned(),
            rest => {
                format!("here is {}", quote(if word_at(rest, 0).is_empty() { &rest[..1] } else { word_at(rest, 0) }))
            }
        };
        Err(Stop { at, message: format!("{found}; expected {wanted}") })
    }

    /// The number that is next; if it is not written as it should be, the walk finds that out.
    fn number(&self, state: &State<'_>, domain: &Domain) -> Result<i64, Stop> {
        let its = &state.description.slots[domain.slot];
        let (word, places) = (word_at(self.text, state.out.len()), usize::from(its.places));
        let dot = word.iter().position(|&byte| byte == b'.');
        let digits = match dot {
            None if places == 0 => word.to_vec(),
            Some(dot) if word.len() - dot - 1 == places && places > 0 => [&word[..dot], &word[dot + 1..]].concat(),
            _ => Vec::new(),
        };
        let value = str::from_utf8(&digits).ok().and_then(|digits| digits.parse().ok());
        if let Some(value) = value.filter(|value| (domain.low..=domain.high).contains(value)) {
            return Ok(value);
        }
        let is_element = state.levels.last().is_some_and(|level| level.element.repeat.kind == Sequence::Array);
        let element = if is_element { format!("[{}]", state.position().0 + 1) } else { String::new() };
        let [low, high] = [domain.low, domain.high].map(|bound| {
            let mut out = Vec::new();
            write_number(bound, its.places, &mut out);
            String::from_utf8_lossy(&out).into_owned()
        });
        let kept = state.kept(domain.slot);
        self.missing(state.out.len(), &format!("{}{element}, a number from {low} to {high}{kept}", its.name))
    }
}

impl Chooser<'_> for Reader<'_> {
    const FINDS_ROWS: bool = true;

    fn choose(&mut self, state: &State<'_>, domain: &Domain, _: usize) -> Result<i64, Stop> {
        let (slots, at) = (&state.description.slots, state.out.len());
        let its = &slots[domain.slot];
        Ok(match &its.kind {
            Kind::Number => self.number(state, domain)?,
            Kind::Letter(class) => {
                let Some(place) = class.iter().position(|letter| self.text.get(at) == Some(letter)) else {
                    let ((index, count), class) = (state.position(), quote(class));
                    return self
                        .missing(at, &format!("letter {} of {count} of {}, one of {class}", index + 1, its.name));
                };
                place as i64
            }
            Kind::Length(Sequence::Text) => {
                let Slot { kind: Kind::Letter(class), name, .. } = &slots[domain.slot + 1] else {
                    return Ok(domain.low);
                };
                let text = if class.contains(&b' ') { line_at(self.text, at) } else { word_at(self.text, at) };
                let (length, low, high) = (text.len() as i64, domain.low, domain.high);
                if !(low..=high).contains(&length) {
                    return state.stop(format!("{name} has {length} letters; expected from {low} to {high}"));
                }
                length
            }
            // Rows end where `has_element` says so.
            Kind::Length(_) => domain.high,
            Kind::Alternative(words) => match words.iter().position(|word| begins_with(rest_at(self.text, at), word)) {
                Some(found) => found as i64,
                None => return self.missing(at, &format!("one of {}", quote(&words.join(&b' ')))),
            },
        })
    }

    fn has_element(&mut self, state: &State<'_>) -> bool {
        let Some(Level { element, is_found: true, .. }) = state.levels.last() else { return true };
        let rest = rest_at(self.text, state.out.len());
        !rest.is_empty() && !element.repeat.ends.iter().flatten().any(|end| begins_with(rest, end))
    }

    fn wrote(&mut self, state: &State<'_>, from: usize) -> Result<(), Stop> {
        let written = &state.out[from..];
        if self.text.get(from..state.out.len()) == Some(written) {
            return Ok(());
        }
        let wanted = match written {
            b" " => "a space and the next value".to_owned(),
            b"\n" if from >= self.text.len() => "a newline".to_owned(),
            b"\n" => "the end of the line".to_owned(),
            _ => quote(written),
        };
        self.missing(from, &wanted)
    }
}
