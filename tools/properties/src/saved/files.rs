//! Files in a folder of their own.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use testkit::TemporaryFolder;

use super::sums::put_sums;

/// The bytes of each file.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Makes the checksums of all files fit, as far as there are any.
pub(super) fn forge(files: &mut Files) {
    for content in files.values_mut() {
        let _ = put_sums(content);
    }
}

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
