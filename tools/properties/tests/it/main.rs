//! The properties on the inputs that are kept in `tools/fuzz/seeds/`, on fixtures, on edits of both and on random bytes.

mod likely;

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use properties::Held;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A property that must hold for these bytes.
type Property = fn(&[u8]) -> Held;

#[test]
fn explanations_hold() {
    check("explanations", properties::explanations::check);
}

#[cfg(unix)]
#[test]
fn folders_hold() {
    check("folders", properties::folders::check);
}

#[test]
fn input_holds() {
    check("input", properties::input::check);
}

#[test]
fn outputs_hold() {
    check("outputs", properties::outputs::check);
}

#[cfg(unix)]
#[test]
fn reports_hold() {
    check("reports", properties::reports::check);
}

#[test]
fn saved_files_hold() {
    check("saved", properties::saved::check);
}

#[test]
fn every_target_is_tested_and_has_kept_inputs() {
    let source = include_str!("main.rs");
    let targets = names(&fuzz("fuzz_targets"));
    assert_eq!(names(&fuzz("seeds")), targets);
    assert!(targets.iter().all(|name| source.contains(&format!("    check(\"{name}\", "))), "{targets:?}");
}

/// Asserts that a property holds for the kept inputs, for edits of them and for random bytes.
fn check(target: &str, property: Property) {
    check_kept(target, property);
    check_random(target, property);
}

fn fuzz(folder: &str) -> PathBuf {
    testkit::workspace().join("tools/fuzz").join(folder)
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

/// The inputs that are kept for a target: few, as each covers something that no other does.
fn kept(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths: Vec<PathBuf> = entries(&fuzz("seeds").join(target)).collect();
    assert!((1..=50).contains(&paths.len()), "{} inputs are kept for {target}", paths.len());
    paths.sort();
    let read = |path: PathBuf| {
        let data = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        (path, data)
    };
    paths.into_iter().map(read).collect()
}

fn check_kept(target: &str, check: Property) {
    for (path, data) in kept(target) {
        assert!(catch_unwind(|| check(&data)).is_ok(), "the property does not hold for {}", path.display());
    }
    for data in likely::cases(target) {
        assert!(catch_unwind(|| check(&data)).is_ok(), "the property does not hold for {data:?}");
    }
}

/// Checks kept inputs and fixtures with up to three edits, each of which replaces some bytes by others, and bytes without
/// any order. That would show little if hardly one were a real case.
fn check_random(target: &str, check: Property) {
    /// One case in this number has to be real. That is far from what is usual, as the cases are others each time.
    const REAL: usize = 10;
    /// What inputs hold.
    const PIECES: [&[u8]; 13] =
        [b"", b" ", b"\n", b"\r\n", b"\t", b".", b"X", b"O", b"#", b"*", b"x", b"1", b"\xEF\xBB\xBF"];
    let kept: Vec<Vec<u8>> = kept(target).into_iter().map(|(_, data)| data).collect();
    let likely = likely::cases(target);
    let some = if likely.is_empty() { select(kept).boxed() } else { prop_oneof![select(kept), select(likely)].boxed() };
    let piece = prop_oneof![vec(any::<u8>(), 0..3), select(&PIECES[..]).prop_map(<[u8]>::to_vec)];
    let edit = (any::<Index>(), 0..3_usize, piece);
    let edited = (some, vec(edit, 0..4)).prop_map(|(mut data, edits)| {
        for (place, cut, piece) in edits {
            let at = place.index(data.len() + 1);
            let end = (at + cut).min(data.len());
            data.splice(at..end, piece);
        }
        data
    });
    let data = prop_oneof![9 => edited, 1 => vec(any::<u8>(), 0..200)];
    let (all, real) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let config = ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(data in data)| {
        let is_real = check(&data) == Held::Real;
        all.fetch_add(1, Ordering::Relaxed);
        real.fetch_add(usize::from(is_real), Ordering::Relaxed);
    });
    let (all, real) = (all.into_inner(), real.into_inner());
    assert!(real * REAL >= all, "only {real} of {all} random cases of {target} are real");
}
