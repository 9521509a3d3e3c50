//! `check`, of the solver itself and of another program.

use anyhow::Result;
use testkit::Program;

use super::sample_of;
use crate::linux::process::{command_of, program};
use crate::linux::work::{Access, Work};

pub(crate) fn to_starve() -> Result<Vec<Work>> {
    let mut works = Vec::new();
    for name in testkit::programs() {
        let judge = sample_of(&name)?.judge;
        works.push(work(&name, &judge, false));
        works.push(work(&name, &judge, true));
    }
    Ok(works)
}

/// If the program is judged as if it were another one, it has the same limits, and may fail by them.
fn work(name: &str, judge: &str, is_candidate: bool) -> Work {
    let (own, judge, path) = (name.to_owned(), judge.to_owned(), program(name).to_string_lossy().into_owned());
    let command_in = move |_: &_| {
        let cases = format!("fixtures/{own}/{judge}/sample");
        let against = format!("{} --judge {judge}", Program::at(&path).shell_command());
        let mut arguments = vec!["check", "-j2", "--judge", &judge, &cases];
        if is_candidate {
            arguments.extend(["--against", &against]);
        }
        command_of(&own, &arguments)
    };
    let against = if is_candidate { " --against" } else { "" };
    let work = Work { access: Access::None, ..Work::new(format!("{name} check{against}"), name, command_in) };
    work.checked(move |seen| {
        if let Some(name) = seen.files.keys().next() {
            return Err(format!("{name} is written by a program that writes nothing"));
        }
        if !seen.is_complete() {
            return Ok(());
        }
        let run = seen.run;
        let is_accepted = run.stdout.contains(" AC") && run.code == Some(0);
        // A wrong answer or one that is too late would be a verdict on the wrong program.
        let is_starved =
            is_candidate && run.code == Some(1) && run.stdout.contains("RE ") && !run.stdout.contains("WA ");
        if is_accepted || is_starved { Ok(()) } else { Err(format!("a wrong verdict: {}", run.in_words())) }
    })
}
