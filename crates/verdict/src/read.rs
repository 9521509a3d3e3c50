//! Reading an input: the layout is exact, and everything that the description says is checked.

use problem::{Diagnostic, quote};

use crate::description::{Description, Item, Kind, Rows, place};
use crate::state::{Choice, Domain, State};
use crate::walk::{Chooser, Stop, Walk, write_number};

/// Answers choices by the words of a text. The walk writes what it reads, so the next word is where it ends to write.
pub(crate) struct Reader<'t> {
    text: &'t [u8],
    /// Where the outermost rows begin.
    starts: Vec<usize>,
}

/// Reads an input: returns what was chosen, and where the outermost rows begin.
pub(crate) fn read<'d>(description: &'d Description, text: &[u8]) -> Result<(State<'d>, Vec<usize>), Diagnostic> {
    let mut walk = Walk::new(description, Reader { text, starts: Vec::new() });
    let walked = walk.run();
    let end = walk.state.out.len();
    let stop = match walked {
        Err(stop) => stop,
        Ok(()) if end == text.len() => return Ok((walk.state, walk.chooser.starts)),
        Ok(()) => {
            let message = format!("the input should end here, but {} follows", quote(line_at(text, end)));
            Stop { at: end, message }
        }
    };
    Err(Diagnostic { place: place(text, stop.at), message: stop.message })
}

fn line_at(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at.min(text.len())..];
    &rest[..rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len())]
}

fn word_at(text: &[u8], at: usize) -> &[u8] {
    let rest = &text[at.min(text.len())..];
    &rest[..rest.iter().position(|byte| b" \n\r\t".contains(byte)).unwrap_or(rest.len())]
}

/// Whether a text begins with a whole word.
fn begins_with(text: &[u8], word: &[u8]) -> bool {
    text.starts_with(word) && matches!(text.get(word.len()), None | Some(b' ' | b'\n'))
}

impl Reader<'_> {
    fn error<T>(state: &State<'_>, message: String) -> Result<T, Stop> {
        Err(Stop { at: state.out.len(), message })
    }

    /// `wanted` is missing at a byte.
    fn missing<T>(&self, at: usize, wanted: &str) -> Result<T, Stop> {
        let found = match &self.text[at.min(self.text.len())..] {
            [] => "the input ends here".to_owned(),
            [b'\n', ..] => "the line ends here".to_owned(),
            [b' ', ..] => "here is a space".to_owned(),
            [b'\r', ..] => "here is a carriage return".to_owned(),
            [b'\t', ..] => "here is a tab".to_owned(),
            _ => format!("here is {}", quote(word_at(self.text, at))),
        };
        Err(Stop { at, message: format!("{found}; expected {wanted}") })
    }

    fn number(&self, state: &State<'_>, domain: &Domain<'_>, slot: usize) -> Result<i64, Stop> {
        let its = &state.description.slots[slot];
        let places = its.places();
        let word = word_at(self.text, state.out.len());
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        let point = digits.len().checked_sub(usize::from(places) + 1).filter(|_| places > 0);
        let is_right = |(at, byte): (usize, &u8)| if point == Some(at) { *byte == b'.' } else { byte.is_ascii_digit() };
        let is_number =
            (places == 0 || point > Some(0)) && !digits.is_empty() && digits.iter().enumerate().all(is_right);
        let magnitude = digits.iter().filter(|&&byte| byte != b'.').try_fold(0_i128, |all, &digit| {
            let all = all * 10 + i128::from(digit.wrapping_sub(b'0'));
            (all <= i128::from(u64::MAX)).then_some(all)
        });
        let value = magnitude.map(|value| if digits.len() < word.len() { -value } else { value });
        let value = value.and_then(|value| i64::try_from(value).ok()).filter(|_| is_number);
        let is_padded = digits.len() > 1 + point.map_or(0, |_| usize::from(places) + 1) && digits[0] == b'0';
        let is_written = !(is_padded || value == Some(0) && digits.len() < word.len());
        if let Some(value) = value.filter(|value| is_written && (domain.low..=domain.high).contains(value)) {
            return Ok(value);
        }
        let text = |value| {
            let mut out = Vec::new();
            write_number(value, places, &mut out);
            String::from_utf8_lossy(&out).into_owned()
        };
        let element = if its.length.is_some() { format!("[{}]", domain.index + 1) } else { String::new() };
        let name = format!("{}{element}", its.name);
        let wanted = format!("{name}, a number from {} to {}", text(domain.low), text(domain.high));
        let message = match value {
            _ if !is_number => {
                let decimals = if places > 0 { format!(", with {places} decimals") } else { String::new() };
                let plus = if word.starts_with(b"+") { ", without `+`" } else { "" };
                return self.missing(state.out.len(), &format!("{wanted}{decimals}{plus}"));
            }
            Some(value) if !is_written => format!("{name} is written {}; expected {}", quote(word), text(value)),
            _ => format!("{} is out of range; expected {wanted}", quote(word)),
        };
        Self::error(state, message)
    }

    /// The length of the string that is next.
    fn length(&self, state: &State<'_>, domain: &Domain<'_>, slot: usize) -> Result<i64, Stop> {
        let its = &state.description.slots[slot];
        let Kind::Text { class, .. } = &its.kind else { return Ok(0) };
        let line = line_at(self.text, state.out.len());
        let length = if class.contains(&b' ') { line.len() } else { word_at(self.text, state.out.len()).len() } as i64;
        if !(domain.low..=domain.high).contains(&length) {
            let (low, high) = (domain.low, domain.high);
            let wanted = format!("{} has {length} letters; expected from {low} to {high}", its.name);
            return Self::error(state, wanted);
        }
        Ok(length)
    }

    fn letter(&self, state: &State<'_>, domain: &Domain<'_>, slot: usize) -> Result<i64, Stop> {
        let its = &state.description.slots[slot];
        let Kind::Text { class, .. } = &its.kind else { return Ok(0) };
        let found = self.text.get(state.out.len()).and_then(|letter| class.iter().position(|of| of == letter));
        if let Some(place) = found {
            return Ok(place as i64);
        }
        let (number, count) = (domain.index + 1, domain.count);
        let wanted = format!("letter {number} of {count} of {}, one of {}", its.name, quote(class));
        self.missing(state.out.len(), &wanted)
    }
}

impl Chooser for Reader<'_> {
    fn choose(&mut self, state: &State<'_>, domain: &Domain<'_>) -> Result<i64, Stop> {
        let value = match domain.kind {
            Choice::Number(slot) => self.number(state, domain, slot)?,
            Choice::Letter(slot) => self.letter(state, domain, slot)?,
            Choice::Length(slot) => self.length(state, domain, slot)?,
            Choice::Rows(_) => domain.low,
            Choice::Alternative(line) => {
                let rest = &self.text[state.out.len().min(self.text.len())..];
                let words = line.alternatives.iter().map(|items| match &items[0] {
                    Item::Literal(literal) => literal.as_slice(),
                    Item::Slot(_) => b"",
                });
                let words: Vec<&[u8]> = words.collect();
                match words.iter().position(|word| begins_with(rest, word)) {
                    Some(found) => found as i64,
                    None => return self.missing(state.out.len(), &format!("one of {}", quote(&words.join(&b' ')))),
                }
            }
        };
        match state.refusal(domain, value) {
            Some(refusal) => Self::error(state, refusal),
            None if (domain.low..=domain.high).contains(&value) => Ok(value),
            None => Self::error(state, "a condition leaves no such letter possible here".to_owned()),
        }
    }

    fn has_row(&mut self, state: &State<'_>, rows: &Rows, _: usize) -> Option<bool> {
        let rest = &self.text[state.out.len().min(self.text.len())..];
        Some(!rest.is_empty() && !rows.ends.iter().any(|end| begins_with(rest, end)))
    }

    fn element(&mut self, state: &State<'_>) {
        if state.depth() == 0 {
            self.starts.push(state.out.len());
        }
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
