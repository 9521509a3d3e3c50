//! What the programs of the workspace do in folders.

pub(crate) mod answers;
pub(crate) mod cluster;
pub(crate) mod judging;
pub(crate) mod octal;
pub(crate) mod packages;
pub(crate) mod save;
pub(crate) mod stress;
pub(crate) mod tiers;

use std::path::Path;

use problem::Problem;
use tempfile::TempDir;

use crate::files::{self, Files};
use crate::process::{Ended, run_all};
use crate::work::Work;

/// The judge for which a program is run: the first for which it writes a package, or else its first one.
pub(crate) fn judge_of(program: &str) -> Result<&'static str, String> {
    fn of<P: Problem>() -> (&'static str, &'static str) {
        (P::NAME, P::PACKAGES.first().map_or(P::DIALECTS[0].name, |package| package.judge))
    }
    let all = [of::<lgame::LGame>(), of::<nomore_ttt::NoMore>(), of::<treblecross::Treblecross>()];
    let found = all.into_iter().find(|(name, _)| *name == program);
    found.map(|(_, judge)| judge).ok_or_else(|| format!("{program} is not known to tools/crash-test/src/works/mod.rs"))
}

/// The files and the output of runs that nothing disturbs.
pub(crate) struct Reference {
    pub(crate) files: Files,
    pub(crate) runs: Vec<Ended>,
}

impl Reference {
    /// Runs a work whose checks are not used.
    pub(crate) fn of(work: &dyn Work, code: i32) -> Result<Self, String> {
        let folder = new_folder()?;
        work.prepare(folder.path())?;
        let runs = run_all(work.commands(folder.path()))?;
        if let Some(run) = runs.iter().find(|run| run.code != Some(code)) {
            return Err(format!("{}: it fails without being disturbed: {}", work.name(), run.in_words()));
        }
        Ok(Self { files: files::read_all(folder.path()).map_err(|error| error.to_string())?, runs })
    }
}

pub(crate) fn new_folder() -> Result<TempDir, String> {
    TempDir::new().map_err(|error| format!("{error}; set TMPDIR to a folder that can be written"))
}

/// Whether a file has the extension of those that `retrograde` and `octal` have not finished.
pub(crate) fn is_part(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|last| last == "part")
}

/// Whether a file is the temporary one of a solution or of a share.
pub(crate) fn is_part_of_solution(name: &str) -> bool {
    name.contains(".solution.") && is_part(name)
}

/// The path of a file in a folder, as an argument.
pub(crate) fn path_in(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}
