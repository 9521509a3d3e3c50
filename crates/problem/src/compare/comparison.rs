//! How outputs are compared: which words are accepted, how much of the white space counts, and what is wrong with it.

use std::cmp::Ordering;
use std::str::FromStr;

use crate::text::count_of;
use crate::visible::quote;

/// Which white space of an output has to be right, and whether numbers may be a little wrong. Other words never may.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Comparison {
    /// All of it: the output is compared byte for byte.
    Exact,
    /// That between words and lines. White space at the end of a line, a carriage return included, and newlines at the
    /// end of the output do not count.
    Lines,
    /// None: words are compared, whatever the white space between them.
    Tokens,
    /// None, and the absolute or the relative error of a number may be this large.
    Float(f64),
    /// As the default output validator of ICPC packages compares.
    Package(PackageRules),
}

/// What counts in an ICPC package; by default neither capitals nor white space, and every digit of a number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PackageRules {
    /// Whether capitals count.
    pub is_case_sensitive: bool,
    /// Whether all white space counts.
    pub is_space_sensitive: bool,
    /// The absolute error that a number may have.
    pub absolute: Option<f64>,
    /// The relative error that a number may have.
    pub relative: Option<f64>,
}

impl PackageRules {
    fn accept(&self, right: &[u8], word: &[u8]) -> bool {
        match (number(right), number(word)) {
            (Some(right), Some(number)) if self.absolute.or(self.relative).is_some() => {
                let within = |most: Option<f64>, scale| most.is_some_and(|most| (number - right).abs() <= most * scale);
                within(self.absolute, 1.0) || within(self.relative, right.abs())
            }
            _ => !self.is_case_sensitive && word.eq_ignore_ascii_case(right),
        }
    }
}

impl Comparison {
    /// Whether a word is accepted. Otherwise why not, if they do not just differ.
    pub(super) fn accept(self, right: &[u8], word: &[u8]) -> Result<(), Option<String>> {
        /// What rounding adds to an error that is just small enough.
        const ROUNDING: f64 = 1e-15;
        let both = || format!("expected {}, got {}", quote(right), quote(word));
        match (self, number(right)) {
            _ if word == right => Ok(()),
            (Self::Package(rules), _) if rules.accept(right, word) => Ok(()),
            (Self::Float(most), Some(wanted)) => {
                let Some(found) = number(word) else { return Err(Some(format!("{}, which is not a number", both()))) };
                let error = (found - wanted).abs() / wanted.abs().max(1.0);
                let why = || format!("{}: the error is {error:.1e}, but at most {most:e} is accepted", both());
                if error <= most + ROUNDING { Ok(()) } else { Err(Some(why())) }
            }
            _ if word.strip_suffix(b".") == Some(right) => {
                Err(Some(format!("expected exactly {}, got {}", quote(right), quote(word))))
            }
            _ if word.eq_ignore_ascii_case(right) => Err(Some(format!("{}: only capitals differ", both()))),
            _ => Err(None),
        }
    }

    /// Whether it counts where lines end.
    pub(super) fn has_lines(self) -> bool {
        matches!(self, Self::Exact | Self::Lines)
    }

    /// The bytes that count of some white space between two words, before the first or, if `is_last`, after the last
    /// one, each with its index.
    fn counted(self, white_space: &[u8], is_last: bool) -> Vec<(usize, u8)> {
        let last_newline = white_space.iter().rposition(|&byte| byte == b'\n');
        let counts = |&(index, byte): &(usize, u8)| match self {
            Self::Exact | Self::Package(PackageRules { is_space_sensitive: true, .. }) => true,
            Self::Lines => !is_last && (byte == b'\n' || last_newline.is_none_or(|last| index > last)),
            Self::Tokens | Self::Float(_) | Self::Package(_) => false,
        };
        white_space.iter().copied().enumerate().filter(counts).collect()
    }

    /// The index in `got` of the first white space that differs from the expected one in what counts, and how.
    pub(super) fn difference(self, expected: &[u8], got: &[u8], is_last: bool) -> Option<(usize, String)> {
        if expected == got {
            return None;
        }
        let [right, found] = [expected, got].map(|white_space| self.counted(white_space, is_last));
        let byte = |counted: &[(usize, u8)], index: usize| counted.get(index).map(|&(_, byte)| byte);
        let first = (0..right.len().max(found.len())).find(|&index| byte(&right, index) != byte(&found, index))?;
        let at = found.get(first).map_or(got.len(), |&(index, _)| index);
        Some((at, describe(&right, &found)))
    }
}

/// Parses the value of `--compare`.
///
/// ```
/// use problem::Comparison;
/// assert_eq!("lines".parse(), Ok(Comparison::Lines));
/// assert_eq!("float=1e-6".parse(), Ok(Comparison::Float(1e-6)));
/// assert!("float=-1".parse::<Comparison>().is_err());
/// ```
impl FromStr for Comparison {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let error = text.strip_prefix("float=").and_then(|error| error.parse().ok());
        let float = error.filter(|error: &f64| error.is_finite() && *error >= 0.0).map(Self::Float);
        match text {
            "exact" => Ok(Self::Exact),
            "lines" => Ok(Self::Lines),
            "tokens" => Ok(Self::Tokens),
            _ => float.ok_or_else(|| "expected exact, lines, tokens or float=E, such as float=1e-6".to_owned()),
        }
    }
}

/// A decimal number, with or without an exponent.
fn number(word: &[u8]) -> Option<f64> {
    let is_decimal = word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    let number: f64 = str::from_utf8(word).ok().filter(|_| is_decimal)?.parse().ok()?;
    number.is_finite().then_some(number)
}

/// What is wrong with a run of white space: which kinds of it are missing or too many.
fn describe(expected: &[(usize, u8)], got: &[(usize, u8)]) -> String {
    const KINDS: [(&str, &[u8]); 5] = [
        ("newline", b"\n"),
        ("carriage return", b"\r"),
        ("space", b" "),
        ("tab", b"\t"),
        ("other white-space character", b"\x0B\x0C"),
    ];
    if let ([(_, right)], [(_, found)]) = (expected, got) {
        let name = |byte: u8| KINDS.into_iter().find(|(_, kind)| kind.contains(&byte)).map_or("", |(name, _)| name);
        return format!("a {} instead of a {}", name(*found), name(*right));
    }
    let differences = KINDS.into_iter().filter_map(|(name, kind)| {
        let [wanted, found] = [expected, got].map(|text| text.iter().filter(|(_, byte)| kind.contains(byte)).count());
        match wanted.cmp(&found) {
            Ordering::Equal => None,
            Ordering::Greater => Some(format!("{} missing", count_of(wanted - found, name))),
            Ordering::Less => Some(format!("{} too many", count_of(found - wanted, name))),
        }
    });
    let differences = differences.collect::<Vec<_>>().join(", ");
    if differences.is_empty() { "white space in the wrong order".to_owned() } else { differences }
}
