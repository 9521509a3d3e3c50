//! The cases of a Kattis package that are more than an input and its answer.

use super::change::spellings;
use super::names::{is_input_extension, split_extension};
use super::recognize::{FileId, Search};
use super::role::Role;
use super::{CaseLayout, Expectation, Rightness};

impl Search<'_> {
    /// Adds the case with this input if it is one of an output, or answer, that must be accepted or rejected.
    pub(super) fn add_if_output_of_package(&mut self, input: FileId) {
        if !is_input_extension(split_extension(self.name(input)).1) {
            return;
        }
        let [answer, output] = ["ans", "out"].map(|extension| self.with_extension(input, extension));
        let (others, expectation) = match (self.folder(input).role, answer, output) {
            (Role::Outputs(is_right), Some(answer), Some(output)) => {
                let (answer_path, output_path) = (Some(self.shown(answer)), self.shown(output));
                let expectation = Expectation::Output { answer: answer_path, output: output_path, is_right };
                (vec![answer, output], expectation)
            }
            (Role::Outputs(_), None, output) => {
                (output.into_iter().collect(), Expectation::broken("an input without an answer; add an .ans"))
            }
            (Role::Outputs(_), Some(answer), None) => {
                (vec![answer], Expectation::broken("no output to be accepted or rejected; add a .out"))
            }
            (Role::WrongAnswers, Some(answer), _) => {
                let output = self.shown(answer);
                (vec![answer], Expectation::Output { answer: None, output, is_right: Rightness::Wrong })
            }
            (Role::WrongAnswers, None, _) => (vec![], Expectation::broken("no answer to be rejected; add an .ans")),
            _ => return,
        };
        self.add(input, &others, expectation, CaseLayout::PACKAGE);
    }

    /// The file beside an input that has the same name, but this extension.
    fn with_extension(&self, input: FileId, extension: &str) -> Option<FileId> {
        let stem = split_extension(self.name(input)).0;
        let mut names = spellings(extension).map(|extension| [stem, b".", extension.as_bytes()].concat());
        Some((input.0, names.find_map(|name| self.folder(input).file(&name))?))
    }
}
