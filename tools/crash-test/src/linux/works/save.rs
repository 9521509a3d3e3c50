//! Saving a solution of `retrograde` again and again in the place of another one, by the program of this crate.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;

use anyhow::Result;
use retrograde::{Solution, Solver};

use super::{is_part, path_in};
use crate::linux::child::{SAVE, SAVES, game, name};
use crate::linux::files::{Files, difference};
use crate::linux::process::{command, own};
use crate::linux::work::{Work, new_folder};

const FILE: &str = "queen.solution";

/// The number under which the solution in the folder has been saved, as the beginning of the file says it.
fn number(files: &Files) -> Result<Option<u64>, String> {
    let Some(bytes) = files.get(FILE) else { return Ok(None) };
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    let mark = name(0);
    let text = start.split(mark.trim_end_matches('0')).nth(1).ok_or("the file has no name that was given")?;
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().map(Some).map_err(|_| format!("the file has the number {digits:?}"))
}

pub(crate) fn to_kill() -> Result<Vec<Work>> {
    let solution = Solver::new().solve(game())?;
    // Holds the solution that is loaded by each run.
    let from = new_folder()?;
    solution.save(&name(0), from.path().join(FILE))?;
    // The number of the first save of the next run.
    let next = Rc::new(Cell::new(1));
    let next_of_run = Rc::clone(&next);
    let commands = move |folder: &Path| {
        let first = next_of_run.replace(next_of_run.get() + SAVES);
        let mut command = command(own());
        command.args([SAVE, &path_in(from.path(), FILE), &path_in(folder, FILE), &first.to_string()]);
        vec![command]
    };
    let is_temporary = |name: &str| name.starts_with("queen.solution.") && is_part(name);
    let work = Work { is_temporary, ..Work::new("saves of a solution", "crash-test", commands) };
    let work = work.checked(move |seen| {
        let foreign = seen.files.keys().find(|name| *name != FILE && !is_temporary(name));
        foreign.map_or(Ok(()), |name| Err(format!("{name} is not the name of a finished file")))?;
        let (before, found) = (number(seen.before)?, number(seen.files)?);
        let reported: Option<u64> = seen.lines().filter_map(|line| line.strip_prefix("written ")?.parse().ok()).max();
        let first = next.get() - SAVES;
        // One may have got its name without having been reported.
        let is_expected = match (reported, found) {
            (Some(reported), Some(found)) => found == reported || found == reported + 1,
            (Some(_), None) => false,
            (None, Some(found)) => Some(found) == before || found == first,
            (None, None) => before.is_none(),
        };
        if !is_expected {
            return Err(format!("save {found:?} is there, after {before:?} before and {reported:?} reported"));
        }
        if let Some(number) = found {
            let mut expected = Vec::new();
            solution.write(&name(number), &mut expected).map_err(|error| error.to_string())?;
            if seen.files[FILE] != expected {
                return Err(format!("the file is not right: {}", difference(&seen.files[FILE], &expected)));
            }
            let loaded = Solution::load(seen.folder.join(FILE), game(), &name(number));
            if loaded.map_err(|error| error.to_string())? != solution {
                return Err("the file has other values".to_owned());
            }
        }
        seen.check_codes(0)?;
        let is_last = found == Some(first + SAVES - 1);
        if is_last || !seen.is_complete() { Ok(()) } else { Err(format!("the last save is {found:?}")) }
    });
    Ok(vec![work])
}
