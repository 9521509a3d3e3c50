//! The right answers of any problem: from a program that is known to be right, by a checker, or in a file.

use std::fs;

use problem::{Comparison, Expected, Rejection, Text, Verdict, without_byte_order_mark};

use super::checker::{Checker, CheckerStyle, Judged};
use super::helper::Helper;
use super::{Answers, Fault, judge_answer_file};
use crate::candidate::{Candidate, Ending, RunResult, Supervisor};
use crate::source::with_bare_newlines;

/// The programs that know what is right. Without any, the answer file does.
#[derive(Debug)]
pub struct Programs<'a> {
    /// Runs them.
    pub supervisor: &'a Supervisor,
    /// Writes the right answer.
    pub answer: Option<Helper>,
    /// Judges outputs, where several may be right. Without an answer it gets an empty file.
    pub checker: Option<Checker>,
    /// Talks with the program that is judged. A checker then judges what it has written.
    pub interactor: Option<Checker>,
    /// How outputs are compared with the answer, without a checker.
    pub comparison: Comparison,
}

/// An input with the answer to it.
struct Asked<'a> {
    programs: &'a Programs<'a>,
    input: Vec<u8>,
    answer: Text,
}

impl Answers for Programs<'_> {
    fn ask(&self, input: &[u8], answer_file: Option<&[u8]>) -> Result<Box<dyn Expected + '_>, Fault> {
        let answer = match (&self.answer, answer_file) {
            (Some(program), _) => program.output(self.supervisor, [], input)?,
            (None, Some(file)) => with_bare_newlines(without_byte_order_mark(file)),
            (None, None) if self.checker.is_none() && self.interactor.is_none() => {
                let fix = "add one, or name a program with --answer or --checker that says what is right";
                return Err(Fault::Helper(format!("no answer file lies beside it; {fix}")));
            }
            (None, None) => Vec::new(),
        };
        let asked = Box::new(Asked { programs: self, input: input.to_vec(), answer: Text(answer) });
        if let (Some(_), Some(file)) = (&self.answer, answer_file) {
            judge_answer_file(&*asked, file, self.comparison).map_err(Fault::AnswerFile)?;
        }
        Ok(asked)
    }

    fn interactive(&self) -> Option<&Programs<'_>> {
        self.interactor.is_some().then_some(self)
    }
}

impl Programs<'_> {
    /// Lets a program talk with the interactor, of which there is one. Returns what the program did, whether it was
    /// right, and who said what.
    pub(crate) fn talk(
        &self,
        candidate: &Candidate,
        input: &[u8],
        expected: &dyn Expected,
    ) -> anyhow::Result<(RunResult, Judged, Vec<String>)> {
        let interactor = self.interactor.as_ref().expect("an interactor");
        let (folder, arguments) = interactor.files([input, &[], &expected.answer()])?;
        let helper = &interactor.helper;
        let program = helper.program.clone().with_arguments(arguments);
        let accepted = if interactor.style == CheckerStyle::Kattis { 42 } else { 0 };
        let talk = self.supervisor.talk(candidate, (&program, helper.option), accepted)?;
        let has_waited = [talk.candidate.ending, talk.interactor.ending] == [Ending::OutOfTime; 2]
            && talk.candidate.usage.has_waited(candidate.time_limit);
        let mut judged = match talk.interactor.ending {
            Ending::OutOfTime => Err(Fault::Slow(format!("{} did not end", helper.name)).into()),
            Ending::Exit(code) => interactor.conclude(code, talk.interactor, folder.path(), true),
            _ => Err(helper.fault(&talk.interactor).into()),
        };
        if judged.is_ok() && self.checker.is_some() {
            judged = expected.judge(&fs::read(folder.path().join(Checker::OUTPUT)).unwrap_or_default(), None);
        }
        let mut run = talk.candidate;
        if let Err(rejection) = &mut judged {
            if talk.interactor_was_first || has_waited {
                // What the program does after that, such as failing as it can read no more, does not count.
                run.ending = Ending::Exit(0);
                if talk.interactor_was_first {
                    run.stderr.clear();
                }
            } else if rejection.verdict == Verdict::InternalError {
                rejection.message += "; the program had ended before, and an interactor has to judge that too";
            }
        }
        Ok((run, judged, talk.transcript))
    }
}

impl Expected for Asked<'_> {
    fn judge(&self, output: &[u8], comparison: Option<Comparison>) -> Result<(), Box<Rejection>> {
        let Programs { checker, answer, .. } = self.programs;
        let Some(checker) = checker else {
            return self.answer.judge(output, comparison.or(Some(self.programs.comparison)));
        };
        let check = |output: &[u8]| checker.judge(self.programs.supervisor, &self.input, output, &self.answer.0);
        let judged = check(output);
        if judged.as_ref().is_err_and(|rejection| rejection.verdict != Verdict::InternalError)
            && let Some(program) = answer
            && let Err(why) = check(&self.answer.0)
        {
            // Whichever of the two is wrong, nothing can be said about the output.
            let message = format!("the checker rejects what {} wrote: {}", program.name, why.message);
            return Err(Rejection::new(Verdict::InternalError, message));
        }
        judged
    }

    fn answer(&self) -> Vec<u8> {
        self.answer.0.clone()
    }

    fn longest_output(&self) -> usize {
        const OF_CHECKED: usize = 64 << 20;
        let of_answer = self.answer.longest_output();
        if self.programs.checker.is_some() { of_answer.max(OF_CHECKED) } else { of_answer }
    }
}
