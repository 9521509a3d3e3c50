//! The words of a description.

use problem::{Diagnostic, Place, quote};

use super::parse::Parser;
use crate::expression::Expression;

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
        let rest = String::from_utf8_lossy(&self.text[self.spaces()..]);
        let word = rest.find(|next: char| !next.is_alphanumeric()).unwrap_or(rest.len());
        let found = match rest.chars().next() {
            None | Some('\n') => "the line ends here".to_owned(),
            Some(first) => format!("found {}", quote(&rest.as_bytes()[..word.max(first.len_utf8())])),
        };
        self.error(self.at, format!("expected {wanted}, but {found}"))
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
        let mut starts_line = self.text[..self.at].trim_ascii_end().is_empty();
        loop {
            let rest = &self.text[self.spaces()..];
            self.at += match self.peek() {
                Some(b'\n' | b';') => 1,
                Some(b'#') if starts_line => rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len()),
                _ => return,
            };
            starts_line = rest.starts_with(b"\n");
        }
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
        let exponent = str::from_utf8(self.digits(b"e")).unwrap_or_default().parse().unwrap_or(0_usize);
        let zeros = vec![b'0'; exponent.saturating_sub(fraction.len()).min(99)];
        let decimals = fraction.len().saturating_sub(exponent);
        self.require(decimals < 10, start, "the number has more than nine decimals")?;
        match String::from_utf8_lossy(&[whole, fraction, &zeros].concat()).parse() {
            Ok(digits) => Ok(Some(Expression::Number { digits, decimals: decimals as u8 })),
            Err(_) => self.error(start, "the number is past 64 bits; bounds are from -2^63 to 2^63 - 1"),
        }
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
                Some((b'"', false)) => return Ok(Some(literal)),
                Some((letter, _)) => literal.push(letter),
                None => return self.error(start, "the literal has no end; expected `\"` on the same line"),
            }
        }
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
        const NO_END: &str = "the class has no end; expected `]` on the same line";
        let start = self.at - 1;
        // Else what follows the class would be taken for letters that come twice.
        let line = self.text[start..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        self.require(line.contains(&b']'), start, NO_END)?;
        let mut class: Vec<u8> = Vec::new();
        loop {
            let at = self.at;
            let first = match self.letter() {
                None => return self.error(start, NO_END),
                Some((b']', false)) if !class.is_empty() => return Ok(class),
                Some((letter, _)) => letter,
            };
            let mut last = first;
            if self.peek() == Some(b'-') && self.text.get(self.at + 1) != Some(&b']') {
                self.at += 1;
                last = self.letter().map_or(first, |(letter, _)| letter);
            }
            let [from, to] = [last, first].map(char::from);
            self.require(first <= last, at, format!("the class is written backwards; expected `{from}-{to}`"))?;
            for letter in first..=last {
                let is_new = (b' '..=b'~').contains(&letter) && !class.contains(&letter);
                let is_range = letter == b'.' && class.first().is_some_and(u8::is_ascii_digit);
                let range = if is_range { "; a range of numbers has no brackets, as in `1..5`" } else { "" };
                let message =
                    || format!("the class has {}; expected each ASCII character once{range}", quote(&[letter]));
                if !is_new {
                    return self.error(at, message());
                }
                class.push(letter);
            }
        }
    }
}
