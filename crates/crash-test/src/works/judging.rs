//! `check`, of the solver itself and of another program.

use std::path::Path;
use std::process::Command;

use super::answers::first_judge;
use crate::programs::Programs;
use crate::work::{Seen, Work};

struct Check {
    programs: Programs,
    program: String,
    /// Whether the program is judged as if it were another one. Then it has the same limits, and may fail by them.
    is_candidate: bool,
}

#[expect(clippy::unnecessary_wraps, reason = "making other works may fail")]
pub(crate) fn to_starve(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    let works = testkit::programs().into_iter().flat_map(|program| {
        [false, true].map(|is_candidate| {
            let program = program.clone();
            Box::new(Check { programs: programs.clone(), program, is_candidate }) as Box<dyn Work>
        })
    });
    Ok(works.collect())
}

impl Work for Check {
    fn name(&self) -> String {
        format!("{} check{}", self.program, if self.is_candidate { " --against" } else { "" })
    }

    fn commands(&self, _folder: &Path) -> Vec<Command> {
        let judge = first_judge(&self.program);
        let cases = format!("fixtures/{}/{judge}/sample", self.program);
        let against = format!("{} --judge {judge}", self.programs.path(&self.program).display());
        let mut arguments = vec!["check", "-j2", "--judge", &judge, &cases];
        if self.is_candidate {
            arguments.extend(["--against", &against]);
        }
        vec![self.programs.command(&self.program, &arguments)]
    }

    fn is_temporary(&self, _name: &str) -> bool {
        false
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
