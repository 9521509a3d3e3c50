//! The layouts: how inputs and their answers are called.

use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

use anyhow::ensure;

/// The layouts of judges and problem setters, a line each, in the order in which they are tried: the end of an input's
/// path, then those that its answer may have. `%` stands for the same text in all, without a slash. The same in capitals
/// is tried last.
const LAYOUTS: [&str; 13] = [
    // Most judges, online-judge-tools and Luogu; packages for Kattis, ICPC and DOMjudge, whose answers are `.ans`.
    "%.in:%.ans:%.out:%.a",
    "%.input:%.output",
    "%.inp:%.out",
    // HackerRank and CMS, in one folder or two, or with a folder for each case.
    "input%.txt:output%.txt",
    "%/input.txt:%/output.txt",
    "input/input%.txt:output/output%.txt",
    // AtCoder, sinol and mixtures of them.
    "in/%.in:out/%.out:out/%.ans:out/%.a",
    "in/%.txt:out/%.out:out/%.ans:out/%.a",
    "in/%:out/%:out/%.out:out/%.ans:out/%.a",
    "input/%.in:output/%.out:output/%.ans:output/%.a",
    "input/%.txt:output/%.out:output/%.ans:output/%.a",
    "input/%:output/%:output/%.out:output/%.ans:output/%.a",
    // Codeforces and its Polygon.
    "%:%.a",
];

/// How the files of a case are called: how the path of an input ends, and the path of its answer, or several of which
/// the first that exists is meant.
///
/// ```
/// use harness::NamePattern;
///
/// assert!("%.inp:%.res".parse::<NamePattern>().is_ok());
/// assert!("in/%.txt:out/%.txt".parse::<NamePattern>().is_ok());
/// assert!("%.inp".parse::<NamePattern>().is_ok(), "inputs without answers");
/// assert!(".inp:.res".parse::<NamePattern>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern {
    /// Names separated by slashes, exactly one of which contains a `%`.
    input: String,
    answers: Vec<String>,
}

impl NamePattern {
    /// All layouts.
    pub(super) fn all() -> Vec<Self> {
        let in_capitals = LAYOUTS.map(str::to_uppercase);
        let all = LAYOUTS.into_iter().chain(in_capitals.iter().map(String::as_str));
        all.map(|text| text.parse().expect("a line of the table is a pattern")).collect()
    }

    /// The answer to an input, the first that exists, and how the two are called.
    pub(super) fn answer(&self, input: &Path) -> Option<(PathBuf, String)> {
        let (folder, text) = match_end(&self.input, input)?;
        let paths = self.answers.iter().map(|answer| (folder.join(answer.replace('%', &text)), answer));
        let (path, answer) = paths.into_iter().find(|(path, _)| path.is_file())?;
        Some((path, format!("{} with {answer}", self.input).replace('%', "NAME")))
    }

    /// How an input without an answer is called, if the name alone tells that it is one.
    pub(super) fn without_answer(&self, path: &Path) -> Option<String> {
        // Any file may have a name that is only the text: that it is an input has to be said.
        let is_input = (self.input != "%" || self.answers.is_empty()) && match_end(&self.input, path).is_some();
        is_input.then(|| format!("{} without an answer", self.input).replace('%', "NAME"))
    }
}

/// If a path ends as a pattern says: the folder before that end, and the text of its `%`.
fn match_end(pattern: &str, path: &Path) -> Option<(PathBuf, String)> {
    let mut rest = path;
    let mut text = None;
    for part in pattern.split('/').rev() {
        let name = rest.file_name()?.to_str()?;
        match part.split_once('%') {
            Some((before, after)) => {
                text = name.strip_prefix(before)?.strip_suffix(after).filter(|text| !text.is_empty());
            }
            None if name == part => {}
            None => return None,
        }
        rest = rest.parent()?;
    }
    Some((rest.to_owned(), text?.to_owned()))
}

impl fmt::Display for NamePattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let with = if self.answers.is_empty() { "" } else { " with " };
        write!(out, "{}{with}{}", self.input, self.answers.join(" or "))
    }
}

impl FromStr for NamePattern {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_name = |part: &str| matches!(Path::new(part).components().next(), Some(Component::Normal(_)));
        let is_end = |name: &String| name.matches('%').count() == 1 && name.split('/').all(is_name);
        let names: Vec<String> = text.split(':').map(str::to_owned).collect();
        let (input, answers) = (names[0].clone(), names[1..].to_vec());
        ensure!(
            names.iter().all(is_end) && !answers.contains(&input),
            "expected how the path of an input ends, and that of its answer, with one % each for what the names have in \
             common, as in '%.inp:%.res' or 'in/%.txt:out/%.txt'"
        );
        Ok(Self { input, answers })
    }
}
