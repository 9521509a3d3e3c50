//! Writing a folder as a whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::files::PackageFile;
use crate::source::display_name;

/// Rejects a folder that holds something, before any work is done for it.
pub(crate) fn require_free(folder: &Path) -> anyhow::Result<()> {
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(_) if folder.exists() && !folder.is_dir() => {
            bail!("{}: not a folder; name a new one", display_name(folder))
        }
        Err(error) => return Err(error).with_context(|| display_name(folder)),
    };
    anyhow::ensure!(is_empty, "{}: not an empty folder; name a new one", display_name(folder));
    Ok(())
}

/// Writes files into a new or an empty folder. If something fails, nothing is left of what was written.
pub(crate) fn write_folder(folder: &Path, files: &[PackageFile]) -> anyhow::Result<()> {
    require_free(folder)?;
    let first_new = folder.ancestors().take_while(|above| !above.as_os_str().is_empty() && !above.exists()).last();
    let partial = folder.join(format!(".partial-{}", std::process::id()));
    let written = write_files(&partial, files).and_then(|()| move_entries(&partial, folder));
    written.with_context(|| display_name(folder)).inspect_err(|_| {
        // What cannot be removed is no worse than what has failed already.
        let _ = match first_new {
            Some(first_new) => fs::remove_dir_all(first_new),
            None => remove_entries(folder),
        };
    })
}

fn write_files(folder: &Path, files: &[PackageFile]) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for PackageFile { path, contents } in files {
        let write = || {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            let mut file = File::create_new(&path)?;
            file.write_all(contents)?;
            // Some systems notice only now that the disk is full.
            file.sync_all()
        };
        write().with_context(|| display_name(path))?;
    }
    Ok(())
}

/// Moves everything in a folder to the one that it is in.
fn move_entries(from: &Path, to: &Path) -> anyhow::Result<()> {
    for entry in entries(from)? {
        fs::rename(&entry, to.join(entry.file_name().unwrap_or_default()))?;
    }
    Ok(fs::remove_dir(from)?)
}

fn remove_entries(folder: &Path) -> io::Result<()> {
    for entry in entries(folder)? {
        if entry.is_dir() { fs::remove_dir_all(entry)? } else { fs::remove_file(entry)? }
    }
    Ok(())
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}
