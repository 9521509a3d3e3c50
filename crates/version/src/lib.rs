//! What all programs print as their version.

use std::sync::LazyLock;

/// The version of the workspace, with the commit if the variable `BUILD_COMMIT` named it when this was compiled:
/// `0.2.0 (12675b6)`.
#[must_use]
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| with_commit(option_env!("BUILD_COMMIT")));
    &VERSION
}

fn with_commit(commit: Option<&str>) -> String {
    let version = env!("CARGO_PKG_VERSION");
    commit
        .filter(|commit| !commit.is_empty())
        .map_or_else(|| version.to_owned(), |commit| format!("{version} ({commit})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commit_follows_the_version() {
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!([None, Some("")].map(with_commit), [version, version]);
        assert_eq!(with_commit(Some("12675b6")), format!("{version} (12675b6)"));
    }
}
