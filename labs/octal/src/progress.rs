//! A progress bar on standard error, if that is a terminal.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{HumanFloatCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// Shows a bar for `total` things of this name, of which `known` need no work.
    pub(crate) fn new(things: &str, total: usize, known: usize) -> Self {
        // How long games take differs too much to say how much time is left.
        let rate = if things == "games" { "{elapsed}" } else { "{rate}/s, {eta} left" };
        let style = ProgressStyle::with_template(&format!("{{bar:40}} {{pos}} of {{len}} {things}, {rate}"));
        let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
        let style = style.with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.0}", HumanFloatCount(state.per_sec()));
        });
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::stderr()).with_style(style);
        // Not by `with_position`, which counts what is known as work.
        bar.set_position(known as u64);
        bar.reset_eta();
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_secs(1));
        }
        Self(bar)
    }

    pub(crate) fn set(&self, known: usize) {
        self.0.set_position(known as u64);
    }

    pub(crate) fn finish(self) {
        self.0.finish_and_clear();
    }
}
