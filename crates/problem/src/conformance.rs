//! Whether an input is one that its judge could give, or a failure looks as if it were for another judge.

use crate::diagnostic::Diagnostic;
use crate::format::Format;
use crate::problem::{Dialect, Problem};
use crate::read::{Cases, Layout, check_limits, without_byte_order_mark};
use crate::solution::solve;
use crate::text::count_of;

/// Why a judge could not give an input, if it is made of cases at all: it has more cases or larger ones than the judge
/// promises, or something else that is not white space. Nothing is solved.
pub fn why_not_given(format: &Format, input: &[u8]) -> Option<String> {
    let read = |layout| {
        let (mut count, mut cases) = (0, Cases::begin(format, input, layout)?);
        while cases.next_case()?.is_some() {
            count += 1;
        }
        Ok::<_, Diagnostic>((count, cases.finish()?))
    };
    // An input that cannot be read at all is another error.
    let (cases, rest) = read(Layout::Free).ok()?;
    let check = || {
        if without_byte_order_mark(input).len() < input.len() {
            return Err("the input begins with a byte-order mark".to_owned());
        }
        if let Some(place) = rest {
            return Err(format!("the input continues after its last case, at {place}"));
        }
        check_limits(&format.count.range(), cases, || count_of(cases, format.noun))?;
        read(Layout::Limited).map(drop).map_err(|error| error.message)
    };
    check().err()
}

/// Whether a judge could give an input, once its white space is put right. Its limits are checked before it is solved,
/// so this takes no longer than the judge's largest input.
pub fn could_be_given<P: Problem>(dialect: &'static Dialect<P>, input: &[u8]) -> bool {
    let input = without_byte_order_mark(input);
    why_not_given(&dialect.format, input).is_none() && solve(dialect, Layout::Limited, input).is_ok()
}

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
