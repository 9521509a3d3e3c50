//! Whether an input is one that its judge could give.

use crate::diagnostic::{InputError, Place};
use crate::dialect::{Count, Dialect, Format};
use crate::problem::Problem;
use crate::scan::{Layout, Scanner};
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
    let (cases, ignored_from) = format.read(input, Layout::Free)?;
    if let Some(place) = ignored_from {
        return Ok(Conformance::Content(format!("the input goes on after its last case, at {place}")));
    }
    if let Err(why) = format.check_count(cases) {
        return Ok(Conformance::Content(why));
    }
    let rewritten = format.rewrite(input, cases);
    Ok(match format.read(&rewritten, Layout::Exact) {
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
    let rewritten = dialect.format.rewrite(input, usize::MAX);
    dialect.format.read(&rewritten, Layout::Exact).is_ok()
        && solve(dialect, Layout::Exact, rewritten.as_slice()).is_ok()
}

impl Format {
    /// Reads an input in this layout without solving its cases. Returns their number, and where the input goes on after
    /// them.
    fn read(&self, input: &[u8], layout: Layout) -> Result<(usize, Option<Place>), InputError> {
        let mut input = Scanner::new(input, layout);
        let announced = match self.count {
            Count::Announced(_) => Some(self.read_count(&mut input)?),
            Count::ToTheEnd(_) => None,
        };
        let mut read = 0;
        // An input without an announced number has at least one case.
        while announced
            .map_or_else(|| Ok(read == 0 || !input.is_at_end()?), |count| Ok::<_, InputError>(read < count))?
        {
            self.read_case(&mut input, read, announced)?;
            read += 1;
        }
        Ok((read, input.finish()?))
    }
}
