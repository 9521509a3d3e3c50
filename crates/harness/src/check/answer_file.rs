//! Answer files, which come from elsewhere and may have white space of their own.

use problem::{Comparison, Difference, Problem, Solution, compare, without_byte_order_mark};

use crate::source::with_bare_newlines;

/// Why an answer file says nothing: it is empty, although the input has cases, or is in UTF-16.
pub(crate) fn why_no_answer<P: Problem>(file: &[u8], solution: &Solution<P>) -> Option<&'static str> {
    if file.starts_with(b"\xFF\xFE") || file.starts_with(b"\xFE\xFF") {
        return Some("the answer file is UTF-16; save it as UTF-8 or ASCII");
    }
    let is_empty = !solution.is_empty() && without_byte_order_mark(file).trim_ascii().is_empty();
    is_empty.then_some("the answer file is empty")
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
    let text = without_byte_order_mark(file);
    let odd = match compare(solution, text, Comparison::Exact) {
        Ok(()) if text.len() == file.len() => return Ok(None),
        Ok(()) => "a byte-order mark".to_owned(),
        Err(difference) => difference.to_string(),
    };
    let mut answer = with_bare_newlines(text);
    let newlines = |text: &[u8]| text.iter().rev().take_while(|&&byte| byte == b'\n').count();
    answer.truncate(answer.len() - newlines(&answer));
    answer.resize(answer.len() + newlines(&solution.to_bytes()), b'\n');
    compare(solution, &answer, comparison)?;
    Ok(Some(format!("the answer file has white space that does not count: {odd}")))
}
