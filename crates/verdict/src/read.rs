//! Reading an input: the layout is exact, and everything that the description says is checked.

use problem::{Diagnostic, quote};

use crate::description::{Description, Kind, Sequence, Slot, place};
use crate::state::{Domain, Level, State, Stop};
use crate::walk::{Chooser, Walk, write_number};

/// Answers choices by the words of a text. The walk writes what it reads, so the next word is where it ends to write.
pub(crate) struct Reader<'t> {
    text: &'t [u8],
}

/// Reads an input: returns what was chosen, with the elements of all sequences if there is a place for them.
pub(crate) fn read<'d>(
    description: &'d Description,
    text: &[u8],
    elements: Option<Vec<Level<'d>>>,
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
            [b' ', ..] => "here is a space".to_owned(),
            [b'\r', ..] => "here is a carriage return".to_owned(),
            [b'\t', ..] => "here is a tab".to_owned(),
            _ => format!("here is {}", quote(word_at(self.text, at))),
        };
        Err(Stop { at, message: format!("{found}; expected {wanted}") })
    }

    fn number(&self, state: &State<'_>, domain: &Domain) -> Result<i64, Stop> {
        let its = &state.description.slots[domain.slot];
        let places = its.places();
        let written = |value| {
            let mut out = Vec::new();
            write_number(value, places, &mut out);
            String::from_utf8_lossy(&out).into_owned()
        };
        let word = word_at(self.text, state.out.len());
        let mut parts = word.strip_prefix(b"-").unwrap_or(word).splitn(2, |&byte| byte == b'.');
        let (whole, fraction) = (parts.next().unwrap_or_default(), parts.next());
        let is_number = !whole.is_empty()
            && fraction.map(<[u8]>::len) == (places > 0).then_some(places.into())
            && whole.iter().chain(fraction.unwrap_or_default()).all(u8::is_ascii_digit);
        let digits = word.iter().filter(|byte| byte.is_ascii_digit());
        let size = digits.fold(0_i128, |size, digit| size.saturating_mul(10).saturating_add((digit - b'0').into()));
        let value = i64::try_from(if word.starts_with(b"-") { -size } else { size }).ok().filter(|_| is_number);
        let is_written = !(whole.len() > 1 && whole[0] == b'0' || value == Some(0) && word[0] == b'-');
        if let Some(value) = value.filter(|value| is_written && (domain.low..=domain.high).contains(value)) {
            return Ok(value);
        }
        let is_element = state.levels.last().is_some_and(|level| level.repeat.kind == Sequence::Array);
        let element = if is_element { format!("[{}]", state.position().0 + 1) } else { String::new() };
        let name = format!("{}{element}", its.name);
        let kept = state.kept(domain.slot);
        let wanted = format!("{name}, a number from {} to {}{kept}", written(domain.low), written(domain.high));
        let message = match value {
            _ if !is_number => {
                let decimals = if places > 0 { format!(", with {places} decimals") } else { String::new() };
                let plus = if word.starts_with(b"+") { ", without `+`" } else { "" };
                return self.missing(state.out.len(), &format!("{wanted}{decimals}{plus}"));
            }
            Some(value) if !is_written => format!("{name} is written {}; expected {}", quote(word), written(value)),
            _ => format!("{} is out of range; expected {wanted}", quote(word)),
        };
        state.stop(message)
    }

    /// The length of the string that is next.
    fn length(&self, state: &State<'_>, domain: &Domain, name: &str, class: &[u8]) -> Result<i64, Stop> {
        let at = state.out.len();
        let length = if class.contains(&b' ') { line_at(self.text, at) } else { word_at(self.text, at) }.len() as i64;
        let (low, high) = (domain.low, domain.high);
        if (low..=high).contains(&length) {
            return Ok(length);
        }
        state.stop(format!("{name} has {length} letters; expected from {low} to {high}"))
    }

    fn letter(&self, state: &State<'_>, name: &str, class: &[u8]) -> Result<i64, Stop> {
        let at = state.out.len();
        let found = self.text.get(at).and_then(|letter| class.iter().position(|of| of == letter));
        let (index, count) = state.position();
        let wanted = || format!("letter {} of {count} of {name}, one of {}", index + 1, quote(class));
        found.map_or_else(|| self.missing(at, &wanted()), |place| Ok(place as i64))
    }

    fn alternative(&self, state: &State<'_>, words: &[Vec<u8>]) -> Result<i64, Stop> {
        match words.iter().position(|word| begins_with(rest_at(self.text, state.out.len()), word)) {
            Some(found) => Ok(found as i64),
            None => self.missing(state.out.len(), &format!("one of {}", quote(&words.join(&b' ')))),
        }
    }
}

impl Chooser<'_> for Reader<'_> {
    const FINDS_ROWS: bool = true;

    fn choose(&mut self, state: &State<'_>, domain: &Domain) -> Result<i64, Stop> {
        let slots = &state.description.slots;
        let value = match &slots[domain.slot].kind {
            Kind::Number { .. } => self.number(state, domain)?,
            Kind::Letter(class) => self.letter(state, &slots[domain.slot].name, class)?,
            Kind::Length(Sequence::Text, ..) => match &slots[domain.slot + 1] {
                Slot { kind: Kind::Letter(class), name, .. } => self.length(state, domain, name, class)?,
                _ => domain.low,
            },
            // Rows end where `has_element` says so.
            Kind::Length(..) => domain.high,
            Kind::Alternative(words) => self.alternative(state, words)?,
        };
        state.refusal(domain, value).map_or(Ok(value), |refusal| state.stop(refusal))
    }

    fn has_element(&mut self, state: &State<'_>) -> bool {
        let Some(Level { repeat, is_found: true, .. }) = state.levels.last() else { return true };
        let rest = rest_at(self.text, state.out.len());
        !rest.is_empty() && !repeat.ends.iter().flatten().any(|end| begins_with(rest, end))
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
