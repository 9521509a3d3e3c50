//! What the programs of the workspace do in folders.

mod answers;
mod judging;
pub(crate) mod octal;
pub(crate) mod stress;
pub(crate) mod tiers;

use std::path::Path;

use anyhow::{Context, Result};
use testkit::Fixture;

use super::work::Work;

/// Makes the works of one kind.
pub(crate) type Make = fn() -> Result<Vec<Work>>;

/// All that is starved.
pub(crate) const TO_STARVE: [Make; 5] =
    [octal::to_starve, tiers::to_starve, stress::to_starve, judging::to_starve, answers::to_starve];

/// The first sample of a program.
fn sample_of(program: &str) -> Result<Fixture> {
    let sample = testkit::fixtures(program).into_iter().find(|fixture| fixture.group == "sample");
    sample.with_context(|| format!("{program} has no sample"))
}

/// Whether the extension says that `retrograde` or `octal` has not finished the file.
fn is_part(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|last| last == "part")
}

/// Whether a file is the temporary one of a solution.
fn is_part_of_solution(name: &str) -> bool {
    name.contains(".solution.") && is_part(name)
}

/// The path of a file in a folder, as an argument.
fn path_in(folder: &Path, name: &str) -> String {
    folder.join(name).to_string_lossy().into_owned()
}
