//! The verdicts that judges give.

use std::fmt;

use anstyle::Style;

use crate::page::styles;

/// The result of judging one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// The answer is right, with as much of its white space as the comparison demands.
    Accepted,
    /// The answer is wrong.
    WrongAnswer,
    /// The answer is right except for its white space.
    PresentationError,
    /// The program failed: a non-zero exit code, or a signal.
    RuntimeError,
    /// The program did not end in time.
    TimeLimitExceeded,
    /// The program took more memory than it may.
    MemoryLimitExceeded,
    /// The input or its answer file is invalid, or the run could not be measured, so nothing was judged.
    InternalError,
}

impl Verdict {
    /// All of them, in the order of a summary.
    pub const ALL: [Self; 7] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::PresentationError,
        Self::RuntimeError,
        Self::TimeLimitExceeded,
        Self::MemoryLimitExceeded,
        Self::InternalError,
    ];

    /// The abbreviation, the words, and the style in which people see them.
    fn shown(self) -> (&'static str, &'static str, Style) {
        match self {
            Self::Accepted => ("AC", "accepted", styles::WIN),
            Self::WrongAnswer => ("WA", "wrong answer", styles::LOSS),
            Self::PresentationError => ("PE", "presentation error", styles::YELLOW),
            Self::RuntimeError => ("RE", "runtime error", styles::LOSS),
            Self::TimeLimitExceeded => ("TLE", "time limit exceeded", styles::CYAN),
            Self::MemoryLimitExceeded => ("MLE", "memory limit exceeded", styles::CYAN),
            Self::InternalError => ("IE", "not judged", styles::MAGENTA),
        }
    }

    /// The verdict in words.
    ///
    /// ```
    /// use problem::Verdict;
    /// assert_eq!(Verdict::PresentationError.to_string(), "PE");
    /// assert_eq!(Verdict::PresentationError.words(), "presentation error");
    /// ```
    pub fn words(self) -> &'static str {
        self.shown().1
    }

    /// The style in which people see it.
    pub fn style(self) -> Style {
        self.shown().2
    }
}

/// Writes the abbreviation: two or three letters.
impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.shown().0)
    }
}
