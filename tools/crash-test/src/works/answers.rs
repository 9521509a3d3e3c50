//! Programs that answer on standard output, here into a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Reference, judge_of};
use crate::files::difference;
use crate::process;
use crate::programs::Programs;
use crate::work::{Access, Seen, Work};

const ANSWER: &str = "answer";

/// Standard output of a command, in a file. It may end early if the command fails.
struct Answer {
    programs: Programs,
    program: String,
    arguments: Vec<String>,
    /// The file that holds the right answer, unless another run has to say it.
    expected: Option<PathBuf>,
    reference: Option<Reference>,
}

pub(crate) fn to_starve(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    let mut works: Vec<Box<dyn Work>> = Vec::new();
    for program in testkit::programs() {
        let judge = judge_of(&program)?;
        let folder = testkit::workspace().join("fixtures").join(&program).join(judge).join("sample");
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut inputs: Vec<PathBuf> =
            entries.filter(|path| path.extension().is_some_and(|ending| ending == "in")).collect();
        inputs.sort();
        let input = inputs.first().ok_or_else(|| format!("{}: there is no input", folder.display()))?;
        let path = input.to_string_lossy().into_owned();
        let expected = Some(input.with_extension("out"));
        works.push(answer(programs, &program, &["--judge", judge, &path], expected)?);
        works.push(answer(programs, &program, &["generate", "--judge", judge, "--seed", "1"], None)?);
    }
    works.push(answer(programs, "lgame", &["explain"], None)?);
    works.push(answer(programs, "octal", &[".77", "--to", "3000", "--values"], None)?);
    Ok(works)
}

fn answer(
    programs: &Programs,
    program: &str,
    arguments: &[&str],
    expected: Option<PathBuf>,
) -> Result<Box<dyn Work>, String> {
    let arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    let mut answer =
        Answer { programs: programs.clone(), program: program.to_owned(), arguments, expected, reference: None };
    answer.reference = Some(Reference::of(&answer, 0)?);
    Ok(Box::new(answer))
}

impl Work for Answer {
    fn name(&self) -> String {
        let command = self.arguments.iter().find(|argument| ["generate", "explain"].contains(&argument.as_str()));
        format!("{} {}", self.program, command.map_or("answers", String::as_str))
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let mut command = process::command("sh");
        command.args(["-c", "out=$1; shift; exec \"$@\" > \"$out\"", "sh"]).arg(folder.join(ANSWER));
        command.arg(self.programs.path(&self.program)).args(&self.arguments);
        command.current_dir(testkit::workspace()).env_remove("RUST_BACKTRACE");
        vec![command]
    }

    fn access(&self) -> Access {
        Access::Prints
    }

    fn program(&self) -> PathBuf {
        self.programs.path(&self.program)
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        let reference = self.reference.as_ref().ok_or("there is no reference")?;
        let expected = match &self.expected {
            Some(path) => fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?,
            None => reference.files[ANSWER].clone(),
        };
        let found = seen.files.get(ANSWER).map_or(&[][..], Vec::as_slice);
        let is_right = if seen.is_complete() { found == expected } else { expected.starts_with(found) };
        if !is_right {
            return Err(format!("the answer is not right: {}", difference(found, &expected)));
        }
        if seen.is_complete() { seen.check_codes(0) } else { Ok(()) }
    }
}
