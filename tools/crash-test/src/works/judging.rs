//! `check`, of the solver itself and of another program.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::judge_of;
use crate::programs::Programs;
use crate::work::{Access, Seen, Work};

struct Check {
    programs: Programs,
    program: String,
    judge: &'static str,
    /// Whether the program is judged as if it were another one. Then it has the same limits, and may fail by them.
    is_candidate: bool,
}

pub(crate) fn to_starve(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    let mut works: Vec<Box<dyn Work>> = Vec::new();
    for program in testkit::programs() {
        let judge = judge_of(&program)?;
        for is_candidate in [false, true] {
            works.push(Box::new(Check { programs: programs.clone(), program: program.clone(), judge, is_candidate }));
        }
    }
    Ok(works)
}

impl Check {
    /// The value of `--against`, which is split into words as a shell does it.
    fn candidate(&self) -> String {
        let path = self.programs.path(&self.program);
        let words = [&*path.to_string_lossy(), "--judge", self.judge];
        shlex::try_join(words).expect("a path has no zero byte")
    }
}

impl Work for Check {
    fn name(&self) -> String {
        format!("{} check{}", self.program, if self.is_candidate { " --against" } else { "" })
    }

    fn commands(&self, _folder: &Path) -> Vec<Command> {
        let cases = format!("fixtures/{}/{}/sample", self.program, self.judge);
        let against = self.candidate();
        let mut arguments = vec!["check", "-j2", "--judge", self.judge, &cases];
        if self.is_candidate {
            arguments.extend(["--against", &against]);
        }
        vec![self.programs.command(&self.program, &arguments)]
    }

    fn access(&self) -> Access {
        Access::None
    }

    fn program(&self) -> PathBuf {
        self.programs.path(&self.program)
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        if let Some(name) = seen.files.keys().next() {
            return Err(format!("{name} is written by a program that writes nothing"));
        }
        if !seen.is_complete() {
            return Ok(());
        }
        let run = &seen.runs[0];
        let is_accepted = run.stdout.contains(" AC") && run.code == Some(0);
        // A wrong answer or one that is too late would be a verdict on the wrong program.
        let is_starved =
            self.is_candidate && run.code == Some(1) && run.stdout.contains("RE ") && !run.stdout.contains("WA ");
        if is_accepted || is_starved { Ok(()) } else { Err(format!("a wrong verdict: {}", run.in_words())) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_a_blank_is_one_word() {
        let programs = Programs::beside(Path::new("/a folder/crash-test"));
        let check = Check { programs, program: "lgame".to_owned(), judge: "boi", is_candidate: true };
        let words = shlex::split(&check.candidate());
        assert_eq!(words.as_deref(), Some(&["/a folder/lgame", "--judge", "boi"].map(str::to_owned)[..]));
    }
}
