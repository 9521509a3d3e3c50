//! Programs that answer on standard output, here into a file, which may end early if the command fails.

use std::path::Path;

use anyhow::{Context, Result};

use super::sample_of;
use crate::linux::files::difference;
use crate::linux::process::{command, program};
use crate::linux::work::{Access, Work};

const ANSWER: &str = "answer";

pub(crate) fn to_starve() -> Result<Vec<Work>> {
    let mut works = Vec::new();
    for program in testkit::programs() {
        let sample = sample_of(&program)?;
        let judge = &sample.judge;
        let path = testkit::workspace().join(sample.relative_path()).to_string_lossy().into_owned();
        works.push(work(&program, "answers", &["--judge", judge, &path], Some(sample.answer()))?);
        works.push(work(&program, "generate", &["generate", "--judge", judge, "--seed", "1"], None)?);
    }
    works.push(work("lgame", "explain", &["explain"], None)?);
    works.push(work("octal", "answers", &[".77", "--to", "3000", "--values"], None)?);
    Ok(works)
}

/// A command whose right answer is known, or what an undisturbed run says.
fn work(name: &str, what: &str, arguments: &[&str], expected: Option<Vec<u8>>) -> Result<Work> {
    let (path, words) = (program(name), arguments.iter().map(|&word| word.to_owned()).collect::<Vec<_>>());
    let command_in = move |folder: &Path| {
        let mut command = command("sh");
        command.args(["-c", "out=$1; shift; exec \"$@\" > \"$out\"", "sh"]).arg(folder.join(ANSWER));
        command.arg(&path).args(&words).current_dir(testkit::workspace()).env_remove("RUST_BACKTRACE");
        command
    };
    let work = Work { access: Access::Prints, ..Work::new(format!("{name} {what}"), name, command_in) };
    let said = work.reference()?.0.remove(ANSWER).context("the work left no answer")?;
    let expected = expected.unwrap_or(said);
    Ok(work.checked(move |seen| {
        let found = seen.files.get(ANSWER).map_or(&[][..], Vec::as_slice);
        let is_right = if seen.is_complete() { found == expected } else { expected.starts_with(found) };
        if !is_right {
            return Err(format!("the answer is not right: {}", difference(found, &expected)));
        }
        seen.check_code(0)
    }))
}
