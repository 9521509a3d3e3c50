//! Checkpoints: the values of a sequence in a file that grows at its end.
//!
//! A checkpoint grows in its place, part by part, each with a hash of all that is before it (`format.rs`). A file that
//! is replaced as a whole would need as much room again on the disk, and as long for the last value as for all others.
//!
//! What a killed run leaves is the beginning of a part, which does not count. The number of a part's values has a hash
//! of its own, so a changed number does not look like such a beginning, and nothing that was saved is cut off. Every
//! other wrong hash is an error: the disk or a user has changed the file, or the power failed, as a file may become
//! longer on the disk before it has its bytes. The file stays as it is. The error says how much of it is whole, so that
//! a person can decide to cut it.

mod errors;
mod format;
mod load;
#[cfg(test)]
mod tests;

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use grundy::HeapGame;

use crate::hash::Hash;
use crate::lock::LockedFile;
use crate::whole_file;
use errors::{cannot_lock, cannot_read, cannot_write};
use format::BLOCK;
use load::Loaded;

/// A checkpoint that no other run can open until it is dropped, or the process ends in whatever way.
///
/// What has been saved once stays: saving writes after it, and whenever a run is killed, or a disk is full, the values
/// of all saves before can be read. If the machine stops while one is written, it may be left damaged; the error says
/// how to keep those before.
///
/// ```
/// # let folder = testkit::TemporaryFolder::default();
/// use octal::Checkpoint;
///
/// let (path, kayles) = (folder.root().join("values"), ".77".parse()?);
/// Checkpoint::open(&path, &kayles)?.save(&[0, 1, 2])?;
/// let mut checkpoint = Checkpoint::open(&path, &kayles)?;
/// assert_eq!(checkpoint.values(), [0, 1, 2]);
/// checkpoint.save(&[0, 1, 2, 3, 1])?;
/// assert_eq!(Checkpoint::read(&path, &kayles)?, [0, 1, 2, 3, 1]);
/// # Ok::<(), anyhow::Error>(())
/// ```
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    file: LockedFile,
    /// Those that were read, until they are taken.
    values: Vec<u16>,
    /// The number of values in whole parts.
    saved: usize,
    /// Up to the end of the last whole part.
    hash: Hash,
    /// Where the last whole part ends, in bytes, or the header.
    end: u64,
    /// Whether the name of the file outlasts the machine.
    is_name_durable: bool,
}

impl Checkpoint {
    /// Opens the checkpoint of this game, creates it if it is missing, and reads its values. This takes two bytes of
    /// memory for each.
    ///
    /// A last part that is not there whole is left out: a run was killed while it wrote that.
    ///
    /// # Errors
    ///
    /// If the file cannot be written or read, is used by another run, is not a checkpoint, is one of another game, or
    /// is damaged. It stays as it is, and the error names it.
    pub fn open(path: &Path, game: &HeapGame) -> anyhow::Result<Self> {
        Self::open_into(path, game, Vec::new())
    }

    /// Does the same as [`open`](Self::open), and uses the memory of `room` for the values. If there is room for others
    /// after them, they need not be moved when these are added.
    ///
    /// # Errors
    ///
    /// The errors of [`open`](Self::open).
    pub fn open_into(path: &Path, game: &HeapGame, room: Vec<u16>) -> anyhow::Result<Self> {
        check_kind(path)?;
        let opened = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = opened.with_context(|| cannot_write(path))?;
        let file = LockedFile::new(file).map_err(|error| cannot_lock(path, error))?;
        let Loaded { values, hash, end } = load(path, &file, game, room)?;
        let mut checkpoint =
            Self { path: path.to_owned(), file, saved: values.len(), values, hash, end, is_name_durable: false };
        if end == 0 {
            let header = format::header(game);
            write_header(&checkpoint.file, &header).with_context(|| cannot_write(path))?;
            checkpoint.end = header.len() as u64;
        }
        Ok(checkpoint)
    }

    /// Reads the values of a checkpoint of this game without changing it or keeping a run from using it. Of one that a
    /// run is using, those that have been saved; on Windows such a file cannot be read.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not a checkpoint, is one of another game, or is damaged. The error names it.
    pub fn read(path: &Path, game: &HeapGame) -> anyhow::Result<Vec<u16>> {
        check_kind(path)?;
        let file = File::open(path).with_context(|| cannot_read(path))?;
        Ok(load(path, &file, game, Vec::new())?.values)
    }

    /// Takes the values that were read. The second time there are none.
    #[must_use]
    pub fn values(&mut self) -> Vec<u16> {
        std::mem::take(&mut self.values)
    }

    /// Appends the values that are not in the file yet, and waits until they are on the disk. The first of the values
    /// are those in the file; of fewer than these, nothing is saved.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. The error names it, and the file has what it had before.
    ///
    /// # Complexity
    ///
    /// The number of new values. No second copy of them is made.
    pub fn save(&mut self, values: &[u16]) -> anyhow::Result<()> {
        let new = values.get(self.saved..).unwrap_or_default();
        if new.is_empty() {
            return Ok(());
        }
        let appended = self.append(new).inspect_err(|_| drop(self.file.set_len(self.end)));
        (self.hash, self.end) = appended.with_context(|| cannot_write(&self.path))?;
        self.saved += new.len();
        if !self.is_name_durable {
            whole_file::sync_folder_of(&self.path);
            self.is_name_durable = true;
        }
        Ok(())
    }

    /// Writes a part after the others, and returns the hash up to its end, and where that is.
    fn append(&self, new: &[u16]) -> io::Result<(Hash, u64)> {
        let mut file: &File = &self.file;
        // The part that was not whole may be longer.
        file.set_len(self.end)?;
        file.seek(SeekFrom::Start(self.end))?;
        let mut hash = self.hash.with_word(new.len() as u64);
        file.write_all(&format::part_head(new.len(), hash))?;
        let mut bytes = vec![0; 2 * BLOCK.min(new.len())];
        for block in new.chunks(BLOCK) {
            let (pairs, _) = bytes.as_chunks_mut::<2>();
            pairs.iter_mut().zip(block).for_each(|(pair, value)| *pair = value.to_le_bytes());
            file.write_all(&bytes[..2 * block.len()])?;
            hash = hash.with_values(block);
        }
        file.write_all(&hash.to_bytes())?;
        file.sync_data()?;
        Ok((hash, file.stream_position()?))
    }
}

/// Writes the header into a file in which there is not more than the beginning of it.
fn write_header(mut file: &File, header: &str) -> io::Result<()> {
    let written = file.rewind().and_then(|()| file.write_all(header.as_bytes()));
    written.inspect_err(|_| drop(file.set_len(0)))
}

fn load(path: &Path, file: &File, game: &HeapGame, room: Vec<u16>) -> anyhow::Result<Loaded> {
    let length = file.metadata().with_context(|| cannot_read(path))?.len();
    load::load(file, length, game, room).map_err(|error| errors::cannot_load(path, error))
}

/// Fails for devices, pipes and folders, some of which cannot even be opened without waiting.
fn check_kind(path: &Path) -> anyhow::Result<()> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            bail!("{}: not a regular file; name another one for the checkpoint", path.display())
        }
        _ => Ok(()),
    }
}
