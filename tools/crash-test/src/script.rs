//! A program for the tests that violations are found.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::files::Files;
use crate::process;
use crate::work::{Seen, Work};

/// A script that is to leave a file `final` with `0123456789`.
pub(crate) struct Script(pub(crate) &'static str);

impl Work for Script {
    fn name(&self) -> String {
        "a script".to_owned()
    }

    fn commands(&self, folder: &Path) -> Vec<Command> {
        let mut command = process::command("sh");
        command.args(["-c", self.0]).current_dir(folder);
        vec![command]
    }

    fn program(&self) -> PathBuf {
        // Its help begins as that of every program.
        PathBuf::from("true")
    }

    fn is_temporary(&self, name: &str) -> bool {
        name == "temporary"
    }

    fn check(&self, seen: &Seen<'_>) -> Result<(), String> {
        let expected = Files::from([("final".to_owned(), b"0123456789".to_vec())]);
        // Some of the scripts remove the file themselves.
        let seen = Seen { before: &Files::new(), ..*seen };
        seen.check_files(&expected, |name| self.is_temporary(name))?;
        if seen.lines().any(|line| line == "written") {
            seen.check_reported("final")?;
        }
        if seen.is_complete() { seen.check_codes(0) } else { Ok(()) }
    }
}
