//! Progress on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use problem::count_of;

/// A line that counts to a length, such as `20 of 60 cases`. It is drawn on a terminal only, at most ten times a second,
/// until it is cleared. It is short enough for narrow terminals.
pub(super) struct ProgressLine {
    is_shown: bool,
    drawn: Instant,
    /// The number of columns that the drawn line takes; 0 if there is none.
    width: usize,
}

impl Default for ProgressLine {
    fn default() -> Self {
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        let is_shown = io::stderr().is_terminal() && !is_dumb;
        Self { is_shown, drawn: Instant::now(), width: 0 }
    }
}

impl ProgressLine {
    /// Shows how many are done, and of how many.
    pub(super) fn set(&mut self, done: usize, all: usize) {
        const BETWEEN_DRAWINGS: Duration = Duration::from_millis(100);
        if self.is_shown && self.drawn.elapsed() >= BETWEEN_DRAWINGS {
            self.drawn = Instant::now();
            let line = format!("{done} of {}", count_of(all, "case"));
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
