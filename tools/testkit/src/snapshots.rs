//! Snapshots, each in a file of its own, to be reviewed with the commands of `cargo insta`.

use std::collections::BTreeSet;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use insta::Settings;
use insta::internals::Content;
use walkdir::WalkDir;

use crate::program::workspace;

/// What a snapshot shows, and how anybody can see it again.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The name of the file without its ending, below the folder of all that a test shows.
    pub name: String,
    /// The command line, which stands in the head of the file; empty if a test calls functions.
    pub command: String,
    /// The text.
    pub text: String,
}

/// Asserts that a folder of the workspace holds these snapshots and no others. All that differ are shown, and written
/// beside the old ones as insta does by its settings.
pub fn assert_snapshots(folder: &str, found: impl IntoIterator<Item = Snapshot>) {
    let folder = workspace().join(folder);
    let (mut expected, mut different) = (BTreeSet::new(), Vec::new());
    for Snapshot { name, command, text } in found {
        let path = folder.join(format!("{name}.snap"));
        let mut settings = Settings::clone_current();
        settings.set_snapshot_path(path.parent().expect("a file is in a folder"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        if !command.is_empty() {
            settings.set_raw_info(&Content::Map(vec![("command".into(), command.into())]));
        }
        let stem = path.file_stem().expect("a name").to_string_lossy();
        let check = || settings.bind(|| insta::assert_snapshot!(&*stem, text));
        if catch_unwind(AssertUnwindSafe(check)).is_err() {
            different.push(name);
        }
        assert!(expected.insert(path.clone()), "two snapshots are called {}", path.display());
    }
    assert!(!expected.is_empty(), "nothing was found for {}", folder.display());
    assert!(different.is_empty(), "these differ: {different:?}; `cargo insta review` shows and accepts them");
    // `cargo insta test` has options for these.
    if env::var_os("INSTA_FORCE_PASS").is_none() {
        let entries = WalkDir::new(&folder).into_iter().map(|entry| entry.expect("an entry").into_path());
        let is_orphan = |path: &PathBuf| path.extension().is_some_and(|end| end == "snap") && !expected.contains(path);
        let orphans: Vec<PathBuf> = entries.filter(is_orphan).collect();
        assert!(orphans.is_empty(), "no test shows these; remove them: {orphans:#?}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::TemporaryFolder;

    fn assert_shown(files: &[(&str, &str)], found: &[(&str, &str)]) -> Result<(), String> {
        let folder = TemporaryFolder::with(files);
        let shown = |&(name, text): &(&str, &str)| Snapshot {
            name: name.to_owned(),
            command: String::new(),
            text: text.to_owned(),
        };
        let check = || assert_snapshots(&folder.path(""), found.iter().map(shown));
        catch_unwind(AssertUnwindSafe(check)).map_err(|panic| panic.downcast_ref::<String>().expect("a text").clone())
    }

    /// Not where insta accepts everything.
    #[test]
    fn all_that_differ_are_named_and_so_is_what_no_test_shows() {
        let accepts = env::var("INSTA_UPDATE").is_ok_and(|update| ["always", "force"].contains(&&*update));
        if accepts || env::var_os("INSTA_FORCE_PASS").is_some() {
            return;
        }
        let files = [("a.snap", "---\nsource: a\n---\none\n"), ("b/a.snap", "---\nsource: a\n---\ntwo\n")];
        assert_eq!(assert_shown(&files, &[("a", "one\n"), ("b/a", "two\n")]), Ok(()));
        let difference = assert_shown(&files, &[("a", "two\n"), ("b/a", "one\n")]).unwrap_err();
        assert!(difference.contains(r#"["a", "b/a"]"#), "{difference}");
        let orphan = assert_shown(&files, &[("a", "one\n")]).unwrap_err();
        assert!(orphan.contains("b/a.snap"), "{orphan}");
    }
}
