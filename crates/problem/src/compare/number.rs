//! Numbers that may be a little wrong.

use super::Token;
use crate::visible::quote;

/// Whether a word is accepted for the last of the `expected` ones: it is a number whose absolute or relative error is at
/// most `most`. Otherwise why not, if the expected one is a number.
pub(super) fn accept(most: f64, expected: &[Token<'_>], word: &[u8]) -> Result<(), Option<String>> {
    /// What rounding adds to an error that is just small enough.
    const ROUNDING: f64 = 1e-15;
    let Some((last, right)) = expected.last().and_then(|last| Some((last.word, number(last.word)?))) else {
        return Err(None);
    };
    let count = expected.iter().filter(|token| number(token.word).is_some()).count();
    let both = || format!("number {count}: expected {}, got {}", quote(last), quote(word));
    let Some(found) = number(word) else { return Err(Some(format!("{}, which is not a number", both()))) };
    let error = (found - right).abs() / right.abs().max(1.0);
    if error <= most + ROUNDING {
        return Ok(());
    }
    Err(Some(format!("{}: the error is {error:.1e}, but at most {most:e} is accepted", both())))
}

/// A decimal number, with or without an exponent.
fn number(word: &[u8]) -> Option<f64> {
    let is_decimal = word.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E'));
    let number: f64 = str::from_utf8(word).ok().filter(|_| is_decimal)?.parse().ok()?;
    number.is_finite().then_some(number)
}
