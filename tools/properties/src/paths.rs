//! Files with any bytes for names.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Writes a file, with the folders above it. `None` if there is a folder of this name, or a file where a folder should
/// be.
pub(crate) fn write(root: &Path, parts: &[Vec<u8>], text: &[u8]) -> Option<PathBuf> {
    let path = parts.iter().fold(root.to_owned(), |path, part| path.join(OsStr::from_bytes(part)));
    fs::create_dir_all(path.parent()?).ok()?;
    fs::write(&path, text).ok()?;
    Some(path)
}

/// A part of a path made of any bytes, or `None` if they leave nothing.
pub(crate) fn part_of_path(bytes: &[u8]) -> Option<Vec<u8>> {
    const LONGEST: usize = 60;
    let part: Vec<u8> = bytes.iter().copied().filter(|byte| !b"/\0".contains(byte)).take(LONGEST).collect();
    (!part.is_empty() && part != b"." && part != b"..").then_some(part)
}
