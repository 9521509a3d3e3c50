//! Patterns for the names of files: those of the layouts, and the user's, as in `--names '%.inp:%.res'`.

use std::ffi::OsString;
use std::path::{Component, Path};
use std::str::FromStr;

use anyhow::{bail, ensure};

/// What a name, or the end of a path, may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    tokens: Vec<Token>,
    ignores_case: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token {
    /// A text without a slash that both names of a case have in common.
    Text,
    /// The same, all digits of a number.
    Number,
    /// A text without a dot.
    Extension,
    /// Nothing, but not between two letters.
    WordEnd,
    Literal(u8),
}

/// What both names of a case have in common, in order.
pub(super) type Stem = Vec<Vec<u8>>;

impl Pattern {
    /// Parses a pattern of a layout without alternatives.
    pub(super) fn of_layout(text: &str) -> Self {
        let token = |byte| match byte {
            b'%' => Token::Text,
            b'#' => Token::Number,
            b'*' => Token::Extension,
            b'|' => Token::WordEnd,
            _ => Token::Literal(byte),
        };
        Self { tokens: text.bytes().map(token).collect(), ignores_case: true }
    }

    /// Parses a side of a pattern of the user's, in which only `%` is special.
    pub(super) fn of_user(text: &str) -> Self {
        let token = |byte| if byte == b'%' { Token::Text } else { Token::Literal(byte) };
        Self { tokens: text.bytes().map(token).collect(), ignores_case: false }
    }

    /// How many names of a path it is about.
    pub(super) fn depth(&self) -> usize {
        1 + self.tokens.iter().filter(|&&token| token == Token::Literal(b'/')).count()
    }

    /// Returns whether a name may end in any way.
    pub(super) fn ends_in_text(&self) -> bool {
        self.tokens.last() == Some(&Token::Text)
    }

    /// The stems of a name that matches, one for each way to match.
    pub(super) fn stems(&self, name: &[u8]) -> Vec<Stem> {
        let mut found = Vec::new();
        // Most names end in another way, which is seen fast.
        let end = self.tokens.iter().rev().take_while(|token| matches!(token, Token::Literal(_)));
        if end.zip(name.iter().rev()).all(|(&token, &byte)| self.is_literal(token, byte)) {
            self.extend(name, &mut Vec::new(), &mut found);
        }
        found
    }

    /// Finds the ways in which a name matches if the first tokens end at `ends`.
    fn extend(&self, name: &[u8], ends: &mut Vec<usize>, found: &mut Vec<Stem>) {
        let at = ends.last().copied().unwrap_or(0);
        let Some(token) = self.tokens.get(ends.len()) else {
            if at == name.len() {
                found.push(self.stem(name, ends));
            }
            return;
        };
        let (before, after) = name.split_at(at);
        let (last, next) = (before.last().copied(), after.first().copied());
        let run = |is: fn(&u8) -> bool| at + after.iter().take_while(|byte| is(byte)).count();
        let possible = match token {
            Token::Text => at..=run(|&byte| byte != b'/'),
            Token::Number if last.is_some_and(|last| last.is_ascii_digit()) => return,
            Token::Number => run(u8::is_ascii_digit).max(at + 1)..=run(u8::is_ascii_digit),
            Token::Extension => at + 1..=run(|&byte| byte != b'.'),
            Token::WordEnd if last.is_some_and(is_letter) && next.is_some_and(is_letter) => return,
            Token::WordEnd => at..=at,
            Token::Literal(_) if next.is_some_and(|next| self.is_literal(*token, next)) => at + 1..=at + 1,
            Token::Literal(_) => return,
        };
        for end in possible {
            ends.push(end);
            self.extend(name, ends, found);
            ends.pop();
        }
    }

    fn is_literal(&self, token: Token, byte: u8) -> bool {
        let is = |literal: u8| literal == byte || (self.ignores_case && literal.eq_ignore_ascii_case(&byte));
        matches!(token, Token::Literal(literal) if is(literal))
    }

    fn stem(&self, name: &[u8], ends: &[usize]) -> Stem {
        let starts = [0].iter().chain(ends);
        let parts =
            self.tokens.iter().zip(starts.zip(ends)).filter(|(token, _)| matches!(token, Token::Text | Token::Number));
        parts.map(|(_, (&start, &end))| name[start..end].to_vec()).collect()
    }

    /// The name with this stem and extension.
    pub(super) fn name(&self, stem: &Stem, extension: &[u8]) -> Vec<u8> {
        let mut stem = stem.iter();
        let part = |token: &Token| match token {
            Token::Text | Token::Number => stem.next().cloned().unwrap_or_default(),
            Token::Extension => extension.to_vec(),
            Token::WordEnd => Vec::new(),
            Token::Literal(byte) => vec![*byte],
        };
        self.tokens.iter().flat_map(part).collect()
    }
}

/// Returns whether a byte is part of a word, in UTF-8 too.
pub(super) fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

/// How the files of a case are called: the end of an input's path, and that of its answer.
///
/// `%` stands for the same text on both sides, without a slash:
///
/// ```
/// use harness::NamePattern;
///
/// assert!("%.inp:%.res".parse::<NamePattern>().is_ok());
/// assert!("in/%.txt:out/%.txt".parse::<NamePattern>().is_ok());
/// assert!("%.inp".parse::<NamePattern>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    /// The two sides: names separated by slashes, exactly one of which contains a `%`.
    sides: [String; 2],
}

impl NamePattern {
    /// The two sides as in the pattern.
    pub(super) fn sides(&self) -> [&str; 2] {
        [&self.sides[0], &self.sides[1]]
    }
}

impl FromStr for NamePattern {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXAMPLE: &str = "as in '%.inp:%.res'";
        let mut sides = text.split(':');
        let (Some(input), Some(answer), None) = (sides.next(), sides.next(), sides.next()) else {
            bail!("one colon must separate the name of an input from that of its answer, {EXAMPLE}");
        };
        for side in [input, answer] {
            let count = side.matches('%').count();
            ensure!(count == 1, "each side needs one % for what the two names have in common, {EXAMPLE}");
            let is_name = |part: &str| matches!(Path::new(part).components().next(), Some(Component::Normal(_)));
            ensure!(
                side.split('/').all(is_name),
                "each side is the end of a path, of names separated by single slashes, as in 'in/%.txt:out/%.txt'"
            );
        }
        ensure!(input != answer, "the two sides must differ, {EXAMPLE}");
        Ok(Self { sides: [input, answer].map(str::to_owned) })
    }
}

/// A name from its bytes.
pub(super) fn os_string(bytes: Vec<u8>) -> OsString {
    #[cfg(unix)]
    let name = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    let name =
        String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()).into();
    name
}
