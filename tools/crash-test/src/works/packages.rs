//! `package`: a folder that is written at once.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Reference, judge_of, path_in};
use crate::programs::Programs;
use crate::work::{Seen, Work};

struct Package {
    programs: Programs,
    program: &'static str,
    judge: &'static str,
    reference: Option<Reference>,
}

pub(crate) fn to_starve(programs: &Programs) -> Result<Vec<Box<dyn Work>>, String> {
    let program = "treblecross";
    let mut package = Package { programs: programs.clone(), program, judge: judge_of(program)?, reference: None };
    package.reference = Some(Reference::of(&package, 0)?);
    Ok(vec![Box::new(package)])
}

impl Work for Package {
    fn name(&self) -> String {
        format!("{} package", self.program)
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let cases = format!("fixtures/{}/{}/sample", self.program, self.judge);
        vec![self.programs.command(self.program, &["package", &path_in(folder, "new"), "--from", &cases])]
    }

    fn program(&self) -> PathBuf {
        self.programs.path(self.program)
    }

    fn is_temporary(&self, name: &str) -> bool {
        name.starts_with(".new.partial-")
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        if seen.before.keys().any(|name| !self.is_temporary(name)) {
            // No run adds anything to what is there.
            let is_same = seen.files.len() == seen.before.len();
            seen.check_files(seen.before, |name| self.is_temporary(name))?;
            return if is_same { seen.check_codes(2) } else { Err("there is more than before".to_owned()) };
        }
        let reference = self.reference.as_ref().ok_or("there is no reference")?;
        seen.check_files(&reference.files, |name| self.is_temporary(name))?;
        let written = seen.files.keys().filter(|name| name.starts_with("new/")).count();
        if written != 0 && written != reference.files.len() {
            return Err(format!("of {} files {written} are there", reference.files.len()));
        }
        if seen.is_complete() { seen.check_codes(0) } else { Ok(()) }
    }
}
