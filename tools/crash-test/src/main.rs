//! The program; everything is in the library.

use std::process::ExitCode;

#[cfg(target_os = "linux")]
fn main() -> ExitCode {
    crash_test::run()
}

/// Says that nothing can be tried here.
#[cfg(not(target_os = "linux"))]
fn main() -> ExitCode {
    use std::io::Write;

    // There is nowhere to report that standard error is closed.
    let _ = writeln!(std::io::stderr(), "crash-test: skipped: only Linux has the limits by which programs are starved");
    ExitCode::from(3)
}
