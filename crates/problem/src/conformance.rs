//! Whether an input is one that its judge could give.

use crate::diagnostic::InputError;
use crate::dialect::{Count, Dialect, Format};
use crate::problem::Problem;
use crate::scan::{Layout, Scanner};
use crate::solution::{Solution, solve};

/// How an input compares with what its judge promises to give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Conformance {
    /// The judge could give it as it is.
    Exact,
    /// Only its white space keeps the judge from giving it. This is the input with the same words in the judge's own layout.
    WhiteSpace(Vec<u8>),
    /// It has more cases or larger ones than the judge gives, or something else that is not white space, for this reason.
    Content(String),
}

/// Compares an input with what its judge promises, given its solution.
///
/// ```
/// use problem::{Conformance, conformance};
/// use testkit::Anagrams;
///
/// let conformance_of = |input: &str| conformance(&Anagrams::solution(input), input.as_bytes());
/// assert_eq!(conformance_of("1\nabc\n"), Conformance::Exact);
/// assert_eq!(conformance_of("1\r\n\r\nabc"), Conformance::WhiteSpace(b"1\nabc\n".to_vec()));
/// let long = format!("1\n{}\n", "abc".repeat(7));
/// assert_eq!(conformance_of(&long), Conformance::Content("21 letters; this judge gives 1 to 20".to_owned()));
/// ```
#[must_use]
pub fn conformance<P: Problem>(solution: &Solution<P>, input: &[u8]) -> Conformance {
    let format = &solution.dialect().format;
    if let Some(place) = solution.ignored_from() {
        return Conformance::Content(format!("the input goes on after its last case, at {place}"));
    }
    if let Err(why) = format.check_count(solution.len()) {
        return Conformance::Content(why);
    }
    let rewritten = format.rewrite(input, solution.len());
    match format.validate(&rewritten) {
        Err(InputError::Invalid(error)) => Conformance::Content(error.message),
        // Reading from memory does not fail otherwise.
        Err(error) => Conformance::Content(error.to_string()),
        Ok(()) if rewritten == input => Conformance::Exact,
        Ok(()) => Conformance::WhiteSpace(rewritten),
    }
}

/// Whether a judge could give an input, once its white space is put right. Its limits are checked before it is solved, so this
/// takes no longer than the judge's largest input.
#[must_use]
pub fn could_be_given<P: Problem>(dialect: &'static Dialect<P>, input: &[u8]) -> bool {
    let rewritten = dialect.format.rewrite(input, usize::MAX);
    dialect.format.validate(&rewritten).is_ok() && solve(dialect, Layout::Exact, rewritten.as_slice()).is_ok()
}

impl Format {
    /// Checks that an input has the exact layout and keeps within the judge's limits, without solving its cases.
    fn validate(&self, input: &[u8]) -> Result<(), InputError> {
        let mut input = Scanner::new(input, Layout::Exact);
        let announced = match self.count {
            Count::Announced(_) => Some(self.read_count(&mut input)?),
            Count::ToTheEnd(_) => None,
        };
        let mut read = 0;
        while announced.map_or_else(|| Ok(!input.is_at_end()?), |count| Ok::<_, InputError>(read < count))? {
            self.read_case(&mut input, read, announced)?;
            read += 1;
        }
        input.finish().map(|_| ())
    }
}
