//! Tests that run in a process of their own, because what they measure or change belongs to the whole process, and
//! waiting for other processes.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

/// Holds the name of the test that a process was started for, and its argument on the next line.
pub const SUBPROCESS: &str = "TEST_SUBPROCESS";

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
    command.args(["-c", &format!("{setup}\nexec \"$@\""), "sh"]).arg(program);
    command.args(["--exact", "--include-ignored", name]);
    let output = command.env(SUBPROCESS, format!("{name}\n{argument}")).output().expect("a test can be run");
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && report.contains("1 passed"), "{report}");
}

/// The peak memory of this process in bytes. `None` on systems other than Linux.
pub fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kibibytes = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix(" kB"))?;
    Some(1024 * kibibytes.trim().parse::<u64>().ok()?)
}

/// How long to wait for what must happen. Only a test that fails waits so long, and not one on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(600);

/// Waits until a condition holds.
pub fn wait_until(failure: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < PATIENCE, "{failure}");
        thread::sleep(Duration::from_millis(1));
    }
}
