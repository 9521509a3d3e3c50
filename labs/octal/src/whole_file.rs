//! Files that are written under a temporary name, and get their own when they are whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Replaces a file atomically: whenever the machine stops, either the old or the new one exists, and after this returns
/// it is the new one. After an error nothing else is left; after a SIGKILL there may be a file with the extension `.part`, which the next call replaces. Links
/// are followed, and permissions are kept. Into a device or a pipe the bytes are written as they are.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write(path, Some(bytes))
}

/// Fails if [`replace`] would, as far as that can be known before there is anything to write.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    write(path, None)
}

/// The temporary name of a file.
fn part_of(path: &Path) -> PathBuf {
    let mut part = path.to_owned().into_os_string();
    part.push(".part");
    part.into()
}

/// Replaces the file, or without bytes only begins to.
fn write(path: &Path, bytes: Option<&[u8]>) -> io::Result<()> {
    let path = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_owned() };
    let old = fs::metadata(&path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return File::options().write(true).open(path)?.write_all(bytes.unwrap_or_default());
    }
    let part = part_of(&path);
    // One that is left from before may be protected, or a link.
    let _ = fs::remove_file(&part);
    let mut file = File::create(&part)?;
    let Some(bytes) = bytes else { return fs::remove_file(part) };
    let replace = || {
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, &path)?;
        sync_folder_of(&path);
        Ok(())
    };
    replace().inspect_err(|_| drop(fs::remove_file(&part)))
}

/// Makes the name of a file outlast a power failure, which syncing the file alone does not, if the system can do that.
/// Others do it by themselves, sooner or later.
fn sync_folder_of(path: &Path) {
    #[cfg(unix)]
    if let Ok(path) = fs::canonicalize(path)
        && let Some(folder) = path.parent()
    {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}
