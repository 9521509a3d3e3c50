//! Saving a solution.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::layout::{Counted, write_cells};
use crate::error::Error;
use crate::solution::Solution;

impl<G> Solution<G> {
    /// Writes the solution in the format that [`Solution::load`] and [`Stored`](crate::files::Stored) read: a header,
    /// and for each rank as many bits as it takes to tell its value from the others that occur.
    ///
    /// Only the name distinguishes the solution from solutions of other games with the same number of ranks. It should
    /// tell the rules, and the version of the code that ranks positions. The error is
    /// [`InvalidInput`](io::ErrorKind::InvalidInput) if it is longer than 4,096 bytes.
    ///
    /// # The format
    ///
    /// All numbers are little-endian. A file is a header and then blocks:
    ///
    /// | bytes | content |
    /// |---|---|
    /// | 20 | `retrograde solution` and a line feed |
    /// | 4 | version of the format, 3 |
    /// | 4 | length of the name |
    /// | 4 | number of different cells |
    /// | 5 times 8 | number of ranks; canonical positions won, lost, drawn; the checksum of the solution |
    /// | 3 times 8 | 0; 1; the greatest power of two that is at most a 1,024th of the ranks, or 1 |
    /// | … | the name, in UTF-8 |
    /// | 2 each | the different cells, ascending |
    /// | 8 | the checksum of all bytes before |
    ///
    /// A checksum starts as 0 and takes in 64-bit numbers one by one: it becomes `mix(checksum ^ number)`, where `mix`
    /// is the output of splitmix64 for a state. The checksum of bytes takes them in eight to a number, the last number
    /// padded with zeros, and then their count. The checksum of a block takes in the checksum of two numbers, the
    /// checksum of the solution and 0, then the number of the block and the checksum of its codes. The checksum of the
    /// solution is the sum, modulo 2^64, of `mix(rank << 16 | cell)` over all ranks with a canonical position.
    ///
    /// A cell is the state of a rank: 0 for a draw; 0x7FFF for no canonical position; 0x8000 plus the plies for a loss;
    /// 0xC000 plus the plies for a win. The code of a rank is the index of its cell among the different ones, in as
    /// many bits as the largest index takes, the lowest bits first. A block holds as many codes as fit into 4,088
    /// bytes, padded with zeros, and then its checksum; the last one ends with its last code and the checksum. If all
    /// cells are the same there are no blocks.
    pub fn write(&self, name: &str, out: impl Write) -> io::Result<()> {
        write_cells(&Counted::of(self.cells()).header(name)?, self.cells().iter().copied().map(Ok), out)
    }

    /// [Writes](Self::write) the solution to a file.
    ///
    /// An existing file is replaced when everything has reached the disk, and stays as it is if there is an error. Until
    /// then the solution is in a file beside it with the extension `.part`, which is left if the process is killed; no
    /// two threads or processes may save to the same path at once. An error names the file; it is one if the path is a
    /// folder or a device.
    pub fn save(&self, name: &str, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let saved = NewFile::create(path).and_then(|file| file.save(|out| self.write(name, out)));
        saved.map_err(|error| Error::from(error).in_file(path))
    }
}

/// A file under a temporary name. It is removed unless it is given its own name. Errors do not name it.
pub(crate) struct NewFile {
    file: File,
    part: PathBuf,
    path: PathBuf,
}

impl NewFile {
    /// Creates a file beside the one that it will replace. What a process that was killed has left there is lost.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|existing| !existing.is_file()) {
            return Err(io::Error::other("not a file; save the solution elsewhere"));
        }
        let part = part_of(path);
        let file = File::options().read(true).write(true).create(true).truncate(true).open(&part)?;
        Ok(Self { file, part, path: path.to_owned() })
    }

    /// The file, to write and read it before.
    pub(super) fn open(&self) -> io::Result<File> {
        self.file.try_clone()
    }

    /// Writes the file, and gives it its name, which replaces an existing one, when it has reached the disk.
    pub(crate) fn save(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(1 << 16, &self.file);
        write(&mut out)?;
        out.flush()?;
        self.file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        // The name has reached the disk too, where a folder can be opened.
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new("."))).map_or(Ok(()), |folder| folder.sync_all())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // If it has its name, there is none. The first error matters more than one in removing the file.
        let _ = fs::remove_file(&self.part);
    }
}

/// The temporary name of a file.
pub(super) fn part_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}
