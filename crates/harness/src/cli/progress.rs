//! A progress bar on standard error, if that is a terminal.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// A bar that counts to a length. It is drawn on a terminal only, at most ten times a second, and removed when it is dropped.
///
/// The crates for this compute their estimates with functions of libm, which every start of a program would have to load.
pub(super) struct Progress {
    length: usize,
    done: usize,
    noun: &'static str,
    on_terminal: bool,
    started: Instant,
    drawn: Option<Instant>,
    /// The number of columns that the drawn line takes; 0 if there is none.
    width: usize,
}

impl Progress {
    pub(super) fn new(length: usize, noun: &'static str) -> Self {
        let on_terminal = io::stderr().is_terminal();
        Self { length, done: 0, noun, on_terminal, started: Instant::now(), drawn: None, width: 0 }
    }

    /// Shows that this many are done.
    pub(super) fn set(&mut self, done: usize) {
        const BETWEEN_DRAWINGS: Duration = Duration::from_millis(100);
        self.done = done;
        if self.on_terminal && self.drawn.is_none_or(|drawn| drawn.elapsed() >= BETWEEN_DRAWINGS) {
            self.drawn = Some(Instant::now());
            self.draw();
        }
    }

    /// Shows that one more is done.
    pub(super) fn advance(&mut self) {
        self.set(self.done + 1);
    }

    /// Calls `print`, which may write to the terminal, without the bar; then draws it again.
    pub(super) fn suspend<T>(&mut self, print: impl FnOnce() -> T) -> T {
        let was_shown = self.width > 0;
        self.clear();
        let printed = print();
        if was_shown {
            self.draw();
        }
        printed
    }

    fn draw(&mut self) {
        let line = line(self.done, self.length, self.noun, self.started.elapsed());
        let width = line.chars().count();
        // A bar that cannot be shown is no reason to stop.
        let _ = write!(io::stderr(), "\r{line:0$}", self.width);
        self.width = width;
    }

    fn clear(&mut self) {
        if self.width > 0 {
            let _ = write!(io::stderr(), "\r{:1$}\r", "", self.width);
            self.width = 0;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// The line that shows how much is done, and how long the rest will take at the same speed.
fn line(done: usize, length: usize, noun: &str, elapsed: Duration) -> String {
    const WIDTH: usize = 30;
    let filled = WIDTH * done.min(length) / length.max(1);
    let bar = format!("{}{}", "█".repeat(filled), "░".repeat(WIDTH - filled));
    let counted = format!("{bar} {done} of {length} {noun}s");
    let left = length.saturating_sub(done) as u128;
    match (elapsed.as_millis() * left).checked_div(done as u128) {
        Some(milliseconds) => format!("{counted}, {} s left", milliseconds.div_ceil(1000)),
        None => counted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_counts_and_estimates() {
        let line = |done, length, seconds| line(done, length, "case", Duration::from_secs(seconds));
        assert_eq!(line(0, 60, 0), format!("{} 0 of 60 cases", "░".repeat(30)));
        assert_eq!(line(20, 60, 5), format!("{}{} 20 of 60 cases, 10 s left", "█".repeat(10), "░".repeat(20)));
        assert_eq!(line(60, 60, 5), format!("{} 60 of 60 cases, 0 s left", "█".repeat(30)));
    }

    #[test]
    fn lengths_that_do_not_fit_the_count_are_shown() {
        assert!(line(0, 0, "case", Duration::ZERO).ends_with("0 of 0 cases"));
        assert!(line(7, 5, "case", Duration::MAX).ends_with("7 of 5 cases, 0 s left"));
    }
}
