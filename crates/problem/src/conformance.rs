//! Whether an input is one that its judge could give.

use crate::diagnostic::InputError;
use crate::format::Format;
use crate::problem::{Dialect, Problem};
use crate::read::{Cases, check_limits};
use crate::scan::Layout;
use crate::solution::solve;
use crate::text::count_of;

/// How an input compares with what its judge promises to give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conformance {
    /// The judge could give it as it is.
    Exact,
    /// Only its white space keeps the judge from giving it. This is the input with the same words in the judge's own
    /// layout.
    WhiteSpace(Vec<u8>),
    /// It has more cases or larger ones than the judge gives, or something else that is not white space, for this
    /// reason.
    Content(String),
}

/// Compares an input with what its judge promises, without solving it. Whether its cases are legal is not looked at.
///
/// # Errors
///
/// If the input is not made of cases at all.
pub fn conformance(format: &Format, input: &[u8]) -> Result<Conformance, InputError> {
    let cases = Cases::begin(format, input, Layout::Free)?;
    // The number of cases as it stands there, as it may have a leading zero.
    let mut rewritten = cases.announcement().to_vec();
    rewritten.extend(cases.announced.map(|_| b'\n'));
    let mut read = 0;
    let ignored_from = cases.for_each(|case| {
        read += 1;
        format.push(case.text, &mut rewritten);
    })?;
    if let Some(place) = ignored_from {
        return Ok(Conformance::Content(format!("the input continues after its last case, at {place}")));
    }
    if let Err(why) = check_limits(&format.count.range(), read, || count_of(read, format.noun)) {
        return Ok(Conformance::Content(why));
    }
    let exact = Cases::begin(format, &rewritten[..], Layout::Exact).and_then(|cases| cases.for_each(|_| {}));
    Ok(match exact {
        Err(InputError::Invalid(error)) => Conformance::Content(error.message),
        Err(error) => return Err(error),
        Ok(_) if rewritten == input => Conformance::Exact,
        Ok(_) => Conformance::WhiteSpace(rewritten),
    })
}

/// Whether a judge could give an input, once its white space is put right. Its limits are checked before it is solved,
/// so this takes no longer than the judge's largest input.
pub fn could_be_given<P: Problem>(dialect: &'static Dialect<P>, input: &[u8]) -> bool {
    let is_solved = |input: &[u8]| solve(dialect, Layout::Exact, input).is_ok();
    match conformance(&dialect.format, input) {
        Ok(Conformance::Exact) => is_solved(input),
        Ok(Conformance::WhiteSpace(rewritten)) => is_solved(&rewritten),
        Ok(Conformance::Content(_)) | Err(_) => false,
    }
}
