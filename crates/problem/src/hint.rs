//! Whether a failure looks as if the input or the output were for another judge.

use crate::conformance::could_be_given;
use crate::dialect::Dialect;
use crate::problem::Problem;

/// What to add to a message about a wrong output to this input that is in the form of another judge's, which could give
/// the same input; else nothing.
#[must_use]
pub fn hint_about_output<P: Problem>(dialect: &Dialect<P>, input: &[u8], output: &[u8]) -> String {
    let mut others = P::DIALECTS.iter().filter(|_| !dialect.recognizes(output));
    let other = others.find(|other| other.recognizes(output) && could_be_given(other, input));
    other.map_or_else(String::new, |other| format!("; it has the form of answers for {0}: try --judge {0}", other.name))
}

/// What to add to a message about an invalid input that another judge could give: `named`, or any if that is `None`.
#[must_use]
pub fn hint_about_input<P: Problem>(dialect: &Dialect<P>, input: &[u8], named: Option<&Dialect<P>>) -> Option<String> {
    let mut others = P::DIALECTS.iter().filter(|&other| named.is_none_or(|named| named == other) && other != dialect);
    let other = others.find(|other| could_be_given(other, input))?;
    Some(format!("; it is a valid input for {0}: try --judge {0}", other.name))
}
