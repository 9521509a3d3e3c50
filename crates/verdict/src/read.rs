//! Reading an input: the layout is exact, and everything that the description says is checked.

use problem::{Diagnostic, quote};

use crate::description::{Description, Kind, Repeat, SequenceKind, Slot, place};
use crate::domain::Domain;
use crate::walk::{Stop, Walk, write_number};

/// Reads an input. The walk that is returned has kept its steps if they are wanted.
pub(crate) fn read<'d>(description: &'d Description, text: &[u8], keeps_steps: bool) -> Result<Walk<'d>, Diagnostic> {
    let mut walk = Walk::new(description);
    walk.text = Some(text.to_vec());
    walk.steps = keeps_steps.then(Vec::new);
    let walked = walk.finish(Walk::chosen_by_text).and_then(|walk| match walk.rest() {
        [] => Ok(walk),
        rest => walk.stop(format!("the input should end here, but {} follows", quote(until(rest, b"\n")))),
    });
    walked.map_err(|Stop { at, message }| Diagnostic { place: place(text, at), message })
}

/// The text until one of some letters.
fn until<'t>(text: &'t [u8], ends: &[u8]) -> &'t [u8] {
    &text[..text.iter().position(|byte| ends.contains(byte)).unwrap_or(text.len())]
}

fn word(text: &[u8]) -> &[u8] {
    until(text, b" \n\r\t")
}

/// Whether a text begins with a whole word.
fn begins_with(text: &[u8], word: &[u8]) -> bool {
    text.starts_with(word) && matches!(text.get(word.len()), None | Some(b' ' | b'\n'))
}

/// The walk writes what it reads, so the next word is where it ends to write.
impl Walk<'_> {
    fn rest_at(&self, at: usize) -> &[u8] {
        self.text.as_deref().and_then(|text| text.get(at..)).unwrap_or_default()
    }

    fn rest(&self) -> &[u8] {
        self.rest_at(self.out.len())
    }

    /// `wanted` is missing at a byte.
    fn missing<T>(&self, at: usize, wanted: &str) -> Result<T, Stop> {
        let found = match self.rest_at(at) {
            [] => "the input ends here".to_owned(),
            [b'\n', ..] => "the line ends here".to_owned(),
            [b'\r', b'\n', ..] => "the line ends here with CR LF, as on Windows".to_owned(),
            rest => format!("here is {}", quote(if word(rest).is_empty() { &rest[..1] } else { word(rest) })),
        };
        Err(Stop { at, message: format!("{found}; expected {wanted}") })
    }

    fn chosen_by_text(&self, domain: &Domain) -> Result<i64, Stop> {
        let (slots, at) = (&self.description.slots, self.out.len());
        let its = &slots[domain.slot];
        Ok(match &its.kind {
            Kind::Number => self.number(domain)?,
            Kind::Letter(class) => {
                let Some(place) = class.iter().position(|letter| self.rest().first() == Some(letter)) else {
                    let ((index, count), class) = (self.position(), quote(class));
                    return self
                        .missing(at, &format!("letter {} of {count} of {}, one of {class}", index + 1, its.name));
                };
                place as i64
            }
            Kind::Length(SequenceKind::Text) => {
                let Slot { kind: Kind::Letter(class), name, .. } = &slots[domain.slot + 1] else {
                    return Ok(domain.low);
                };
                let text = if class.contains(&b' ') { until(self.rest(), b"\n") } else { word(self.rest()) };
                let (length, low, high) = (text.len() as i64, domain.low, domain.high);
                if !(low..=high).contains(&length) {
                    return self.stop(format!("{name} has {length} letters; expected from {low} to {high}"));
                }
                length
            }
            // Rows end where `has_no_row` says so.
            Kind::Length(_) => domain.high,
            Kind::Alternative(words) => match words.iter().position(|word| begins_with(self.rest(), word)) {
                Some(found) => found as i64,
                None => return self.missing(at, &format!("one of {}", quote(&words.join(&b' ')))),
            },
        })
    }

    /// The number that is next; if it is not written as it should be, the comparison of what is written finds that out.
    fn number(&self, domain: &Domain) -> Result<i64, Stop> {
        let its = &self.description.slots[domain.slot];
        let (word, places) = (word(self.rest()), usize::from(its.places));
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
        let is_element = self.levels.last().is_some_and(|level| level.element.repeat.kind == SequenceKind::Array);
        let element = if is_element { format!("[{}]", self.position().0 + 1) } else { String::new() };
        let [low, high] = [domain.low, domain.high].map(|bound| {
            let mut out = Vec::new();
            write_number(bound, its.places, &mut out);
            String::from_utf8_lossy(&out).into_owned()
        });
        let kept = self.kept(domain.slot);
        self.missing(self.out.len(), &format!("{}{element}, a number from {low} to {high}{kept}", its.name))
    }

    /// Whether no row follows among those that are not announced.
    pub(crate) fn has_no_row(&self, repeat: &Repeat) -> bool {
        self.rest().is_empty() || repeat.ends.iter().flatten().any(|end| begins_with(self.rest(), end))
    }

    /// Compares what was written from here on with the text that is read.
    pub(crate) fn compare_from(&self, from: usize) -> Result<(), Stop> {
        let written = &self.out[from..];
        if self.text.is_none() || self.rest_at(from).starts_with(written) {
            return Ok(());
        }
        let wanted = match written {
            b" " => "a space and the next value".to_owned(),
            b"\n" if self.rest_at(from).is_empty() => "a newline".to_owned(),
            b"\n" => "the end of the line".to_owned(),
            _ => quote(written),
        };
        self.missing(from, &wanted)
    }
}
