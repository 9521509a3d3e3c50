//! What all programs print as their version.

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
