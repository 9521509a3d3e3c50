//! Tests that need a process of their own, as what they look at is the whole process's.

use std::fs;
use std::process::Command;

/// Says to a process that it is there for one test: its name and a word for it, a line each.
const ALONE: &str = "TESTKIT_ALONE";

/// In the process that [`run_alone`] has started for the test of this name, the word that it was given.
#[must_use]
pub fn alone(test: &str) -> Option<String> {
    let told = std::env::var(ALONE).ok()?;
    told.split_once('\n').filter(|(name, _)| *name == test).map(|(_, word)| word.to_owned())
}

/// Runs the test that calls, which has this name with all its modules, once more in a process of its own, after a shell has
/// done `before`. It must pass there.
pub fn run_alone(test: &str, word: &str, before: &str) {
    let program = std::env::current_exe().expect("this test");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{before}\nexec \"$@\""), "sh"]).arg(program).args(["--exact", test]);
    let output = command.env(ALONE, format!("{test}\n{word}")).output().expect("a test can be run");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

/// The most memory that this process has ever had, in bytes. Only Linux tells.
#[must_use]
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix(" kB"))?;
    Some(1024 * kibibytes.trim().parse::<u64>().ok()?)
}
