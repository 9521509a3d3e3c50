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

    /// The verdict in words.
    ///
    /// ```
    /// use problem::Verdict;
    /// assert_eq!(Verdict::PresentationError.to_string(), "PE");
    /// assert_eq!(Verdict::PresentationError.words(), "presentation error");
    /// ```
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::WrongAnswer => "wrong answer",
            Self::PresentationError => "presentation error",
            Self::RuntimeError => "runtime error",
            Self::TimeLimitExceeded => "time limit exceeded",
            Self::MemoryLimitExceeded => "memory limit exceeded",
            Self::InternalError => "not judged",
        }
    }

    /// The style in which people see it.
    #[must_use]
    pub fn style(self) -> Style {
        match self {
            Self::Accepted => styles::WIN,
            Self::WrongAnswer | Self::RuntimeError => styles::LOSS,
            Self::PresentationError => styles::FIRST_MARK,
            Self::TimeLimitExceeded | Self::MemoryLimitExceeded => styles::SECOND_MARK,
            Self::InternalError => styles::THIRD_MARK,
        }
    }
}

/// Writes the abbreviation: two or three letters.
impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::PresentationError => "PE",
            Self::RuntimeError => "RE",
            Self::TimeLimitExceeded => "TLE",
            Self::MemoryLimitExceeded => "MLE",
            Self::InternalError => "IE",
        })
    }
}
