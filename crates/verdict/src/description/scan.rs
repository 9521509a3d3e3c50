//! The words of a description.

use problem::{Diagnostic, Place, quote};

use crate::expression::Expression;

pub(super) type Parsed<T> = Result<T, Diagnostic>;

/// Reads a text from left to right.
#[derive(Debug)]
pub(super) struct Scanner<'t> {
    text: &'t [u8],
    pub(super) at: usize,
}

/// The place of a byte of a text.
pub(crate) fn place(text: &[u8], at: usize) -> Place {
    let before = &text[..at.min(text.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before.split(|&byte| byte == b'\n').count();
    Place { line, column: before.len() - start + 1 }
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text: text.as_bytes(), at: 0 }
    }

    pub(super) fn place(&self, at: usize) -> Place {
        place(self.text, at)
    }

    pub(super) fn error<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        Err(Diagnostic { place: place(self.text, at), message: message.into() })
    }

    /// An error here: `wanted` is missing.
    pub(super) fn missing<T>(&mut self, wanted: &str) -> Parsed<T> {
        self.spaces();
        let rest = &self.text[self.at..];
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
        let length = match rest {
            [] => return self.error(self.at, format!("the description ends here; expected {wanted}")),
            [b'\n', ..] => return self.error(self.at, format!("the line ends here; expected {wanted}")),
            _ => rest.iter().take_while(|byte| is_word(byte)).count().max(1),
        };
        // A character of several bytes is shown whole.
        let end = (length..=rest.len()).find(|&end| str::from_utf8(&rest[..end]).is_ok()).unwrap_or(length);
        self.error(self.at, format!("expected {wanted}, but found {}", quote(&rest[..end])))
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    pub(super) fn since(&self, start: usize) -> String {
        String::from_utf8_lossy(&self.text[start..self.at]).trim().to_owned()
    }

    /// Skips spaces.
    pub(super) fn spaces(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
    }

    /// Skips what separates statements, and comments.
    pub(super) fn separators(&mut self) {
        let mut starts_line = self.at == 0 || self.text[self.at - 1] == b'\n';
        while let Some(byte) = self.peek() {
            match byte {
                b'\n' => starts_line = true,
                b';' => starts_line = false,
                b' ' | b'\t' | b'\r' => {}
                b'#' if starts_line => {
                    let rest = &self.text[self.at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                    continue;
                }
                _ => return,
            }
            self.at += 1;
        }
    }

    /// Skips a symbol, if it is next.
    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        self.spaces();
        let is_next = self.text[self.at..].starts_with(symbol.as_bytes());
        self.at += if is_next { symbol.len() } else { 0 };
        is_next
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { self.missing(&format!("`{symbol}`")) }
    }

    /// The name that is next.
    pub(super) fn peek_name(&mut self) -> Option<&'t str> {
        self.spaces();
        let rest = &self.text[self.at..];
        let is_letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
        let length = rest.iter().take_while(|&&byte| is_letter(byte) || byte.is_ascii_digit()).count();
        let name = str::from_utf8(&rest[..length]).ok()?;
        rest.first().is_some_and(|&first| is_letter(first)).then_some(name)
    }

    /// What follows the name that is next.
    pub(super) fn after_name(&mut self) -> Option<u8> {
        let start = self.at;
        self.at += self.peek_name().map_or(0, str::len);
        self.spaces();
        let next = self.peek();
        self.at = start;
        next
    }

    /// Skips a word, if it is next.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let is_next = self.peek_name() == Some(word);
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    pub(super) fn name(&mut self, wanted: &str) -> Parsed<String> {
        let Some(name) = self.peek_name() else { return self.missing(wanted) };
        self.at += name.len();
        Ok(name.to_owned())
    }

    fn digits(&mut self) -> &'t [u8] {
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += length;
        &rest[..length]
    }

    /// A number, if one is next.
    pub(super) fn number(&mut self) -> Parsed<Option<Expression>> {
        self.spaces();
        let start = self.at;
        let mut digits = self.digits().to_vec();
        if digits.is_empty() {
            return Ok(None);
        }
        let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
        let mut decimals = 0;
        if self.peek() == Some(b'.') && is_digit(self.text.get(self.at + 1)) {
            self.at += 1;
            let fraction = self.digits();
            digits.extend_from_slice(fraction);
            decimals = fraction.len();
        }
        if self.peek() == Some(b'e') && is_digit(self.text.get(self.at + 1)) {
            self.at += 1;
            let exponent =
                str::from_utf8(self.digits()).ok().and_then(|digits| digits.parse().ok()).unwrap_or(99_usize);
            digits.extend(vec![b'0'; exponent.saturating_sub(decimals).min(99)]);
            decimals = decimals.saturating_sub(exponent);
        }
        let digits = str::from_utf8(&digits).ok().and_then(|digits| digits.parse::<i128>().ok());
        let Some(digits) = digits.filter(|&digits| digits < crate::expression::TOO_LARGE) else {
            return self.error(start, "the number is past 64 bits; bounds are from -2^63 to 2^63 - 1");
        };
        match u8::try_from(decimals) {
            Ok(decimals @ 0..=9) => Ok(Some(Expression::Number { digits, decimals })),
            _ => self.error(start, "the number has more than nine decimals"),
        }
    }

    /// A literal, if one is next.
    pub(super) fn literal(&mut self) -> Parsed<Option<Vec<u8>>> {
        let start = self.at;
        if !self.eat("\"") {
            return Ok(None);
        }
        let mut literal = Vec::new();
        loop {
            match self.letter() {
                Some((b'"', false)) => break,
                Some((letter, _)) => literal.push(letter),
                None => return self.error(start, "the literal has no end; expected `\"` on the same line"),
            }
        }
        if literal.is_empty() {
            return self.error(start, "the literal is empty; expected at least one character");
        }
        Ok(Some(literal))
    }

    /// The letter that is next, and whether it is escaped.
    fn letter(&mut self) -> Option<(u8, bool)> {
        let letter = self.peek().filter(|&letter| letter != b'\n')?;
        self.at += 1;
        match self.peek() {
            Some(escaped @ (b']' | b'-' | b'\\' | b'"')) if letter == b'\\' => {
                self.at += 1;
                Some((escaped, true))
            }
            _ => Some((letter, false)),
        }
    }

    /// The letters of a class, after its `[`.
    pub(super) fn class(&mut self) -> Parsed<Vec<u8>> {
        let start = self.at - 1;
        let mut class: Vec<u8> = Vec::new();
        let mut can_start_range = false;
        loop {
            let at = self.at;
            let letters = match self.letter() {
                None => return self.error(start, "the class has no end; expected `]` on the same line"),
                Some((b']', false)) => break,
                Some((b'-', false)) if can_start_range && self.peek() != Some(b']') => {
                    let first = class.pop().unwrap_or_default();
                    let Some((last, _)) = self.letter() else { continue };
                    if first > last {
                        let (first, last) = (char::from(first), char::from(last));
                        let message = format!("the class is written backwards; expected `{last}-{first}`");
                        return self.error(at - 1, message);
                    }
                    can_start_range = false;
                    first..=last
                }
                Some((letter, _)) => {
                    can_start_range = true;
                    letter..=letter
                }
            };
            if let Some(twice) = letters.clone().find(|letter| class.contains(letter)) {
                return self.error(at, format!("the class has {} twice", quote(&[twice])));
            }
            class.extend(letters);
        }
        if class.is_empty() {
            return self.error(start, "the class is empty; expected a letter, as in `[a-z]`");
        }
        if let Some(&odd) = class.iter().find(|&&letter| !(b' '..=b'~').contains(&letter)) {
            return self.error(start, format!("a class has ASCII characters only, but this has {}", quote(&[odd])));
        }
        Ok(class)
    }
}
