//! `stress --save` against a program that is wrong.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

use super::path_in;
use crate::linux::files::difference;
use crate::linux::process::{command_of, run};
use crate::linux::work::{Seen, Work};

/// The right answers, by judge and input.
type Answers = RefCell<BTreeMap<(String, Vec<u8>), Vec<u8>>>;

/// Answers nonsense, whatever the input is.
const WRONG: &str = "sh -c 'cat > /dev/null; echo nonsense'";

#[expect(clippy::unnecessary_wraps, reason = "making other works may fail")]
pub(crate) fn to_kill() -> Result<Vec<Work>> {
    Ok(testkit::programs().into_iter().map(work).collect())
}

#[expect(clippy::unnecessary_wraps, reason = "making other works may fail")]
pub(crate) fn to_starve() -> Result<Vec<Work>> {
    Ok(vec![work("treblecross".to_owned())])
}

fn work(program: String) -> Work {
    let name = program.clone();
    let command_in = move |folder: &Path| {
        let arguments = ["stress", "-j1", "--seed", "1", "--save", &path_in(folder, ""), "--against", WRONG];
        command_of(&name, &arguments)
    };
    let work = Work {
        is_temporary,
        is_progress: |line| {
            let said = line.split_once(": ").map_or(line, |(_, said)| said);
            ["seed ", "saved as ", "already saved as "].iter().any(|start| said.starts_with(start))
                || said.ends_with("; looking for a smaller input")
        },
        // What is found counts, even if it cannot be saved.
        error_codes: &[1, 2],
        // What it finds is saved as it is, and then as small as it can be made.
        most_errors: 2,
        ..Work::new(format!("{program} stress --save"), &program, command_in)
    };
    let answers = Answers::default();
    work.checked(move |seen| check(&program, &answers, seen))
}

fn is_temporary(name: &str) -> bool {
    name.contains("/.stress-") && name.ends_with(".partial")
}

/// The answer to a saved input, which has to be one that the judge could give.
fn answer(program: &str, answers: &Answers, name: &str, input: &[u8], path: &Path) -> Result<Vec<u8>, String> {
    let judge = name.split('/').next().unwrap_or_default();
    let key = (judge.to_owned(), input.to_vec());
    if let Some(answer) = answers.borrow().get(&key) {
        return Ok(answer.clone());
    }
    let arguments = ["--strict", "--judge", judge, &path.to_string_lossy()];
    let run = run(command_of(program, &arguments)).map_err(|error| error.to_string())?;
    if run.code != Some(0) {
        return Err(format!("{name} is not an input of the judge: {}", run.in_words()));
    }
    let answer = run.stdout.into_bytes();
    answers.borrow_mut().insert(key, answer.clone());
    Ok(answer)
}

/// Whether this is the path of a file of a pair.
fn is_of_pair(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or_default();
    let rest = file.trim_start_matches(|first: char| first.is_ascii_digit());
    file.len() > rest.len()
        && ["-stress.in", "-stress.out", "-stress-unshrunk.in", "-stress-unshrunk.out"].contains(&rest)
}

fn check(program: &str, answers: &Answers, seen: &Seen<'_>) -> Result<(), String> {
    for (name, bytes) in seen.files.iter().filter(|(name, _)| !is_temporary(name)) {
        if !is_of_pair(name) {
            return Err(format!("{name} is not the name of a finished file"));
        }
        if let (Some(stem), false) = (name.strip_suffix(".in"), seen.before.contains_key(name)) {
            let answer = answer(program, answers, name, bytes, &seen.folder.join(name))?;
            if let Some(saved) = seen.files.get(&format!("{stem}.out"))
                && *saved != answer
            {
                return Err(format!("{stem}.out is not right: {}", difference(saved, &answer)));
            }
        }
    }
    let lost = seen.before.iter().find(|(name, bytes)| !is_temporary(name) && seen.files.get(*name) != Some(bytes));
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
    let is_same = |line: &str| line.contains("already saved as ");
    for line in seen.run.lines() {
        let Some(stem) = line.split("saved as ").nth(1).and_then(|path| path.strip_suffix(".in")) else { continue };
        let folder = path_in(seen.folder, "");
        let stem = stem.strip_prefix(folder.trim_end_matches('/')).unwrap_or(stem).trim_start_matches('/');
        let has_pair =
            |stem: &str| [".in", ".out"].iter().all(|ending| seen.files.contains_key(&format!("{stem}{ending}")));
        let is_replaced = |stem: &str| has_pair(stem) || seen.run.lines().any(is_same);
        if !has_pair(stem) && !stem.strip_suffix("-unshrunk").is_some_and(is_replaced) {
            return Err(format!("{stem}.in was reported as saved, and is not there with its answer"));
        }
    }
    seen.check_code(1)?;
    let saved = seen.run.stdout.lines().filter(|line| line.starts_with("saved as ") || is_same(line)).count();
    let is_saved = saved == 1 || !seen.is_complete();
    if is_saved { Ok(()) } else { Err(format!("nothing is reported as saved: {}", seen.run.in_words())) }
}
