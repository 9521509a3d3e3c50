//! Which files of a folder are cases.
//!
//! A case is a character for how the folder is searched, and a line for each file: its path, in which bytes that are
//! not ASCII stand for common parts of names, and perhaps a colon and a digit for what is in it.

mod names;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use harness::{CaseOutcome, CheckPlan, Fixture, Found, NamePattern, Supervisor, choose_judge, find_fixtures};
use lgame::LGame;
use problem::Verdict;
use testkit::TemporaryFolder;

use self::names::{are_partners, is_hidden, plain_pairs};
use crate::Held;
use crate::paths::{self, part_of_path};

/// Checks what is found in a tree of files, and how the solver is judged by it:
///
/// - Nothing panics. What is found is at least one case, or else an error in one line.
/// - A file has at most one role: input of a case, answer to one, or not read. Files that are not read exist, and are
///   not hidden.
/// - An answer exists, and has the name of its input except for the words and extensions that tell inputs from answers,
///   in the same folder or in the corresponding one of a pair like `in` and `out`.
/// - `NAME.in` belongs to `NAME.out` in the same folder, if no other name there begins so and no folder above means
///   something.
/// - A folder that is given twice has the same cases as if given once. The input of a case, given alone, has the same
///   answer.
/// - Each case is judged once. One with an answer is accepted if and only if input and answer are known to belong
///   together, except that the output of a package may be wrong.
/// - With a pattern, an answer has the name that the pattern says.
pub fn check(data: &[u8]) -> Held {
    let [how, lines @ ..] = data else { return Held::Vacuous };
    let folder = TemporaryFolder::in_memory();
    let files = write(folder.root(), lines);
    let root = folder.root();
    match how % 8 {
        7 => check_pattern(root, usize::from(how / 8)),
        way => check_layouts(root, &files, way),
    }
}

/// A file that was written.
struct File {
    path: PathBuf,
    text: &'static str,
}

/// A position of the L game, and its answer.
const DRAW: [&str; 2] = ["...x\n###.\n#***\nx..*\n", "No winning move\nDraw\n"];
/// Another one.
const LOSS: [&str; 2] = [".###\nx#*x\n***.\n....\n", "No winning move\nLosing\n"];

/// What a file holds by its digit, and what is right if it is an input.
const TEXTS: [(&str, Option<&str>); 8] = [
    ("", None),
    (DRAW[0], Some(DRAW[1])),
    (LOSS[0], Some(LOSS[1])),
    (DRAW[1], None),
    (LOSS[1], None),
    ("...x\r\n###.\r\n#***\r\nx..*\r\n", Some(DRAW[1])),
    ("No winning move\nDraw", None),
    ("....\nx\n", None),
];

fn write(root: &Path, lines: &[u8]) -> Vec<File> {
    const MOST: usize = 16;
    let mut files: Vec<File> = Vec::new();
    for line in lines.split(|&byte| byte == b'\n').take(MOST) {
        let (path, digit) = match line {
            [path @ .., b':', digit] => (path, Some(usize::from(digit.wrapping_sub(b'0')))),
            path => (path, None),
        };
        let path = names::expand(path);
        let parts: Vec<Vec<u8>> = path.split(|&byte| byte == b'/').filter_map(part_of_path).take(5).collect();
        let Some(name) = parts.last() else { continue };
        let looks_like_answer =
            name.windows(2).any(|two| two.eq_ignore_ascii_case(b"ou") || two.eq_ignore_ascii_case(b"an"));
        let digit = digit.unwrap_or(if looks_like_answer || name.ends_with(b".a") { 3 } else { 1 });
        let text = TEXTS[digit % TEXTS.len()].0;
        if let Some(path) = paths::write(root, &parts, text.as_bytes()) {
            files.retain(|file| file.path != path);
            files.push(File { path, text });
        }
    }
    files
}

fn check_layouts(root: &Path, files: &[File], way: u8) -> Held {
    let Some(Found { fixtures, not_read }) = found(&[root.to_owned()], None) else {
        assert_eq!(plain_pairs(root, &paths(files)).next(), None, "a case was not found");
        return Held::Vacuous;
    };
    check_roles(&fixtures, &not_read);
    for (input, answer) in answered(&fixtures) {
        let [input, answer] =
            [input, answer].map(|path| path.strip_prefix(root).expect("what is found lies in the folder"));
        assert!(are_partners(input, answer), "{} does not answer {}", answer.display(), input.display());
    }
    for (input, answer) in plain_pairs(root, &paths(files)) {
        let fixture = fixtures.iter().find(|fixture| fixture.input == input);
        assert_eq!(
            fixture.and_then(|fixture| fixture.answer.as_ref()),
            Some(&answer),
            "the answer to {}",
            input.display()
        );
    }
    check_judgements(&fixtures, files);
    match way {
        0 => {
            let twice = found(&[root.to_owned(), root.to_owned()], None).expect("the same as once");
            assert!(twice.fixtures.iter().map(|one| &one.input).eq(fixtures.iter().map(|one| &one.input)));
            assert_eq!(twice.not_read, not_read);
        }
        1 => {
            for (input, answer) in answered(&fixtures) {
                let alone = found(&[input.to_owned()], None).expect("an input of a case").fixtures;
                let alone: Vec<_> = alone.iter().map(|fixture| fixture.answer.as_deref().map(canonical)).collect();
                assert_eq!(alone, [Some(canonical(answer))], "the answer to {} alone", input.display());
            }
        }
        _ => {}
    }
    Held::Real
}

fn paths(files: &[File]) -> Vec<&Path> {
    files.iter().map(|file| file.path.as_path()).collect()
}

fn canonical(path: &Path) -> PathBuf {
    path.canonicalize().expect("what was found exists")
}

/// What is found; `None` if it is an error, which must be one line.
fn found(paths: &[PathBuf], names: Option<&NamePattern>) -> Option<Found<'static>> {
    match find_fixtures(paths, names, |input| choose_judge::<LGame>(None, input)) {
        Ok(found) => {
            assert!(!found.fixtures.is_empty(), "a search without a case is an error");
            Some(found)
        }
        Err(error) => {
            let message = format!("{error:#}");
            assert!(!message.is_empty() && !message.contains(char::is_control), "{message:?}");
            None
        }
    }
}

fn answered<'f>(fixtures: &'f [Fixture<'_>]) -> impl Iterator<Item = (&'f Path, &'f Path)> {
    fixtures.iter().filter_map(|fixture| Some((fixture.input.as_path(), fixture.answer.as_deref()?)))
}

fn check_roles(fixtures: &[Fixture<'_>], not_read: &[(PathBuf, String)]) {
    let mut seen = BTreeSet::new();
    let inputs = fixtures.iter().map(|fixture| fixture.input.as_path());
    let answers = answered(fixtures).map(|(_, answer)| answer);
    for path in inputs.chain(answers).chain(not_read.iter().map(|(path, _)| path.as_path())) {
        assert!(seen.insert(path), "{} has two roles", path.display());
    }
    for (path, _) in not_read {
        assert!(path.is_file() && !path.file_name().is_some_and(is_hidden), "{} is not to be read", path.display());
    }
    for (input, answer) in answered(fixtures) {
        assert!(input.is_file() && answer.is_file(), "{} and {}", input.display(), answer.display());
    }
    assert!(fixtures.iter().all(|fixture| !fixture.name.contains(char::is_control)), "a name is one line");
}

fn check_judgements(fixtures: &[Fixture<'_>], files: &[File]) {
    let supervisor = &Supervisor::with_fixed_clock(Duration::ZERO);
    let plan = CheckPlan { candidates: &[], gives_all: false, supervisor, comparison: None, threads: 1 };
    let mut verdicts = Vec::new();
    let take = |_: &Fixture<'_>, outcome: CaseOutcome| {
        verdicts.push(outcome.judgement().map(|judgement| judgement.verdict));
        Ok(ControlFlow::Continue(()))
    };
    harness::check(fixtures, &plan, take).expect("no program is run");
    assert_eq!(verdicts.len(), fixtures.len());
    for (fixture, verdict) in fixtures.iter().zip(verdicts) {
        let Some(answer) = fixture.answer.as_deref() else { continue };
        let text = |path: &Path| files.iter().find(|file| file.path == path).expect("the file was written").text;
        let right = TEXTS.iter().find(|(input, _)| *input == text(&fixture.input)).and_then(|(_, right)| *right);
        let is_right = right.is_some_and(|right| right.trim_end() == text(answer).trim_end());
        if !names::is_in_output_folder(&fixture.input) {
            assert_eq!(verdict == Some(Verdict::Accepted), is_right, "{}", fixture.name);
        }
        assert!(verdict != Some(Verdict::Accepted) || is_right, "{} is not right", fixture.name);
    }
}

fn check_pattern(root: &Path, number: usize) -> Held {
    const PATTERNS: [[&str; 2]; 6] =
        [["%.in", "%.out"], ["%", "%.a"], ["in%", "out%"], ["in/%", "out/%"], ["%.1", "%.2"], ["t%.in", "%.ans"]];
    let [input_side, answer_side] = PATTERNS[number % PATTERNS.len()];
    let pattern = format!("{input_side}:{answer_side}").parse().expect("a valid pattern");
    let Some(Found { fixtures, not_read }) = found(&[root.into()], Some(&pattern)) else { return Held::Vacuous };
    check_roles(&fixtures, &not_read);
    for (input, answer) in answered(&fixtures) {
        let common = |path: &Path, side: &str| {
            let (before, after) = side.split_once('%').expect("a side has a %");
            let path = path.as_os_str().as_bytes().strip_suffix(after.as_bytes())?;
            let start = path.iter().rposition(|&byte| byte == b'/')? + 1 - before.rfind('/').map_or(0, |at| at + 1);
            let (folder, name) = path.split_at(start);
            Some((folder.to_vec(), name.strip_prefix(before.as_bytes())?.to_vec()))
        };
        let of_input = common(input, input_side);
        assert!(
            of_input.is_some() && of_input == common(answer, answer_side),
            "{}",
            OsStr::display(answer.as_os_str())
        );
    }
    Held::Real
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planted::assert_found;

    #[test]
    fn what_is_wrong_is_found() {
        type Check = fn(&Path, Vec<File>);
        let wrong: [(&str, Check); 3] = [
            // As if the answer that was accepted were another one.
            ("1.in", |root, mut files| {
                files[1].text = LOSS[1];
                check_layouts(root, &files, 0);
            }),
            ("the answer to", |root, files| {
                std::fs::remove_file(&files[1].path).expect("just written");
                check_layouts(root, &files, 0);
            }),
            ("has two roles", |root, files| {
                let found = found(&[root.to_owned()], None).expect("a case");
                check_roles(&found.fixtures, &[(files[1].path.clone(), String::new())]);
            }),
        ];
        for (expected, check) in wrong {
            let folder = TemporaryFolder::in_memory();
            let files = write(folder.root(), b"1.in:1\n1.out:3");
            assert_found(expected, || check(folder.root(), files));
        }
    }

    #[test]
    fn partners_have_the_same_name() {
        let are_partners = |input: &str, answer: &str| are_partners(Path::new(input), Path::new(answer));
        assert!(are_partners("1.in", "1.out") && are_partners("in/1", "out/1"));
        assert!(!are_partners("1.in", "2.out") && !are_partners("a/1.in", "b/1.out"));
    }
}
