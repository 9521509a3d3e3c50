//! The files in a folder, by name and content.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::Result;
use walkdir::WalkDir;

/// Files by their paths below a folder.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// What tells a file from one that has taken its place: number of the file, length and time of the last change.
pub(crate) type Marks = BTreeMap<String, (u64, u64, i64, i64)>;

pub(crate) fn read_all(folder: &Path) -> Result<Files> {
    visit(folder, |path| fs::read(path))
}

pub(crate) fn marks(folder: &Path) -> Result<Marks> {
    visit(folder, |path| {
        let metadata = fs::symlink_metadata(path)?;
        Ok((metadata.ino(), metadata.len(), metadata.mtime(), metadata.mtime_nsec()))
    })
}

/// What `look` finds in each file below a folder. What vanishes meanwhile is left out.
fn visit<T>(folder: &Path, look: impl Fn(&Path) -> io::Result<T>) -> Result<BTreeMap<String, T>> {
    let absent = |error: io::Error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) };
    let mut found = BTreeMap::new();
    for entry in WalkDir::new(folder) {
        let seen = entry.map_err(io::Error::from).and_then(|entry| {
            if !entry.file_type().is_dir() {
                let name = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_string_lossy().into_owned();
                found.insert(name, look(entry.path())?);
            }
            Ok(())
        });
        seen.or_else(absent)?;
    }
    Ok(found)
}

/// Whether the extension marks a file that `retrograde` or `octal` did not finish.
pub(crate) fn is_temporary(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|last| last == "part")
}
