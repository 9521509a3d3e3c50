//! The programs of the problem package judge and answer as this project does.

mod input_validator;
mod output_validator;
mod submissions;

use std::process::Command;

use lgame::{LGame, Position};
use problem::{Comparison, Dialect, Layout, Package, Problem, Solution, compare, solve};
use retrograde::Game;
use testkit::{Program, Run, TemporaryFolder, skip};

fn package() -> &'static Package {
    let [package] = LGame::PACKAGES else { panic!("there is one package") };
    package
}

fn dialect() -> &'static Dialect<LGame> {
    LGame::dialect(package().judge).expect("the package is that of a judge")
}

/// The input that holds one case, given in one line.
fn input(case: &str) -> Vec<u8> {
    dialect().format.input(&[case.as_bytes().to_vec()])
}

/// The rows of a position, which are an input or an output.
fn rows(position: Position) -> Vec<u8> {
    position.grid().iter().flat_map(|row| [&row[..], b"\n"].concat()).collect()
}

fn positions() -> impl Iterator<Item = Position> {
    (0..LGame.ranks()).filter_map(|rank| LGame.unrank(rank))
}

/// The solution of an input that the judge could give.
fn solution(input: &[u8]) -> Solution<LGame> {
    solve(dialect(), Layout::Exact, input).expect("the judge could give this")
}

/// Whether this project accepts an output.
fn accepts(solution: &Solution<LGame>, output: &[u8]) -> bool {
    assert_eq!(dialect().output.comparison, Comparison::Lines);
    compare(solution, output, Comparison::Lines).is_ok()
}

/// A source, made ready to run.
struct Built {
    program: Program,
    arguments: Vec<String>,
}

impl Built {
    /// Writes a source into a folder and compiles it there if it has to be. `None`, and the test is skipped, if the compiler or
    /// interpreter is not installed.
    fn new(folder: &TemporaryFolder, file: &str, text: &str) -> Option<Self> {
        let source = folder.write(file, text.as_bytes());
        let binary = folder.path(&format!("{file}.out"));
        let (tool, options): (_, &[&str]) = match file.rsplit_once('.') {
            Some((_, "cpp")) => ("g++", &["-std=c++17", "-O1"]),
            Some((_, "rs")) => ("rustc", &["--edition", "2021", "-O"]),
            // What is called python3 may be a script that chooses a version, which takes longer than the programs.
            _ => ("python3", &["-c", "import sys; print(sys.executable)"]),
        };
        let mut command = Command::new(tool);
        command.args(options);
        if tool != "python3" {
            command.args(["-o", &binary, &source]);
        }
        let Ok(output) = command.output() else {
            skip(&format!("there is no {tool}"));
            return None;
        };
        assert!(output.status.success(), "{file}: {}", String::from_utf8_lossy(&output.stderr));
        if tool != "python3" {
            return Some(Self { program: Program::at(&binary), arguments: Vec::new() });
        }
        let interpreter = String::from_utf8(output.stdout).expect("a path that is text");
        Some(Self { program: Program::at(interpreter.trim_end()), arguments: vec!["-S".to_owned(), source] })
    }

    fn command(&self) -> Command {
        self.program.command(&self.all_arguments(&[]))
    }

    fn run(&self, arguments: &[&str], stdin: &[u8]) -> Run {
        self.program.run(&self.all_arguments(arguments), stdin)
    }

    fn all_arguments<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        self.arguments.iter().map(String::as_str).chain(arguments.iter().copied()).collect()
    }

    /// The lines that a program prints about texts that it reads, each after its length. There is one for each `each` texts.
    fn ask_about(&self, arguments: &[&str], texts: &[impl AsRef<[u8]>], each: usize) -> Vec<String> {
        let mut stdin = Vec::new();
        for text in texts.iter().map(AsRef::as_ref) {
            stdin.extend(u32::try_from(text.len()).expect("a short text").to_le_bytes());
            stdin.extend(text);
        }
        let run = self.run(arguments, &stdin);
        assert_eq!((run.code, String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""));
        let lines: Vec<String> = String::from_utf8(run.stdout).expect("text").lines().map(str::to_owned).collect();
        assert_eq!(lines.len() * each, texts.len());
        lines
    }
}

/// All texts that differ from `text` in one place: a byte replaced by one of `bytes`, deleted or doubled, or one of these
/// inserted; a line dropped, doubled or swapped with the next one.
fn mutations(text: &[u8], bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut mutated = Vec::new();
    for at in 0..=text.len() {
        let (before, after) = text.split_at(at);
        mutated.extend(bytes.iter().map(|&byte| [before, &[byte], after].concat()));
        if let [first, rest @ ..] = after {
            mutated.extend(bytes.iter().map(|&byte| [before, &[byte], rest].concat()));
            mutated.push([before, rest].concat());
            mutated.push([before, &[*first], after].concat());
        }
    }
    let lines: Vec<&[u8]> = text.split_inclusive(|&byte| byte == b'\n').collect();
    for line in 0..lines.len() {
        let (before, after) = lines.split_at(line);
        mutated.push([before, &after[1..]].concat().concat());
        mutated.push([before, &after[..1], after].concat().concat());
        if let [first, second, rest @ ..] = after {
            mutated.push([before, &[second, first], rest].concat().concat());
        }
    }
    mutated
}
