//! Tests that run in a process of their own, because what they measure or change belongs to the whole process.

use std::process::Command;

/// Holds the name of the test that a process was started for, and its argument on the next line.
const SUBPROCESS: &str = "TESTKIT_SUBPROCESS";

/// The argument that [`run_in_subprocess`] passes to the test `name`, or `None` if this is not its subprocess.
pub fn subprocess_argument(name: &str) -> Option<String> {
    let request = std::env::var(SUBPROCESS).ok()?;
    let (test, argument) = request.split_once('\n')?;
    (test == name).then(|| argument.to_owned())
}

/// Runs the calling test again in a process of its own, and asserts that it passes there. `name` is the full name of
/// the test, with all its modules; `setup` is a shell script that runs before it.
pub fn run_in_subprocess(name: &str, argument: &str, setup: &str) {
    let program = std::env::current_exe().expect("the path of this test");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("{setup}\nexec \"$@\""), "sh"]).arg(program).args([
        "--exact",
        "--include-ignored",
        name,
    ]);
    let output = command.env(SUBPROCESS, format!("{name}\n{argument}")).output().expect("a test can be run");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && report.contains("1 passed"), "{report}");
}
