//! Writing a folder as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::files::PackageFile;
use crate::interrupt::Session;
use crate::source::display_name;

/// Rejects a folder that holds something, before any work is done for it.
pub(super) fn require_free(folder: &Path) -> anyhow::Result<()> {
    let is_empty = match fs::read_dir(folder) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !folder.is_symlink() => true,
        Err(_) if !folder.is_dir() && (folder.exists() || folder.is_symlink()) => {
            bail!("{}: not a folder; name a new one", display_name(folder))
        }
        Err(error) => return Err(error).with_context(|| display_name(folder)),
    };
    anyhow::ensure!(is_empty, "{}: not an empty folder; name a new one", display_name(folder));
    Ok(())
}

/// Writes files into a new or an empty folder. If something fails, nothing is left of what was written.
pub(super) fn write_folder(folder: &Path, files: &[PackageFile], session: &Session) -> anyhow::Result<()> {
    require_free(folder)?;
    let mut partial = OsString::from(".");
    partial.push(folder.file_name().unwrap_or_default());
    partial.push(format!(".partial-{}", std::process::id()));
    // A new folder appears at once. Somebody may work in an empty one, so that it cannot be replaced.
    let is_new = !folder.is_dir();
    let partial = if is_new { folder.with_file_name(partial) } else { folder.join(partial) };
    let is_new_parent = |above: &&Path| !above.as_os_str().is_empty() && !above.exists();
    let new_parents: Vec<&Path> = folder.ancestors().skip(1).take_while(is_new_parent).collect();
    let mut moved = Vec::new();
    let written = write_files(&partial, files, session).and_then(|()| {
        if is_new { Ok(fs::rename(&partial, folder)?) } else { move_entries(&partial, folder, &mut moved) }
    });
    written.with_context(|| display_name(folder)).inspect_err(|_| {
        // The first error counts. Somebody else may use the new parents by now.
        for path in moved.iter().chain([&partial]) {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        let _ = new_parents.iter().try_for_each(fs::remove_dir);
    })
}

/// Moves everything in a folder to another one, and removes it.
fn move_entries(from: &Path, to: &Path, moved: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(from)?.collect::<io::Result<Vec<_>>>()? {
        let path = to.join(entry.file_name());
        fs::rename(entry.path(), &path)?;
        moved.push(path);
    }
    Ok(fs::remove_dir(from)?)
}

fn write_files(folder: &Path, files: &[PackageFile], session: &Session) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for (path, contents) in files {
        session.interrupt().map_or(Ok(()), Err)?;
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
