//! Sessions: commands and what they must do, in text files that a person reads and a test runs.
//!
//! | line | meaning |
//! |---|---|
//! | `## TITLE` | begins a section, which is tested in a folder of its own |
//! | `$ COMMAND`, `+ COMMAND` | a command, and its next line; then comes all that it must do |
//! | `> TEXT`, `! TEXT` | a line on standard output, on standard error |
//! | `? N` | the exit code, if it is not 0 |
//! | `error: TEXT` | exit code 2, and this message of the program, in one line |
//! | `refused: TEXT` | exit code 3, and one line with this text on standard error |
//! | `usage: TEXT` | exit code 2, and this text on standard error |
//! | `# TEXT` | a remark |
//!
//! A shell runs a command, with the functions of `contract/prelude.sh`, unless the test itself does: harness judges many
//! programs without starting one of its own. `…` stands for any text within a line, and for any number of lines if it is
//! alone in one; variables that the test gives stand for their values. In the blocks ```` ```console ```` of a document
//! the other lines are what a terminal shows, from both streams. With `UPDATE_FIXTURES=1` a test rewrites what a command
//! must do, where it does something else.

use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::fixtures::agree_with_file;
use crate::program::{Program, Run, show, workspace};
use crate::temporary::TemporaryFolder;

const PRELUDE: &str = include_str!("../contract/prelude.sh");

/// How many sections are tested at a time. Each mostly waits for processes.
const THREADS: usize = 8;

/// Where a section is tested, and by what.
pub struct Setting<'a> {
    /// The folder of the section.
    pub folder: TemporaryFolder,
    /// The name of the program, which its errors begin with.
    pub name: &'a str,
    /// Variables of commands and their values; in the text, too.
    pub variables: Vec<(&'static str, String)>,
    /// Runs a command, given by its first word and the rest, or leaves it to a shell.
    #[expect(clippy::type_complexity, reason = "it is a closure, and needs no other name")]
    pub command: Box<dyn FnMut(&TemporaryFolder, &str, &str) -> Option<Result<Vec<String>, String>> + 'a>,
}

impl std::fmt::Debug for Setting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Setting").field("folder", &self.folder).finish_non_exhaustive()
    }
}

/// A command, and where the lines are that say what it must do.
#[derive(Clone, Debug)]
pub(crate) struct SessionStep {
    pub(crate) command: String,
    pub(crate) expected: Range<usize>,
}

/// The commands in these lines of a text.
pub(crate) fn steps(text: &[&str], lines: Range<usize>) -> Vec<SessionStep> {
    let mut steps: Vec<SessionStep> = Vec::new();
    for at in lines {
        let line = text[at];
        if let Some(command) = line.trim_start().strip_prefix("$ ") {
            let next = at + 1;
            steps.push(SessionStep { command: command.to_owned(), expected: next..next });
            continue;
        }
        let Some(step) = steps.last_mut() else { continue };
        match line.strip_prefix("+ ") {
            Some(command) if step.expected == (at..at) => {
                step.command.extend(["\n", command]);
                (step.expected.start, step.expected.end) = (at + 1, at + 1);
            }
            _ if line.is_empty() || line.starts_with("# ") => {}
            _ => step.expected.end = at + 1,
        }
    }
    steps
}

/// What a command must do.
#[derive(Debug, Default)]
struct ExpectedRun {
    code: i32,
    stdout: Vec<String>,
    stderr: Vec<String>,
}

impl ExpectedRun {
    fn of(lines: &[&str], setting: &Setting<'_>) -> Self {
        let mut expected = Self::default();
        for line in lines {
            let (kind, text) = line.split_once(' ').unwrap_or((line, ""));
            let replace = |text: String, (name, value): &(&str, String)| text.replace(&format!("${name}"), value);
            let text = setting.variables.iter().fold(text.to_owned(), replace);
            match kind {
                ">" => expected.stdout.push(text),
                "!" => expected.stderr.push(text),
                "?" => expected.code = text.parse().expect("an exit code"),
                "error:" => (expected.code, expected.stderr) = (2, vec![format!("{}: {text}", setting.name)]),
                "refused:" => (expected.code, expected.stderr) = (3, vec![format!("…{text}…")]),
                "usage:" => {
                    expected.code = 2;
                    expected.stderr = ["…", &format!("…{text}…"), "…"].map(str::to_owned).to_vec();
                }
                _ => panic!("{line}: unknown kind of line"),
            }
        }
        expected
    }

    fn is(&self, run: &Run) -> bool {
        run.code == Some(self.code)
            && are_like(&self.stdout, &lines(&run.stdout))
            && are_like(&self.stderr, &lines(&run.stderr))
    }
}

/// The lines that say what a command does.
fn said(run: &Run, name: &str) -> Vec<String> {
    let [stdout, stderr] = [&run.stdout, &run.stderr].map(|stream| lines(stream));
    let error = stderr.first().and_then(|line| line.strip_prefix(&format!("{name}: ")));
    if let (Some(2), [], [_], Some(error)) = (run.code, &stdout[..], &stderr[..], error) {
        return vec![format!("error: {error}")];
    }
    let code = run.code.filter(|&code| code != 0).map(|code| format!("? {code}"));
    let stdout = stdout.into_iter().map(|line| format!("> {line}"));
    code.into_iter().chain(stdout).chain(stderr.into_iter().map(|line| format!("! {line}"))).collect()
}

/// Asserts that the commands in a file of the workspace do what it says. Each section is tested in every one of the
/// settings that its title has here; in none, it is left out.
pub fn agree_with_sections<'a>(path: &str, settings: impl Fn(&str, &str) -> Vec<Setting<'a>> + Sync) {
    let path = workspace().join(path);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let text: Vec<&str> = text.lines().collect();
    let starts: Vec<usize> = (0..text.len()).filter(|&at| text[at].starts_with("## ")).collect();
    assert!(!starts.is_empty(), "{} has no section", path.display());
    let (next, found) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(&start) = starts.get(next.fetch_add(1, Ordering::Relaxed)) {
            let end = starts.iter().copied().find(|&other| other > start).unwrap_or(text.len());
            for setting in settings(&text[start][3..], &text[start..end].join("\n")) {
                let differences = differences(&text, start..end, setting);
                found.lock().expect("no panic").extend(differences);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(work);
        }
    });
    agree_with_changed(&path, &text, found.into_inner().expect("no panic"));
}

/// The lines of the steps that do something else, and what they do.
fn differences(text: &[&str], section: Range<usize>, mut setting: Setting<'_>) -> Vec<(Range<usize>, Vec<String>)> {
    let mut differences = Vec::new();
    for step in steps(text, section) {
        let (word, rest) = step.command.split_once(' ').unwrap_or((&step.command, ""));
        let run = match (setting.command)(&setting.folder, word, rest) {
            Some(Ok(lines)) => {
                let stdout = lines.iter().flat_map(|line| [line, "\n"]).collect::<String>().into_bytes();
                Run { code: Some(0), stdout, stderr: Vec::new() }
            }
            Some(Err(error)) => {
                let stderr = setting.folder.without_root(&format!("{}: {error}\n", setting.name)).into_bytes();
                Run { code: Some(2), stdout: Vec::new(), stderr }
            }
            None => {
                let mut shell = Program::at("sh").command(&["-c", &format!("{PRELUDE}\n{}", step.command)]);
                shell
                    .current_dir(setting.folder.root())
                    .envs(setting.variables.iter().map(|(name, value)| (name, value)));
                Run::of(shell, b"")
            }
        };
        if !ExpectedRun::of(&text[step.expected.clone()], &setting).is(&run) {
            differences.push((step.expected, said(&run, setting.name)));
        }
    }
    differences
}

/// Asserts that nothing is to be changed in a file. With `UPDATE_FIXTURES=1`, first changes it.
pub(crate) fn agree_with_changed(path: &Path, text: &[&str], mut changes: Vec<(Range<usize>, Vec<String>)>) {
    changes.sort_by_key(|(lines, _)| lines.start);
    // A section for every judge has one text.
    changes.dedup_by_key(|(lines, _)| lines.start);
    let mut text: Vec<String> = text.iter().map(|&line| line.to_owned()).collect();
    for (lines, actual) in changes.into_iter().rev() {
        text.splice(lines, actual);
    }
    let text: String = text.iter().flat_map(|line| [line, "\n"]).collect();
    agree_with_file(path, text.as_bytes());
}

/// The lines of a text, with a mark at the last one if it has no end.
fn lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let line = |line: &str| line.strip_suffix('\n').map_or_else(|| show(line.as_bytes()), str::to_owned);
    text.split_inclusive('\n').map(line).collect()
}

fn are_like(patterns: &[String], lines: &[String]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((any, rest)) if any == "…" => (0..=lines.len()).any(|count| are_like(rest, &lines[count..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, lines)| is_like(first, line) && are_like(rest, lines))
        }
    }
}

fn is_like(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('…') else { return pattern == text };
    let Some(text) = text.strip_prefix(start) else { return false };
    let mut ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
    ends.any(|at| is_like(rest, &text[at..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_all_of_a_text() {
        let is_like = |pattern: &str, text: &str| {
            let patterns: Vec<String> = pattern.lines().map(str::to_owned).collect();
            are_like(&patterns, &lines(text.as_bytes()))
        };
        assert!(
            is_like("a…c…", "abcd\n") && is_like("…", "") && is_like("a\n…\nb", "a\nb\n") && is_like("…", "a\nb\n")
        );
        assert!(!is_like("a…c", "abcd\n") && !is_like("", "\n") && !is_like("a", "a") && !is_like("a", "a\nb\n"));
    }

    #[test]
    fn what_a_command_does_is_written_as_it_is_read() {
        let setting = || Setting {
            folder: TemporaryFolder::default(),
            name: "p",
            variables: vec![("WORD", "b".to_owned())],
            command: Box::new(|_, word, rest| (word == "fail").then(|| Err(rest.to_owned()))),
        };
        let text = ["$ echo $WORD; echo c >&2", "+ exit 3", "> b", "", "# a remark", "$ fail now", "error: now"];
        let changes = differences(&text, 0..text.len(), setting());
        assert_eq!(changes, [(2..3, ["? 3", "> b", "! c"].map(str::to_owned).to_vec())]);
        let right = ["$ echo $WORD; echo c >&2", "+ exit 3", "? 3", "> $WORD", "! …"];
        assert_eq!(differences(&right, 0..right.len(), setting()), []);
    }
}
