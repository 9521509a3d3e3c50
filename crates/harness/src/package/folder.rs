//! Writing a folder as a whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::files::PackageFile;
use crate::interrupt;
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
    let written = if folder.is_dir() { fill(folder, files) } else { create(folder, files) };
    written.with_context(|| display_name(folder))
}

/// Creates a folder at once: its files are written beside it.
fn create(folder: &Path, files: &[PackageFile]) -> anyhow::Result<()> {
    let is_new = |above: &&Path| !above.as_os_str().is_empty() && !above.exists();
    let new_parents: Vec<&Path> = folder.ancestors().skip(1).take_while(is_new).collect();
    let mut name = OsString::from(".");
    name.push(folder.file_name().unwrap_or_default());
    let partial = folder.with_file_name(partial_name(name));
    let written = write_files(&partial, files).and_then(|()| Ok(fs::rename(&partial, folder)?));
    written.inspect_err(|_| {
        // What cannot be removed is no worse than what has failed already. Others may use the new parents by now.
        let _ = fs::remove_dir_all(&partial);
        let _ = new_parents.iter().try_for_each(fs::remove_dir);
    })
}

/// Fills an empty folder, which somebody may work in, so that it cannot be replaced by another one.
fn fill(folder: &Path, files: &[PackageFile]) -> anyhow::Result<()> {
    let partial = folder.join(partial_name(OsString::new()));
    let mut moved = Vec::new();
    let written = write_files(&partial, files).and_then(|()| move_entries(&partial, folder, &mut moved));
    written.inspect_err(|_| {
        for path in moved.iter().chain([&partial]) {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    })
}

/// Moves everything in a folder to another one, and removes it.
fn move_entries(from: &Path, to: &Path, moved: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(from)?.collect::<io::Result<Vec<_>>>()? {
        let name = entry.file_name();
        fs::rename(from.join(&name), to.join(&name))?;
        moved.push(to.join(&name));
    }
    Ok(fs::remove_dir(from)?)
}

/// The name of the folder that is written first.
fn partial_name(mut name: OsString) -> OsString {
    name.push(format!(".partial-{}", std::process::id()));
    name
}

fn write_files(folder: &Path, files: &[PackageFile]) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    for PackageFile { path, contents } in files {
        interrupt::requested().map_or(Ok(()), Err)?;
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
