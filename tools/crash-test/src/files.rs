//! The files in a folder, by name and content.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Files by their paths below a folder.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

/// What tells a file from one that has taken its place: number of the file, length and time of the last change.
pub(crate) type Marks = BTreeMap<String, (u64, u64, i64, i64)>;

/// Reads all files. What vanishes meanwhile is left out.
pub(crate) fn read_all(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    visit(folder, "", &mut |name, path| {
        files.insert(name, fs::read(path)?);
        Ok(())
    })?;
    Ok(files)
}

pub(crate) fn marks(folder: &Path) -> io::Result<Marks> {
    let mut marks = Marks::new();
    visit(folder, "", &mut |name, path| {
        let metadata = fs::symlink_metadata(path)?;
        marks.insert(name, (metadata.ino(), metadata.len(), metadata.mtime(), metadata.mtime_nsec()));
        Ok(())
    })?;
    Ok(marks)
}

/// Calls `found` for each file below a folder.
fn visit(folder: &Path, prefix: &str, found: &mut dyn FnMut(String, &Path) -> io::Result<()>) -> io::Result<()> {
    let absent = |error: io::Error| if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return absent(error),
    };
    for entry in entries {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        let seen = match entry.file_type() {
            Ok(kind) if kind.is_dir() => visit(&entry.path(), &format!("{name}/"), found),
            Ok(_) => found(name, &entry.path()),
            Err(error) => Err(error),
        };
        seen.or_else(absent)?;
    }
    Ok(())
}

/// Where two contents differ, for a message.
pub(crate) fn difference(found: &[u8], expected: &[u8]) -> String {
    let same = found.iter().zip(expected).take_while(|(one, other)| one == other).count();
    format!("{} bytes where {} are expected, the same up to byte {same}", found.len(), expected.len())
}

/// Copies files into a folder.
pub(crate) fn write_all(folder: &Path, files: &Files) -> io::Result<()> {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, bytes)?;
    }
    Ok(())
}
