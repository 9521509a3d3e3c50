//! `stress --save` against a program that is wrong.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::path_in;
use crate::files::difference;
use crate::process;
use crate::programs::Programs;
use crate::work::{Seen, Work};

/// The right answers, by judge and input.
type Answers = BTreeMap<(String, Vec<u8>), Vec<u8>>;

struct Stress {
    programs: Programs,
    program: String,
    /// Those to inputs that have been seen.
    answers: RefCell<Answers>,
}

/// Answers nonsense, whatever the input is.
const WRONG: &str = "sh -c 'cat > /dev/null; echo nonsense'";

#[expect(clippy::unnecessary_wraps, reason = "making other works may fail")]
pub(crate) fn to_kill(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    Ok(testkit::programs().into_iter().map(|program| work(programs, program)).collect())
}

#[expect(clippy::unnecessary_wraps, reason = "making other works may fail")]
pub(crate) fn to_starve(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    Ok(vec![work(programs, "treblecross".to_owned())])
}

fn work(programs: &Programs, program: String) -> Box<dyn Work> {
    Box::new(Stress { programs: programs.clone(), program, answers: RefCell::default() })
}

impl Stress {
    /// The answer to a saved input, which has to be one that the judge could give.
    fn answer(&self, name: &str, input: &[u8], path: &Path) -> Result<Vec<u8>, String> {
        let judge = name.split('/').next().unwrap_or_default();
        let key = (judge.to_owned(), input.to_vec());
        if let Some(answer) = self.answers.borrow().get(&key) {
            return Ok(answer.clone());
        }
        let run = process::run(
            self.programs.command(&self.program, &["--strict", "--judge", judge, &path.to_string_lossy()]),
        )?;
        if run.code != Some(0) {
            return Err(format!("{name} is not an input of the judge: {}", run.in_words()));
        }
        let answer = run.stdout.into_bytes();
        self.answers.borrow_mut().insert(key, answer.clone());
        Ok(answer)
    }
}

/// Whether this is the path of a file of a pair.
fn is_of_pair(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    let rest = file.trim_start_matches(|first: char| first.is_ascii_digit());
    file.len() > rest.len()
        && ["-stress.in", "-stress.out", "-stress-unshrunk.in", "-stress-unshrunk.out"].contains(&rest)
}

impl Work for Stress {
    fn name(&self) -> String {
        format!("{} stress --save", self.program)
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let folder = path_in(folder, "");
        let arguments = ["stress", "-j1", "--seed", "1", "--save", &folder, "--against", WRONG];
        vec![self.programs.command(&self.program, &arguments)]
    }

    fn program(&self) -> PathBuf {
        self.programs.path(&self.program)
    }

    fn is_progress(&self, line: &str) -> bool {
        let said = line.split_once(": ").map_or(line, |(_, said)| said);
        said.starts_with("seed ") || said.starts_with("saved as ") || said.ends_with("; looking for a smaller input")
    }

    fn most_errors(&self) -> usize {
        // What it finds is saved as it is, and then as small as it can be made.
        2
    }

    fn is_temporary(&self, name: &str) -> bool {
        name.contains("/.stress-") && name.ends_with(".partial")
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        for (name, bytes) in seen.files.iter().filter(|(name, _)| !self.is_temporary(name)) {
            if !is_of_pair(name) {
                return Err(format!("{name} is not the name of a finished file"));
            }
            if let (Some(stem), false) = (name.strip_suffix(".in"), seen.before.contains_key(name)) {
                let answer = self.answer(name, bytes, &seen.folder.join(name))?;
                if let Some(saved) = seen.files.get(&format!("{stem}.out"))
                    && *saved != answer
                {
                    return Err(format!("{stem}.out is not right: {}", difference(saved, &answer)));
                }
            }
        }
        let lost =
            seen.before.iter().find(|(name, bytes)| !self.is_temporary(name) && seen.files.get(*name) != Some(bytes));
        lost.map_or(Ok(()), |(name, _)| Err(format!("{name} was there before")))?;
        // A pair gets its two names one after another, and a shrunk one takes the place of the other.
        let is_alone = |name: &&String| {
            let partner = name.strip_suffix(".in").map(|stem| format!("{stem}.out"));
            let partner = partner.or_else(|| Some(format!("{}.in", name.strip_suffix(".out")?)));
            partner.is_some_and(|partner| !seen.files.contains_key(&partner)) && !seen.before.contains_key(*name)
        };
        let alone: Vec<&String> = seen.files.keys().filter(is_alone).collect();
        if alone.len() > 1 || (seen.is_complete() && !alone.is_empty()) {
            return Err(format!("{alone:?} are not pairs"));
        }
        for line in seen.lines() {
            let Some(stem) = line.split("saved as ").nth(1).and_then(|path| path.strip_suffix(".in")) else { continue };
            let folder = path_in(seen.folder, "");
            let stem = stem.strip_prefix(folder.trim_end_matches('/')).unwrap_or(stem).trim_start_matches('/');
            let has_pair =
                |stem: &str| [".in", ".out"].iter().all(|ending| seen.files.contains_key(&format!("{stem}{ending}")));
            if !has_pair(stem) && !stem.strip_suffix("-unshrunk").is_some_and(has_pair) {
                return Err(format!("{stem}.in was reported as saved, and is not there with its answer"));
            }
        }
        if !seen.is_complete() {
            return Ok(());
        }
        seen.check_codes(1)?;
        let saved = seen.runs[0].stdout.lines().filter(|line| line.starts_with("saved as ")).count();
        if saved == 1 { Ok(()) } else { Err(format!("nothing is reported as saved: {}", seen.runs[0].in_words())) }
    }
}
