//! What is printed: results to standard output, and to standard error errors and how far it has come.

use std::io::{self, Write};

pub(crate) fn print(text: &str) -> Result<(), String> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| format!("standard output: {error}"))
}

/// Prints a violation as soon as it is found, so that it is not lost if this process does not come to its end.
pub(crate) fn print_violation(violation: &str) -> Result<(), String> {
    print(&format!("{violation}\n\n"))
}

/// Prints a line to standard error.
pub(crate) fn say(text: &str) {
    // There is nowhere to report that standard error is closed.
    let _ = writeln!(io::stderr(), "crash-test: {text}");
}
