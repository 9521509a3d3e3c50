//! What knows the right answer to a case: by default the judge that its folder names.

use std::fs;
use std::path::Path;

use problem::{Dialect, Problem};

use crate::answers::Answers;
use crate::source::display_name;

/// What knows the right answers to a case, and why this is asked.
#[derive(Clone, Debug)]
pub struct AnswerSource<'a> {
    /// The source of the right answers.
    pub answers: &'a dyn Answers,
    /// The judge, if there is one.
    pub judge: Option<String>,
    /// Why it is this one, or who knows the answers.
    pub reason: String,
}

/// The judge of an input: the one that was chosen, else the one that the nearest folder above names, in the path as given
/// or else without links, else the default one.
pub fn choose_judge<P: Problem>(by_option: Option<&'static Dialect<P>>, input: &Path) -> AnswerSource<'static> {
    let (dialect, reason) = dialect_of(by_option, input);
    AnswerSource { answers: dialect, judge: Some(dialect.name.to_owned()), reason }
}

/// The dialect of that judge, and why it is this one.
pub(crate) fn dialect_of<P: Problem>(
    by_option: Option<&'static Dialect<P>>,
    input: &Path,
) -> (&'static Dialect<P>, String) {
    let by_folder = || {
        let canonical = fs::canonicalize(input).unwrap_or_default();
        let folders = [input, &canonical].map(|path| path.ancestors().skip(1).filter_map(Path::file_name));
        folders.into_iter().flatten().find_map(|name| Some((P::dialect(name.to_str()?)?, display_name(name))))
    };
    match by_option {
        Some(dialect) => (dialect, "by --judge".to_owned()),
        None => match by_folder() {
            Some((dialect, name)) => (dialect, format!("by the folder {name}")),
            None => (&P::DIALECTS[0], "by default".to_owned()),
        },
    }
}
