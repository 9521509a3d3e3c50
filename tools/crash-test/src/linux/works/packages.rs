//! `package`: a folder that is written at once.

use std::path::Path;

use anyhow::Result;

use super::{path_in, sample_of};
use crate::linux::process::command_of;
use crate::linux::work::Work;

pub(crate) fn to_starve() -> Result<Vec<Work>> {
    const PROGRAM: &str = "treblecross";
    let cases = format!("fixtures/{PROGRAM}/{}/sample", sample_of(PROGRAM)?.judge);
    let command_in = move |folder: &Path| command_of(PROGRAM, &["package", &path_in(folder, "new"), "--from", &cases]);
    let is_temporary = |name: &str| name.starts_with(".new.partial-");
    let work = Work { is_temporary, ..Work::new(format!("{PROGRAM} package"), PROGRAM, command_in) };
    let (reference, _) = work.reference()?;
    let work = work.checked(move |seen| {
        if seen.before.keys().any(|name| !is_temporary(name)) {
            // No run adds anything to what is there.
            let is_same = seen.files.len() == seen.before.len();
            seen.check_files(seen.before)?;
            return if is_same { seen.check_code(2) } else { Err("there is more than before".to_owned()) };
        }
        seen.check_files(&reference)?;
        let written = seen.files.keys().filter(|name| name.starts_with("new/")).count();
        if written != 0 && written != reference.len() {
            return Err(format!("of {} files {written} are there", reference.len()));
        }
        seen.check_code(0)
    });
    Ok(vec![work])
}
