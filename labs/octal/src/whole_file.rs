//! Files that are written under a temporary name, and get their own when they are whole.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a file is written, and what it replaces.
enum Target {
    /// A file that is there or not, with links followed, and the temporary one beside it.
    File { path: PathBuf, part: PathBuf },
    /// A device or a pipe.
    Other,
}

/// Replaces a file atomically: whenever the machine stops, either the old or the new one exists. After an error nothing else is left;
/// after a SIGKILL there may be a file with the extension `.part`, which the next call replaces.
pub(crate) fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let Target::File { path, part } = Target::of(path)? else {
        return File::options().write(true).open(path)?.write_all(bytes);
    };
    let written = create(&part).and_then(|mut file| {
        if let Ok(old) = fs::metadata(&path) {
            file.set_permissions(old.permissions())?;
        }
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&part, &path)
    });
    written.inspect_err(|_| drop(fs::remove_file(&part)))
}

/// Fails if [`replace`] would, as far as that can be known before there is anything to write.
pub(crate) fn check(path: &Path) -> io::Result<()> {
    match Target::of(path)? {
        Target::File { part, .. } => create(&part).and_then(|_| fs::remove_file(&part)),
        Target::Other => File::options().write(true).open(path).map(drop),
    }
}

/// Creates a temporary file. One that is left from before may be protected, or a link.
fn create(part: &Path) -> io::Result<File> {
    let _ = fs::remove_file(part);
    File::create(part)
}

impl Target {
    fn of(path: &Path) -> io::Result<Self> {
        let path = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_owned() };
        if fs::metadata(&path).is_ok_and(|found| !found.is_file()) {
            return Ok(Self::Other);
        }
        let mut part = path.clone().into_os_string();
        part.push(".part");
        Ok(Self::File { path, part: part.into() })
    }
}
