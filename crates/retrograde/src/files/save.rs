//! Saving a solution.

use std::fs::{self, File};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use crate::cell::Cell;
use crate::files::layout::Header;
use crate::memory::index;
use crate::shares::Partition;
use crate::solution::Solution;

impl<G> Solution<G> {
    /// Writes the solution in the format that [`Solution::load`] and [`Stored`](crate::files::Stored) read: a header,
    /// and for each rank as many bits as it takes to tell its value from the others that occur.
    ///
    /// The name is all that distinguishes the solution from those of other games with as many ranks. It should tell the
    /// rules, and the version of the code that ranks positions.
    ///
    /// # Errors
    ///
    /// Any error of `out`, or [`io::ErrorKind::InvalidInput`] if the name is longer than 4,096 bytes.
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
    /// | 3 times 8 | the number of the worker, from 0 on; the number of workers; the length of a block of ranks |
    /// | … | the name, in UTF-8 |
    /// | 2 each | the different cells, ascending |
    /// | 8 | the checksum of all bytes before |
    ///
    /// A checksum starts as 0 and takes in 64-bit numbers one by one: it becomes `mix(checksum ^ number)`, where `mix`
    /// is the output of splitmix64 for a state. The checksum of bytes takes them in eight to a number, the last number
    /// padded with zeros, and then their count. That of a block takes in the checksum of two numbers, the checksum of
    /// the solution and the worker, then the number of the block and the checksum of its codes. The checksum of the
    /// solution is the sum, modulo 2^64, of `mix(rank << 16 | cell)` over all ranks with a canonical position.
    ///
    /// A solution in one file is that of worker 0 of 1. Otherwise a file has the counts, the cells and the blocks of
    /// the ranks of its worker, in their order: block `b` of the ranks belongs to worker `b` modulo the number of
    /// workers. The length of a block is a power of two.
    ///
    /// A cell is the state of a rank: 0 for a draw; 0x7FFF for no canonical position; 0x8000 plus the plies for a loss;
    /// 0xC000 plus the plies for a win. The code of a rank is the index of its cell among the different ones, in as
    /// many bits as the largest index takes, the lowest bits first. A block holds as many codes as fit into 4,088
    /// bytes, padded with zeros, and then its checksum; the last one ends with its last code and the checksum. If all
    /// cells are the same there are no blocks.
    pub fn write(&self, name: &str, out: impl Write) -> io::Result<()> {
        write_cells(&self.header(name)?, self.cells(), out)
    }

    pub(crate) fn header(&self, name: &str) -> io::Result<Header> {
        let partition = Partition::new(self.ranks(), 1);
        Header::new(name, self.checksum(), partition, 0, self.cells()).ok_or_else(name_too_long)
    }

    /// [Writes](Self::write) the solution to a file.
    ///
    /// An existing file is replaced when everything has reached the disk, and stays as it is if there is an error.
    /// Links are followed, and permissions are kept. If the process is killed meanwhile, it leaves a file with the
    /// extension `.part` in the same folder.
    ///
    /// # Errors
    ///
    /// If the file cannot be written, for instance to a missing folder or a full disk, or if the path is not a file.
    /// The error names the file.
    pub fn save(&self, name: &str, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        let saved = self.header(name).and_then(|header| self.save_with(&header, NewFile::create(path)?));
        saved.map_err(|error| with_path(path, &error))
    }

    /// Does the same with the [`Header`] of this solution, which takes two passes over all values to make. Errors do
    /// not name the file.
    pub(crate) fn save_with(&self, header: &Header, file: NewFile) -> io::Result<()> {
        file.write(|out| write_cells(header, self.cells(), out))?;
        file.commit()
    }
}

pub(super) fn name_too_long() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "the name is longer than 4096 bytes")
}

/// Writes cells in the format of a solution.
pub(super) fn write_cells(header: &Header, cells: &[Cell], mut out: impl Write) -> io::Result<()> {
    out.write_all(&header.to_bytes())?;
    let mut codes = vec![0; 1 << 16];
    for (code, cell) in (0..).zip(&header.cells) {
        codes[usize::from(cell.to_bits())] = code;
    }
    let blocks = header.blocks();
    for block in 0..blocks.count() {
        let cells = blocks.ranks_of(block).map(|rank| cells[index(rank)]);
        out.write_all(&blocks.encode(block, cells.map(|cell| codes[usize::from(cell.to_bits())])))?;
    }
    out.flush()
}

/// A file under a temporary name. It is removed unless it is given its own name. Errors do not name it.
#[derive(Debug)]
pub(crate) struct NewFile {
    part: PathBuf,
    file: File,
    /// The file that is to be replaced, with links followed.
    path: PathBuf,
}

impl NewFile {
    /// Creates a file beside the one that it will replace, with the permissions of that one.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let cannot_follow = |error: io::Error| io::Error::new(error.kind(), format!("{error}; remove the link"));
        let path = if path.is_symlink() { fs::canonicalize(path).map_err(cannot_follow)? } else { path.to_owned() };
        let existing = fs::metadata(&path).ok();
        if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
            return Err(io::Error::other("not a file; save the solution elsewhere"));
        }
        let (part, file) = create_part(&path)?;
        // From here on dropping it removes the file.
        let new = Self { part, file, path };
        if let Some(existing) = existing {
            new.file.set_permissions(existing.permissions())?;
        }
        Ok(new)
    }

    /// Writes the file, which has reached the disk then. What was written before is gone.
    pub(super) fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        self.file.set_len(0)?;
        (&self.file).rewind()?;
        let mut out = io::BufWriter::with_capacity(1 << 16, &self.file);
        write(&mut out)?;
        out.flush()?;
        self.file.sync_all()
    }

    /// Gives the file its name, which replaces an existing one.
    pub(super) fn commit(mut self) -> io::Result<()> {
        fs::rename(&self.part, &self.path)?;
        self.part.clear();
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.part.as_os_str().is_empty() {
            // The first error matters more than one in removing the incomplete file.
            let _ = fs::remove_file(&self.part);
        }
    }
}

pub(crate) fn with_path(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Creates a file for the incomplete solution, in the same folder.
fn create_part(path: &Path) -> io::Result<(PathBuf, File)> {
    for number in 0.. {
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}-{number}.part", std::process::id()));
        match File::create_new(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (part.into(), file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}
