//! What judges call the ways in which a program is right or wrong.

use std::fmt;

use anstyle::Style;

use crate::page::styles;

/// What came of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// The answer is right, to the byte.
    Accepted,
    /// The answer is wrong.
    WrongAnswer,
    /// The answer would be right if it were not for its white space.
    PresentationError,
    /// The program ended in failure.
    RuntimeError,
    /// The program did not end in time.
    TimeLimitExceeded,
    /// The case itself is at fault, and nothing was judged.
    InternalError,
}

impl Verdict {
    /// All of them, in the order of a summary.
    pub const ALL: [Self; 6] = [
        Self::Accepted,
        Self::WrongAnswer,
        Self::PresentationError,
        Self::RuntimeError,
        Self::TimeLimitExceeded,
        Self::InternalError,
    ];

    /// The verdict in words.
    ///
    /// ```
    /// use judge::Verdict;
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
            Self::InternalError => "the case is at fault",
        }
    }

    pub(crate) fn style(self) -> Style {
        match self {
            Self::Accepted => styles::WIN,
            Self::WrongAnswer | Self::RuntimeError => styles::LOSS,
            Self::PresentationError => styles::FIRST_MARK,
            Self::TimeLimitExceeded => styles::SECOND_MARK,
            Self::InternalError => styles::THIRD_MARK,
        }
    }
}

/// The two letters.
impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Accepted => "AC",
            Self::WrongAnswer => "WA",
            Self::PresentationError => "PE",
            Self::RuntimeError => "RE",
            Self::TimeLimitExceeded => "TLE",
            Self::InternalError => "IE",
        })
    }
}
