//! Patterns for the names of files, as in `--names '%.inp:%.res'`.

use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use anyhow::{bail, ensure};

use super::names::os_string;

/// How the files of a case are called: the end of an input's path, and that of its answer.
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
    input: String,
    answer: String,
}

impl NamePattern {
    /// The path of the answer that belongs to this input, or `None` if the path does not match.
    pub(super) fn answer(&self, input: &Path) -> Option<PathBuf> {
        replaced(input, &self.input, &self.answer)
    }

    /// The path of the input that this is the answer to, or `None` if the path does not match.
    pub(super) fn input(&self, answer: &Path) -> Option<PathBuf> {
        replaced(answer, &self.answer, &self.input)
    }

    /// The two sides as in the pattern.
    pub(super) fn sides(&self) -> [&str; 2] {
        [&self.input, &self.answer]
    }
}

/// Replaces the end of a path that matches the side `from` by the side `to`.
fn replaced(path: &Path, from: &str, to: &str) -> Option<PathBuf> {
    let mut base = path;
    let mut text: Option<&[u8]> = None;
    for pattern in from.rsplit('/') {
        let name = base.file_name()?.as_encoded_bytes();
        match pattern.split_once('%') {
            Some((before, after)) => {
                text = Some(name.strip_prefix(before.as_bytes())?.strip_suffix(after.as_bytes())?);
            }
            None if name == pattern.as_bytes() => {}
            None => return None,
        }
        base = base.parent()?;
    }
    let (before, after) = to.split_once('%')?;
    Some(base.join(os_string([before.as_bytes(), text?, after.as_bytes()].concat())))
}

impl FromStr for NamePattern {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXAMPLE: &str = "as in '%.inp:%.res'";
        let mut sides = text.split(':');
        let (Some(input), Some(answer), None) = (sides.next(), sides.next(), sides.next()) else {
            bail!("one colon must separate the name of an input from that of its answer, {EXAMPLE}");
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
        Ok(Self { input: input.to_owned(), answer: answer.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> NamePattern {
        text.parse().unwrap()
    }

    fn answer(text: &str, path: &str) -> Option<String> {
        pattern(text).answer(Path::new(path)).map(|path| path.to_str().unwrap().replace('\\', "/"))
    }

    #[test]
    fn the_percent_sign_stands_for_the_same_text() {
        assert_eq!(answer("%.inp:%.res", "/a/x.y.inp"), Some("/a/x.y.res".to_owned()));
        assert_eq!(answer("%.inp:%.res", "/a/x.inp2"), None);
        assert_eq!(answer("t%.i:t%.o", "t1.i"), Some("t1.o".to_owned()));
        assert_eq!(answer("t%.i:t%.o", "at1.i"), None);
        assert_eq!(answer("input%.txt:output%.txt", "input.txt"), Some("output.txt".to_owned()));
        // A text is not taken from both ends twice.
        assert_eq!(answer("aa%aa:b%", "aaa"), None);
        assert_eq!(answer("%.i1:%.o1", "/a/game.i1"), Some("/a/game.o1".to_owned()));
        assert_eq!(answer("game.i%:game.o%", "/a/game.i10"), Some("/a/game.o10".to_owned()));
    }

    #[test]
    fn a_pattern_with_slashes_matches_whole_names_of_folders() {
        assert_eq!(answer("in/%.txt:out/%.txt", "/a/in/x.txt"), Some("/a/out/x.txt".to_owned()));
        assert_eq!(answer("in/%.txt:out/%.txt", "/a/main/x.txt"), None);
        assert_eq!(answer("%/in:%/out", "/a/1/in"), Some("/a/1/out".to_owned()));
        assert_eq!(answer("case%/in:%.ans", "/a/case1/in"), Some("/a/1.ans".to_owned()));
        assert_eq!(answer("in/%.txt:out/%.txt", "x.txt"), None);
        let input = pattern("case%/in:%.ans").input(Path::new("/a/1.ans"));
        assert_eq!(input.as_deref(), Some(Path::new("/a/case1/in")));
    }

    #[test]
    fn an_error_says_what_is_wrong_and_shows_a_right_pattern() {
        let error = |text: &str| text.parse::<NamePattern>().unwrap_err().to_string();
        let colon = "one colon must separate the name of an input from that of its answer, as in '%.inp:%.res'";
        for text in ["", "%.inp", "%.inp %.res", "%.a:%.b:%.c"] {
            assert_eq!(error(text), colon);
        }
        let percent = "each side needs one % for what the two names have in common, as in '%.inp:%.res'";
        for text in [":", "%.inp:", "%.inp:res", "%%.inp:%.res", "%/%.inp:%.res"] {
            assert_eq!(error(text), percent);
        }
        let names = "each side is the end of a path, of names separated by single slashes, as in 'in/%.txt:out/%.txt'";
        for text in ["/in/%:out/%", "in//%:out/%", "../%.in:%.out", "./%.in:%.out", "%/:%.out"] {
            assert_eq!(error(text), names);
        }
        assert_eq!(error("%.in:%.in"), "the two sides must differ, as in '%.inp:%.res'");
    }
}
