//! Files that are written under a temporary name, and get their own when they are whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Replaces a file atomically: whenever the machine stops, either the old or the new one exists, and after this returns
/// it is the new one. After a SIGKILL there may be a file with the extension `.part`, which the next call replaces.
/// Into a device or a pipe the bytes are written as they are.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, Some(bytes))
}

/// Fails if [`replace`] would, as far as that can be known before there is anything to write.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    write(path, None)
}

/// Replaces the file, or without bytes only begins to.
fn write(path: &Path, bytes: Option<&[u8]>) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|old| !old.is_file()) {
        return File::options().write(true).open(path)?.write_all(bytes.unwrap_or_default());
    }
    let mut part = OsString::from(path);
    part.push(".part");
    let mut file = File::create(&part)?;
    let Some(bytes) = bytes else { return fs::remove_file(part) };
    let written = file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&part, path));
    written.inspect_err(|_| drop(fs::remove_file(&part)))?;
    // The name outlasts a power failure only when the folder is synced; not every system can do that.
    let folder = path.parent().filter(|folder| folder.as_os_str() != "").unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}
