//! The properties on the inputs that are kept in `fuzz/seeds/`, and on random bytes.

mod likely;

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

/// A property that must hold for these bytes.
type Property = fn(&[u8]);

/// Defines the tests of all targets: each has kept inputs, and its property holds for them and for random bytes.
macro_rules! targets {
    ($($(#[$where:meta])? $name:ident),* $(,)?) => {
        $($(#[$where])? mod $name {
            #[test]
            fn holds_for_the_kept_inputs() {
                super::check_kept(stringify!($name), properties::$name::check);
            }

            #[test]
            fn holds_for_random_bytes() {
                super::check_random(properties::$name::check);
            }
        })*

        #[test]
        fn every_target_is_tested_and_has_kept_inputs() {
            let tested = BTreeSet::from([$(stringify!($name).to_owned()),*]);
            assert_eq!(names(&fuzz("fuzz_targets")), tested);
            assert_eq!(names(&fuzz("seeds")), tested);
        }
    };
}

targets! {
    explanations,
    #[cfg(unix)]
    folders,
    games,
    input,
    octal,
    outputs,
    #[cfg(unix)]
    reports,
    saved,
}

fn fuzz(folder: &str) -> PathBuf {
    testkit::workspace().join("fuzz").join(folder)
}

/// The names in a folder, without extensions.
fn names(folder: &Path) -> BTreeSet<String> {
    let name = |path: PathBuf| path.file_stem().expect("an entry has a name").to_string_lossy().into_owned();
    entries(folder).map(name).collect()
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.expect("the folder can be read").path())
}

/// Checks the inputs that are kept for a target, of which there must be some.
fn check_kept(target: &str, check: Property) {
    let mut inputs: Vec<PathBuf> = entries(&fuzz("seeds").join(target)).collect();
    assert!(!inputs.is_empty(), "no inputs are kept for {target}");
    inputs.sort();
    for path in inputs {
        let data = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(catch_unwind(|| check(&data)).is_ok(), "the property does not hold for {}", path.display());
    }
}

fn check_random(check: Property) {
    proptest!(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }, |(
        data in proptest::collection::vec(any::<u8>(), 0..200)
    )| check(&data));
}
