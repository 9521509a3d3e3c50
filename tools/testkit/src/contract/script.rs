//! Runs the files in `tools/testkit/contract/`: what a program must do, as commands of the shell and what they print.
//!
//! A file consists of promises. Each begins with a heading, `## …`, and is tested in a folder of its own, which holds the
//! first sample of the judge in the files `in` and `out`, and an input with many cases in `long.in`. `## each judge: …`
//! is tested for every judge, `## on a terminal: …` where one can be had. `$` begins a command, `+` continues it, and
//! what follows is all that it must do:
//!
//! | line | meaning |
//! |---|---|
//! | `> TEXT`, `! TEXT` | a line on standard output, on standard error |
//! | `? N` | the exit code, if it is not 0 |
//! | `error: TEXT` | exit code 2, and this message of the program, in one line |
//! | `refused: TEXT` | exit code 3, and one line with this text on standard error |
//! | `usage: TEXT` | exit code 2, and this text on standard error |
//!
//! `…` stands for any text within a line, and for any number of lines if it is alone in one. The first of the variables
//! of a command, which `Subject::variables` lists, can be used there too.

use std::thread;

use problem::{Comparison, Dialect, Problem, Verdict};

use super::Subject;
use crate::program::{Program, Run, show, workspace};
use crate::skip::skip;
use crate::temporary::TemporaryFolder;

const PRELUDE: &str = include_str!("../../contract/prelude.sh");

/// How many promises are tested at a time. Each mostly waits for processes.
const THREADS: usize = 4;

/// A command, and all that it must do.
#[derive(Debug, Default)]
struct Step {
    command: String,
    code: i32,
    stdout: Vec<String>,
    stderr: Vec<String>,
}

impl<P: Problem> Subject<P> {
    /// Asserts that the program does what the file `tools/testkit/contract/<file>.txt` says.
    pub fn keep(&self, file: &str) {
        if !cfg!(target_os = "linux") {
            return skip("other systems do not have all of GNU's tools");
        }
        let path = workspace().join(format!("tools/testkit/contract/{file}.txt"));
        let text = std::fs::read_to_string(path).expect("a file of the contract");
        let mut promises = Vec::new();
        for promise in text.split("\n## ").skip(1) {
            let (title, body) = promise.split_once('\n').expect("a promise is more than a heading");
            let dialects = if title.starts_with("each judge: ") { P::DIALECTS } else { &P::DIALECTS[..1] };
            if title.starts_with("on a terminal: ") && !has_terminal() {
                skip("there is no 'script' of util-linux");
                continue;
            }
            promises.extend(dialects.iter().map(|dialect| (title, body, dialect)));
        }
        let keep = |part: &[(&str, &str, &'static Dialect<P>)]| {
            let broken = part.iter().filter_map(|(title, body, dialect)| {
                let what = self.difference(dialect, body)?;
                Some(format!("{file}: {title} ({})\n{what}", dialect.name))
            });
            broken.collect::<Vec<_>>()
        };
        let broken: Vec<String> = thread::scope(|scope| {
            let parts = promises.chunks(promises.len().div_ceil(THREADS));
            let threads: Vec<_> = parts.map(|part| scope.spawn(|| keep(part))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("it does not panic")).collect()
        });
        assert!(broken.is_empty(), "{}", broken.join("\n"));
    }

    /// The first step of a promise that the program does not keep, and what it does instead.
    fn difference(&self, dialect: &'static Dialect<P>, body: &str) -> Option<String> {
        let variables = self.variables(dialect);
        let sample = Self::sample_of(dialect.name);
        let folder = TemporaryFolder::default();
        folder.write("in", &sample.input());
        folder.write("out", &sample.answer());
        if body.contains("long.in") {
            folder.write("long.in", &Self::long_input());
        }
        steps(body, &variables).into_iter().find_map(|step| {
            let mut shell = Program::at("sh").command(&["-c", &format!("{PRELUDE}\n{}", step.command)]);
            shell.current_dir(folder.root()).envs(variables.iter().map(|(name, value)| (name, value)));
            let run = Run::of(shell, b"");
            let is_expected = run.code == Some(step.code)
                && are_like(&step.stdout, &lines(&run.stdout))
                && are_like(&step.stderr, &lines(&run.stderr));
            (!is_expected).then(|| format!("{step:#?}\nbut it did this:\n{}", run.transcript()))
        })
    }

    /// The variables of commands.
    fn variables(&self, dialect: &'static Dialect<P>) -> [(&'static str, String); 11] {
        let fixtures = workspace().join("fixtures").join(P::NAME);
        let generator = dialect.generator.expect("the dialect has a generator");
        let white = dialect.output.wrong_white_space;
        let is_exact = dialect.output.comparison == Comparison::Exact;
        [
            ("NAME", P::NAME.to_owned()),
            ("JUDGE", dialect.name.to_owned()),
            ("VERSION", env!("CARGO_PKG_VERSION").to_owned()),
            // The verdicts on wrong white space in front of a line, and at its end.
            ("WHITE", white.to_string()),
            ("TRAILING", if is_exact { white } else { Verdict::Accepted }.to_string()),
            ("PROGRAM", self.path()),
            // The program as a candidate.
            ("SELF", format!("'{}' --judge {}", self.path(), dialect.name)),
            ("FIXTURES", fixtures.to_str().expect("a plain path").to_owned()),
            ("POSITION", Self::explainer().sample.to_owned()),
            ("LARGEST", dialect.format.sizes().end().to_string()),
            ("SHAPE", generator.shapes[0].name.to_owned()),
        ]
    }
}

pub(super) fn has_terminal() -> bool {
    let version = Program::at("script").command(&["--version"]).output();
    version.is_ok_and(|version| String::from_utf8_lossy(&version.stdout).contains("util-linux"))
}

fn steps(body: &str, variables: &[(&str, String)]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in body.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        let (kind, text) = line.split_once(' ').unwrap_or((line, ""));
        if kind == "$" {
            steps.push(Step { command: text.to_owned(), ..Step::default() });
            continue;
        }
        let step = steps.last_mut().unwrap_or_else(|| panic!("{line}: a command must come first"));
        if kind == "+" {
            step.command.extend(["\n", text]);
            continue;
        }
        let names = variables[..5].iter();
        let text = names.fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${name}"), value));
        match kind {
            ">" => step.stdout.push(text),
            "!" => step.stderr.push(text),
            "?" => step.code = text.parse().expect("an exit code"),
            "error:" => (step.code, step.stderr) = (2, vec![format!("{}: {text}", variables[0].1)]),
            "refused:" => (step.code, step.stderr) = (3, vec![format!("…{text}…")]),
            "usage:" => (step.code, step.stderr) = (2, ["…", &format!("…{text}…"), "…"].map(str::to_owned).to_vec()),
            _ => panic!("{line}: there is no such line"),
        }
    }
    steps
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
}
