//! Whether an input is one that its judge could give.

use crate::diagnostic::InputError;
use crate::dialect::{Dialect, Format};
use crate::problem::Problem;
use crate::scan::Layout;
use crate::solution::solve;

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
/// ```
/// use problem::{Conformance, Problem, conformance};
/// use testkit::Anagrams;
///
/// let conformance_of = |input: &str| conformance(&Anagrams::DIALECTS[0].format, input.as_bytes()).unwrap();
/// assert_eq!(conformance_of("1\nabc\n"), Conformance::Exact);
/// assert_eq!(conformance_of("1\r\n\r\nabc"), Conformance::WhiteSpace(b"1\nabc\n".to_vec()));
/// let long = format!("1\n{}\n", "abc".repeat(7));
/// assert_eq!(conformance_of(&long), Conformance::Content("21 letters; this judge gives 1 to 20".to_owned()));
/// ```
///
/// # Errors
///
/// If the input is not made of cases at all.
pub fn conformance(format: &Format, input: &[u8]) -> Result<Conformance, InputError> {
    let read = format.read_all(input, Layout::Free)?;
    if let Some(place) = read.ignored_from {
        return Ok(Conformance::Content(format!("the input continues after its last case, at {place}")));
    }
    if let Err(why) = format.check_count(read.cases.len()) {
        return Ok(Conformance::Content(why));
    }
    let mut rewritten = read.count.map(|count| [&count, &b"\n"[..]].concat()).unwrap_or_default();
    for case in &read.cases {
        format.push(case, &mut rewritten);
    }
    Ok(match format.read_all(&rewritten, Layout::Exact) {
        Err(InputError::Invalid(error)) => Conformance::Content(error.message),
        Err(error) => return Err(error),
        Ok(_) if rewritten == input => Conformance::Exact,
        Ok(_) => Conformance::WhiteSpace(rewritten),
    })
}

/// Whether a judge could give an input, once its white space is put right. Its limits are checked before it is solved,
/// so this takes no longer than the judge's largest input.
#[must_use]
pub fn could_be_given<P: Problem>(dialect: &'static Dialect<P>, input: &[u8]) -> bool {
    let is_solved = |input: &[u8]| solve(dialect, Layout::Exact, input).is_ok();
    match conformance(&dialect.format, input) {
        Ok(Conformance::Exact) => is_solved(input),
        Ok(Conformance::WhiteSpace(rewritten)) => is_solved(&rewritten),
        Ok(Conformance::Content(_)) | Err(_) => false,
    }
}
