//! Progress on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line that counts to a length, such as `20 of 60 cases, 10 s left`. It is drawn on a terminal only, at most ten
/// times a second, until it is cleared. It is short enough for narrow terminals.
///
/// The crates for this compute their estimates with functions of libm, which every start of a program would have to
/// load.
pub(super) struct Progress {
    length: usize,
    is_shown: bool,
    started: Instant,
    drawn: Option<Instant>,
    /// The number of columns that the drawn line takes; 0 if there is none.
    width: usize,
}

impl Progress {
    pub(super) fn new(length: usize) -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        let is_shown = io::stderr().is_terminal() && !is_dumb;
        Self { length, is_shown, started: Instant::now(), drawn: None, width: 0 }
    }

    /// Shows that this many are done.
    pub(super) fn set(&mut self, done: usize) {
        const BETWEEN_DRAWINGS: Duration = Duration::from_millis(100);
        if self.is_shown && self.drawn.unwrap_or(self.started).elapsed() >= BETWEEN_DRAWINGS {
            self.drawn = Some(Instant::now());
            let line = line(done, self.length, self.started.elapsed());
            // A line that cannot be shown is no reason to stop.
            let _ = write!(io::stderr(), "\r{line:0$}", self.width);
            self.width = line.len();
        }
    }

    /// Removes the line, so that something else can be written. The next number draws it again, in a moment.
    pub(super) fn clear(&mut self) {
        if self.width > 0 {
            // The terminal may have shown `^C` behind the line.
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.width + "^C".len());
            self.width = 0;
        }
    }
}

/// What is done, and after a second how long the rest will take at the same speed.
fn line(done: usize, length: usize, elapsed: Duration) -> String {
    let left = length.saturating_sub(done) as u128;
    match (elapsed.as_millis() * left).checked_div(done as u128) {
        Some(milliseconds) if elapsed.as_secs() > 0 => {
            format!("{done} of {length} cases, {} s left", milliseconds.div_ceil(1000))
        }
        _ => format!("{done} of {length} cases"),
    }
}
