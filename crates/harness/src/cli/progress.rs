//! A progress bar on standard error, if that is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar that counts to `length`. It is drawn on a terminal only.
pub(super) fn bar(length: usize, things: &str) -> ProgressBar {
    let style = format!("{{bar:40}} {{pos}} of {{len}} {things}, {{eta}} left");
    let style = ProgressStyle::with_template(&style).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(length as u64), ProgressDrawTarget::stderr()).with_style(style)
}
