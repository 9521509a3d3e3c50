//! What all programs of the workspace share: their version, and how they begin.

use std::hash::{BuildHasher, RandomState};
#[cfg(unix)]
use std::sync::Arc;
use std::sync::LazyLock;

/// The version of the workspace, with the commit if the variable `BUILD_COMMIT` named it when this was compiled:
/// `0.2.0 (12675b6)`.
#[must_use]
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("BUILD_COMMIT").filter(|commit| !commit.is_empty());
        env!("CARGO_PKG_VERSION").to_owned() + &commit.map(|commit| format!(" ({commit})")).unwrap_or_default()
    });
    &VERSION
}

/// Makes a limit on the size of files an error of writing, which names the file, instead of the end of this process by
/// a signal.
pub fn report_file_size_limit() {
    // If the signal has a handler, even one that does nothing, the call that writes returns an error too.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// A seed that is another one in each process, short enough to be typed again.
#[must_use]
pub fn random_seed() -> u64 {
    RandomState::new().hash_one(0) % 1_000_000
}
