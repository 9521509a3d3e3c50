//! Files in a folder of their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use testkit::TemporaryFolder;

/// The bytes of each file.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// A folder with these files.
pub(super) fn folder_of(files: &Files) -> TemporaryFolder {
    let folder = TemporaryFolder::in_memory();
    for (name, bytes) in files {
        fs::write(folder.root().join(name), bytes).expect("a small file");
    }
    folder
}

/// The files of a folder, without the lock.
pub(super) fn read(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file"));
    let files = entries.map(|entry| {
        let name = entry.file_name().into_string().expect("a name in ASCII");
        (name, fs::read(entry.path()).expect("a small file"))
    });
    files.filter(|(name, _)| name != "lock").collect()
}
