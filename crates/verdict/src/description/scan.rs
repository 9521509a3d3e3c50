//! The words of a description.

use problem::{Diagnostic, Place, quote};

use super::parse::Parser;
use crate::expression::{Expression, TOO_LARGE};

pub(super) type Parsed<T> = Result<T, Diagnostic>;

/// The place of a byte of a text.
pub(crate) fn place(text: &[u8], at: usize) -> Place {
    let before = &text[..at.min(text.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let line = before.split(|&byte| byte == b'\n').count();
    Place { line, column: before.len() - start + 1 }
}

impl<'t> Parser<'t> {
    pub(super) fn error<T>(&self, at: usize, message: impl Into<String>) -> Parsed<T> {
        Err(Diagnostic { place: place(self.text, at), message: message.into() })
    }

    pub(super) fn require(&self, is_right: bool, at: usize, message: impl Into<String>) -> Parsed<()> {
        if is_right { Ok(()) } else { self.error(at, message) }
    }

    /// An error here: `wanted` is missing.
    pub(super) fn missing<T>(&mut self, wanted: &str) -> Parsed<T> {
        self.spaces();
        let rest = &self.text[self.at..];
        let length = match rest {
            [] => return self.error(self.at, format!("the description ends here; expected {wanted}")),
            [b'\n', ..] => return self.error(self.at, format!("the line ends here; expected {wanted}")),
            _ => rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count().max(1),
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

    /// Skips spaces. Returns where they end.
    pub(super) fn spaces(&mut self) -> usize {
        while let Some(b' ' | b'\t' | b'\r') = self.peek() {
            self.at += 1;
        }
        self.at
    }

    /// Skips what separates statements, and comments.
    pub(super) fn separators(&mut self) {
        loop {
            let at = self.spaces();
            match self.peek() {
                Some(b'\n' | b';') => self.at += 1,
                Some(b'#') if self.starts_line() => {
                    let rest = &self.text[at..];
                    self.at += rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
                }
                _ => return,
            }
        }
    }

    /// Whether there are only spaces before this on its line.
    fn starts_line(&self) -> bool {
        let before = self.text[..self.at].iter().rev().find(|byte| !b" \t\r".contains(byte));
        before.is_none_or(|&byte| byte == b'\n')
    }

    /// Skips a symbol, if it is next.
    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        self.spaces();
        let is_next = self.text[self.at..].starts_with(symbol.as_bytes());
        self.at += if is_next { symbol.len() } else { 0 };
        is_next
    }

    /// What the symbol means that is next.
    pub(super) fn one_of<T: Copy>(&mut self, symbols: &[(&str, T)]) -> Option<T> {
        symbols.iter().find(|(symbol, _)| self.eat(symbol)).map(|&(_, meaning)| meaning)
    }

    pub(super) fn expect(&mut self, symbol: &str) -> Parsed<()> {
        if self.eat(symbol) { Ok(()) } else { self.missing(&format!("`{symbol}`")) }
    }

    /// The name that is next.
    pub(super) fn peek_name(&mut self) -> Option<&'t str> {
        self.spaces();
        let rest = &self.text[self.at..];
        let length = rest.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
        str::from_utf8(&rest[..length]).ok().filter(|name| name.starts_with(|first: char| !first.is_ascii_digit()))
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

    pub(super) fn name(&mut self, wanted: &str) -> Parsed<&'t str> {
        let Some(name) = self.peek_name() else { return self.missing(wanted) };
        self.at += name.len();
        Ok(name)
    }

    /// The digits that are next, perhaps after a mark.
    fn digits(&mut self, mark: &[u8]) -> &'t [u8] {
        let Some(rest) = self.text[self.at..].strip_prefix(mark) else { return b"" };
        let length = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += if length > 0 { mark.len() + length } else { 0 };
        &rest[..length]
    }

    /// A number, if one is next.
    pub(super) fn number(&mut self) -> Parsed<Option<Expression>> {
        let start = self.spaces();
        let whole = self.digits(b"");
        if whole.is_empty() {
            return Ok(None);
        }
        let fraction = self.digits(b".");
        let exponent = str::from_utf8(self.digits(b"e")).unwrap_or_default();
        let exponent = if exponent.is_empty() { 0 } else { exponent.parse().unwrap_or(99_usize) };
        let zeros = exponent.saturating_sub(fraction.len()).min(99);
        let digits = [whole, fraction, &vec![b'0'; zeros]].concat();
        let digits = str::from_utf8(&digits).ok().and_then(|digits| digits.parse::<i128>().ok());
        let Some(digits) = digits.filter(|&digits| digits < TOO_LARGE) else {
            return self.error(start, "the number is past 64 bits; bounds are from -2^63 to 2^63 - 1");
        };
        let decimals = fraction.len().saturating_sub(exponent);
        self.require(decimals < 10, start, "the number has more than nine decimals")?;
        Ok(Some(Expression::Number { digits, decimals: decimals as u8 }))
    }

    /// A literal, if one is next.
    pub(super) fn literal(&mut self) -> Parsed<Option<Vec<u8>>> {
        let start = self.spaces();
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
        loop {
            let at = self.at;
            let first = match self.letter() {
                None => return self.error(start, "the class has no end; expected `]` on the same line"),
                Some((b']', false)) => break,
                Some((letter, _)) => letter,
            };
            let mut last = first;
            if self.peek() == Some(b'-') && self.text.get(self.at + 1) != Some(&b']') {
                self.at += 1;
                last = self.letter().map_or(first, |(letter, _)| letter);
            }
            let backwards =
                format!("the class is written backwards; expected `{}-{}`", char::from(last), char::from(first));
            self.require(first <= last, at, backwards)?;
            for letter in first..=last {
                let message = |what| format!("the class has {}{what}", quote(&[letter]));
                self.require(!class.contains(&letter), at, message(" twice"))?;
                self.require((b' '..=b'~').contains(&letter), at, message("; expected ASCII characters"))?;
                class.push(letter);
            }
        }
        self.require(!class.is_empty(), start, "the class is empty; expected a letter, as in `[a-z]`")?;
        Ok(class)
    }
}
