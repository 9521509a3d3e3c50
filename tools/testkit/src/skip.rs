//! Tests that need what not every system has.

use std::io::{self, Write as _};
use std::thread;

/// Says that the calling test does not check anything here, or not everything.
///
/// # Panics
///
/// On Linux if the environment variable `CI` is set: there nothing may be missing.
pub fn skip(reason: &str) {
    let ci = std::env::var_os("CI").is_some_and(|value| !value.is_empty());
    assert!(!(ci && cfg!(target_os = "linux")), "{reason}; install it, or unset CI to skip this");
    // `eprintln!` would be shown for failed tests only.
    let _ = writeln!(io::stderr(), "{}: skipped: {reason}", thread::current().name().unwrap_or("a test"));
}
