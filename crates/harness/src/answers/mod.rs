//! *What is right*, as `check` and `stress` ask for it.

use std::fmt;

mod checker;
mod helper;
mod programs;

pub use checker::{Checker, CheckerStyle};
pub use helper::Helper;
pub use programs::Programs;

use problem::{
    Comparison, Dialect, Expected, Problem, Rejection, Solved, Verdict, hint_about_input, why_not_given,
    without_byte_order_mark,
};

use crate::source::with_bare_newlines;

/// Knows the right answers to inputs: a solver does, and so may another program, or a file beside the input.
pub trait Answers: fmt::Debug + Sync {
    /// The right answers to an input.
    ///
    /// `answer_file` is the file beside the input, if there is one. An implementation with answers of its own checks
    /// that file; one without takes its answers from it. This may take long.
    ///
    /// # Errors
    ///
    /// What is wrong with the case, or with the program that was asked.
    fn ask(&self, input: &[u8], answer_file: Option<&[u8]>) -> Result<Box<dyn Expected + '_>, Fault>;

    /// The programs that know the answers, if one of them is to talk with the program that is judged.
    fn interactive(&self) -> Option<&Programs<'_>> {
        None
    }

    /// Why an input could not be given to a program, as it is beyond what is promised. It is left out unless wanted.
    fn why_not_given(&self, input: &[u8]) -> Option<String> {
        let _ = input;
        None
    }
}

/// What is wrong with a case, so that no program can be judged on it.
#[derive(Debug)]
pub enum Fault {
    /// The input, for this reason. A file without an answer beside it is then not taken for an input.
    Input(String),
    /// The answer file.
    AnswerFile(Box<Rejection>),
    /// A program that knows what is right has failed like this, or there is none.
    Helper(String),
    /// It has taken too long, as this says.
    Slow(String),
    /// It cannot be run at all, or all programs were stopped by an interrupt: this ends the command.
    Fatal(anyhow::Error),
}

/// What is wrong, in a line.
impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(message) | Self::Helper(message) | Self::Slow(message) => out.write_str(message),
            Self::AnswerFile(rejection) => out.write_str(&rejection.message),
            Self::Fatal(error) => write!(out, "{error:#}"),
        }
    }
}

impl From<anyhow::Error> for Fault {
    fn from(error: anyhow::Error) -> Self {
        Self::Fatal(error)
    }
}

/// The program that is judged is not at fault.
impl From<Fault> for Box<Rejection> {
    fn from(fault: Fault) -> Self {
        Rejection::new(Verdict::InternalError, fault.to_string())
    }
}

impl From<Fault> for anyhow::Error {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Fatal(error) => error,
            fault => anyhow::anyhow!("{fault}"),
        }
    }
}

/// The solver knows the answers, whatever a file says.
impl<P: Problem> Answers for Dialect<P> {
    fn ask(&self, input: &[u8], answer_file: Option<&[u8]>) -> Result<Box<dyn Expected + '_>, Fault> {
        // A dialect is one of its problem's list.
        let dialect = P::dialect(self.name).expect("a dialect of the problem");
        let solved = Solved::new(dialect, input).map_err(|error| {
            let hint = hint_about_input(dialect, input, answer_file);
            Fault::Input(format!("the input is invalid: {error}{hint}"))
        })?;
        if let Some(file) = answer_file {
            judge_answer_file(&solved, file, Comparison::Tokens).map_err(Fault::AnswerFile)?;
        }
        Ok(Box::new(solved))
    }

    fn why_not_given(&self, input: &[u8]) -> Option<String> {
        why_not_given(&self.format, input)
    }
}

/// Judges an answer file like an output. What files get on their way does not count: a byte-order mark, CR LF for
/// newlines, too few or too many newlines at the end.
///
/// # Errors
///
/// Why it is not accepted. If it is empty, in UTF-16, or of another judge, the verdict is [`Verdict::InternalError`].
pub(crate) fn judge_answer_file(
    expected: &(impl Expected + ?Sized),
    file: &[u8],
    comparison: Comparison,
) -> Result<(), Box<Rejection>> {
    let mut answer = with_bare_newlines(without_byte_order_mark(file));
    let newlines = |text: &[u8]| text.iter().rev().take_while(|&&byte| byte == b'\n').count();
    answer.truncate(answer.len() - newlines(&answer));
    answer.resize(answer.len() + newlines(&expected.answer()), b'\n');
    expected.judge(&answer, Some(comparison)).map_err(|mut rejection| {
        let is_utf16 = [&b"\xFF\xFE"[..], b"\xFE\xFF"].iter().any(|mark| file.starts_with(mark));
        let message = match answer.trim_ascii() {
            _ if is_utf16 => "it is UTF-16; save it as UTF-8 or ASCII",
            [] => "it is empty",
            _ => {
                if rejection.is_for_another_judge {
                    rejection.verdict = Verdict::InternalError;
                }
                return rejection;
            }
        };
        Rejection::new(Verdict::InternalError, message.to_owned())
    })
}
