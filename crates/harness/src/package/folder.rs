//! Writing a folder as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::files::PackageFile;
use crate::source::display_name;

/// Rejects a folder that holds something, before any work is done for it.
pub(crate) fn require_free(folder: &Path) -> anyhow::Result<()> {
    let is_free = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    };
    anyhow::ensure!(is_free, "{}: not an empty folder; name a new one", display_name(folder));
    Ok(())
}

/// Writes files below a folder, which must not exist or be empty. If something fails, nothing is left of what was written.
pub(crate) fn write_folder(folder: &Path, files: &[PackageFile]) -> anyhow::Result<()> {
    require_free(folder)?;
    let partial = partial(folder);
    let written = write_files(&partial, files).and_then(|()| {
        // Not every system can rename a folder to an empty one.
        match fs::remove_dir(folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error.into()),
            _ => fs::rename(&partial, folder).map_err(Into::into),
        }
    });
    written
        .inspect_err(|_| {
            // What cannot be removed is no worse than what has failed already.
            let _ = fs::remove_dir_all(&partial);
        })
        .with_context(|| display_name(folder))
}

/// The folder beside `folder` that is written first.
fn partial(folder: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(folder.file_name().unwrap_or("package".as_ref()));
    name.push(format!(".partial-{}", std::process::id()));
    folder.with_file_name(name)
}

fn write_files(folder: &Path, files: &[PackageFile]) -> anyhow::Result<()> {
    for PackageFile { path, contents } in files {
        let path = folder.join(path);
        let write = || {
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            let mut file = File::create_new(&path)?;
            file.write_all(contents)?;
            // Some systems notice only now that the disk is full.
            file.sync_all()
        };
        let name = path.file_name().unwrap_or_default();
        write().with_context(|| display_name(name))?;
    }
    Ok(())
}
