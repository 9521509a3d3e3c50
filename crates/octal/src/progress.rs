//! A progress bar on standard error, if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Shows a bar for `total` values, of which `known` need not be computed.
    pub(crate) fn new(total: usize, known: usize) -> Self {
        let style = "{bar:40} {pos} of {len} values, {per_sec}, {eta} left";
        let style = ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr()).with_style(style);
        bar.set_position(known as u64);
        bar.reset_eta();
        Self(bar)
    }

    pub(crate) fn set(&self, known: usize) {
        self.0.set_position(known as u64);
    }

    pub(crate) fn finish(self) {
        self.0.finish_and_clear();
    }
}
