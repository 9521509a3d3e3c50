//! Whether an input is one that its judge could give.

use crate::diagnostic::InputError;
use crate::format::Format;
use crate::problem::{Dialect, Problem};
use crate::read::{Cases, check_limits};
use crate::scan::{Layout, without_byte_order_mark};
use crate::solution::solve;
use crate::text::count_of;

/// Why a judge could not give an input, if it is made of cases at all: it has more cases or larger ones than the judge
/// promises, or something else that is not white space. Nothing is solved.
pub fn why_not_given(format: &Format, input: &[u8]) -> Option<String> {
    let read = |layout| {
        let mut cases = 0;
        let rest = Cases::begin(format, input, layout)?.for_each(|_| cases += 1)?;
        Ok::<_, InputError>((cases, rest))
    };
    // An input that cannot be read at all is another error.
    let (cases, rest) = read(Layout::Free).ok()?;
    if without_byte_order_mark(input).len() < input.len() {
        return Some("the input begins with a byte-order mark".to_owned());
    }
    if let Some(place) = rest {
        return Some(format!("the input continues after its last case, at {place}"));
    }
    let of_count = check_limits(&format.count.range(), cases, || count_of(cases, format.noun));
    match (of_count, read(Layout::Limited)) {
        (Err(why), _) => Some(why),
        (Ok(()), Err(InputError::Invalid(error))) => Some(error.message),
        (Ok(()), _) => None,
    }
}

/// Whether a judge could give an input, once its white space is put right. Its limits are checked before it is solved,
/// so this takes no longer than the judge's largest input.
pub fn could_be_given<P: Problem>(dialect: &'static Dialect<P>, input: &[u8]) -> bool {
    let input = without_byte_order_mark(input);
    why_not_given(&dialect.format, input).is_none() && solve(dialect, Layout::Limited, input).is_ok()
}
