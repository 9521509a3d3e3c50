//! Answer files, which come from elsewhere and may have white space of their own.

use problem::{Comparison, Difference, Problem, Solution, compare, without_byte_order_mark};

use crate::source::with_bare_newlines;

pub(crate) const EMPTY_ANSWER: &str = "the answer file is empty";

/// Whether an answer file holds nothing, although the input has cases.
pub(crate) fn is_empty_answer<P: Problem>(file: &[u8], solution: &Solution<P>) -> bool {
    !solution.is_empty() && without_byte_order_mark(file).trim_ascii().is_empty()
}

/// Compares an answer file with the solver's answers. What files get on their way never counts: a byte-order mark, CR
/// LF instead of newlines, too few or too many newlines at the end. `comparison` decides about other white space.
///
/// Returns a note about the white space that did not count, if there is some.
pub(crate) fn compare_answer_file<P: Problem>(
    solution: &Solution<P>,
    file: &[u8],
    comparison: Comparison,
) -> Result<Option<String>, Box<Difference>> {
    if compare(solution, file, Comparison::Exact).is_ok() {
        return Ok(None);
    }
    let mut oddities = Vec::new();
    let text = without_byte_order_mark(file);
    if text.len() < file.len() {
        oddities.push("a byte-order mark");
    }
    let mut answer = with_bare_newlines(text);
    if answer.len() < text.len() {
        oddities.push("CR LF in place of newlines");
    }
    let newlines = |text: &[u8]| text.iter().rev().take_while(|&&byte| byte == b'\n').count();
    let (found, expected) = (newlines(&answer), newlines(&solution.to_bytes()));
    if found != expected {
        oddities.push(if found < expected { "too few newlines at its end" } else { "too many newlines at its end" });
        answer.truncate(answer.len() - found);
        answer.extend(std::iter::repeat_n(b'\n', expected));
    }
    if let Err(difference) = compare(solution, &answer, Comparison::Exact) {
        if comparison == Comparison::Exact {
            return Err(difference);
        }
        compare(solution, &answer, comparison)?;
        oddities.push("other white space than the judge's");
    }
    Ok(Some(format!("the answer file has {}", oddities.join(", "))))
}
