//! A pattern of the user's for the names of files, as in `--names '%.inp:%.res'`.

use std::fmt;
use std::path::{Component, MAIN_SEPARATOR_STR, Path};
use std::str::FromStr;

use anyhow::{bail, ensure};

use super::Side;

/// How the files of a case are called: how the path of an input ends, and the path of its answer.
///
/// `%` stands for the same text on both sides, without a slash:
///
/// ```
/// use harness::NamePattern;
///
/// assert!("%.inp:%.res".parse::<NamePattern>().is_ok());
/// assert!("in/%.txt:out/%.txt".parse::<NamePattern>().is_ok());
/// assert!("%.inp".parse::<NamePattern>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    /// The two sides: names separated by slashes, exactly one of which contains a `%`.
    sides: [String; 2],
}

impl NamePattern {
    /// What is before and after the `%` of a side, as in the paths of this system.
    pub(super) fn side(&self, side: Side) -> [String; 2] {
        let (start, end) = self.sides[side as usize].split_once('%').unwrap_or_default();
        [start, end].map(|text| text.replace('/', MAIN_SEPARATOR_STR))
    }
}

/// The two sides as a message names them.
impl fmt::Display for NamePattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [input, answer] = &self.sides;
        write!(out, "{input} with {answer}")
    }
}

impl FromStr for NamePattern {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXAMPLE: &str = "as in '%.inp:%.res'";
        let mut sides = text.split(':');
        let (Some(input), Some(answer), None) = (sides.next(), sides.next(), sides.next()) else {
            bail!("one colon must separate the name of an input from the name of its answer, {EXAMPLE}");
        };
        for side in [input, answer] {
            let count = side.matches('%').count();
            ensure!(count == 1, "each side needs one % for what the two names have in common, {EXAMPLE}");
            let is_name = |part: &str| matches!(Path::new(part).components().next(), Some(Component::Normal(_)));
            ensure!(
                side.split('/').all(is_name),
                "each side is the end of a path, of names separated by single slashes, as in 'in/%.txt:out/%.txt'"
            );
        }
        ensure!(input != answer, "the two sides must differ, {EXAMPLE}");
        Ok(Self { sides: [input, answer].map(str::to_owned) })
    }
}
