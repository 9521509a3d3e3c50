//! Saving a solution of `retrograde` again and again in the place of another one, by the program of this crate.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::Command;

use retrograde::{Solution, Solver};
use tempfile::TempDir;

use super::{is_part, new_folder, path_in};
use crate::files::{Files, difference};
use crate::process;
use crate::programs::Programs;
use crate::save::{SAVE, SAVES, game, name};
use crate::work::{Seen, Work};

const FILE: &str = "queen.solution";

struct Save {
    programs: Programs,
    solution: Solution<large_games::endgames::one_piece::Endgame>,
    /// Holds the solution that is loaded by each run.
    from: TempDir,
    /// The number of the first save of the next run.
    next: Cell<u64>,
}

pub(crate) fn to_kill(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    let solution = Solver::new().solve(game()).map_err(|error| error.to_string())?;
    let from = new_folder()?;
    solution.save(&name(0), from.path().join(FILE)).map_err(|error| error.to_string())?;
    Ok(vec![Box::new(Save { programs: programs.clone(), solution, from, next: Cell::new(1) })])
}

/// The number under which the solution in the folder has been saved, as the beginning of the file says it.
fn number(files: &Files) -> Result<Option<u64>, String> {
    let Some(bytes) = files.get(FILE) else { return Ok(None) };
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    let mark = name(0);
    let text = start.split(mark.trim_end_matches('0')).nth(1).ok_or("the file has no name that was given")?;
    let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().map(Some).map_err(|_| format!("the file has the number {digits:?}"))
}

impl Work for Save {
    fn name(&self) -> String {
        "saves of a solution".to_owned()
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let first = self.next.replace(self.next.get() + SAVES);
        let mut command = process::command(self.programs.own());
        command.args([SAVE, &path_in(self.from.path(), FILE), &path_in(folder, FILE), &first.to_string()]);
        vec![command]
    }

    fn program(&self) -> PathBuf {
        self.programs.own().to_owned()
    }

    fn is_temporary(&self, name: &str) -> bool {
        name.starts_with("queen.solution.") && is_part(name)
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        let foreign = seen.files.keys().find(|name| *name != FILE && !self.is_temporary(name));
        foreign.map_or(Ok(()), |name| Err(format!("{name} is not the name of a finished file")))?;
        let (before, found) = (number(seen.before)?, number(seen.files)?);
        let reported: Option<u64> = seen.lines().filter_map(|line| line.strip_prefix("written ")?.parse().ok()).max();
        let first = self.next.get() - SAVES;
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
            self.solution.write(&name(number), &mut expected).map_err(|error| error.to_string())?;
            if seen.files[FILE] != expected {
                return Err(format!("the file is not right: {}", difference(&seen.files[FILE], &expected)));
            }
            let loaded = Solution::load(seen.folder.join(FILE), game(), &name(number));
            if loaded.map_err(|error| error.to_string())? != self.solution {
                return Err("the file has other values".to_owned());
            }
        }
        if !seen.is_complete() {
            return Ok(());
        }
        seen.check_codes(0)?;
        if found == Some(first + SAVES - 1) { Ok(()) } else { Err(format!("the last save is {found:?}")) }
    }
}
