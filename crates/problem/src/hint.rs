//! Whether a failure looks as if the input or the output were for another judge.

use crate::conformance::could_be_given;
use crate::problem::{Dialect, Problem};

/// What to add to a message about a wrong output to this input that is in the form of another judge's, which could give
/// the same input; else nothing.
pub fn hint_about_output<P: Problem>(dialect: &Dialect<P>, input: &[u8], output: &[u8]) -> String {
    let named = P::DIALECTS.iter().find(|other| other.recognizes(output));
    let other = named.filter(|&other| other != dialect && could_be_given(other, input));
    other.map_or_else(String::new, |other| format!("; it has the form of answers for {0}: try --judge {0}", other.name))
}

/// What to add to a message about an invalid input that another judge could give, of those whose answers begin as
/// `answer` does; else nothing.
pub fn hint_about_input<P: Problem>(dialect: &Dialect<P>, input: &[u8], answer: Option<&[u8]>) -> String {
    let named = answer.and_then(|answer| P::DIALECTS.iter().find(|other| other.recognizes(answer)));
    let mut others = P::DIALECTS.iter().filter(|&other| other != dialect && named.is_none_or(|named| named == other));
    let other = others.find(|other| could_be_given(other, input));
    other.map_or_else(String::new, |other| format!("; it is a valid input for {0}: try --judge {0}", other.name))
}
