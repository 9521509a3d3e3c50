//! Saving a solution.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::iter;
use std::path::{Path, PathBuf};

use crate::cell::Cell;
use crate::error::Error;
use crate::files::layout::{Blocks, Header};
use crate::memory::index;
use crate::solution::Solution;

impl<G> Solution<G> {
    /// Writes the solution in the format that [`Solution::load`] and [`Stored`](crate::files::Stored) read: a header,
    /// and for each rank as many bits as it takes to tell its value from the others that occur.
    ///
    /// Only the name distinguishes the solution from solutions of other games with the same number of ranks. It should
    /// tell the rules, and the version of the code that ranks positions. [`ErrorKind::InvalidInput`] if it is longer
    /// than 4,096 bytes.
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
        write_cells(&self.header(name)?, self.pieces(), out)
    }

    /// All cells, as what they are written by takes them.
    fn pieces(&self) -> impl Iterator<Item = io::Result<impl Iterator<Item = Cell>>> {
        iter::once(Ok(self.cells().iter().copied()))
    }

    fn header(&self, name: &str) -> io::Result<Header> {
        Header::of(name, self.cells())
    }

    /// [Writes](Self::write) the solution to a file.
    ///
    /// An existing file is replaced when everything has reached the disk, and stays as it is if there is an error.
    /// Links are followed, and permissions are kept. If the process is killed meanwhile, it leaves a file with the
    /// extension `.part` in the same folder. An error names the file; it is one if the path is a folder or a device.
    pub fn save(&self, name: &str, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let saved = self.header(name).and_then(|header| save_cells(&header, self.pieces(), NewFile::create(path)?));
        saved.map_err(|error| Error::from(error).in_file(path))
    }
}

/// Saves cells, some at a time, with their header to a file.
pub(super) fn save_cells<C: IntoIterator<Item = Cell>>(
    header: &Header,
    cells: impl IntoIterator<Item = io::Result<C>>,
    file: NewFile,
) -> io::Result<()> {
    file.write(|out| write_cells(header, cells, out))?;
    file.commit()
}

/// Writes cells in the format of a solution.
fn write_cells<C: IntoIterator<Item = Cell>>(
    header: &Header,
    cells: impl IntoIterator<Item = io::Result<C>>,
    out: impl Write,
) -> io::Result<()> {
    let mut writer = CellWriter::new(header, out)?;
    cells.into_iter().try_for_each(|cells| writer.write(cells?.into_iter()))?;
    writer.finish().map(drop)
}

/// Writes the format of a solution, whose cells come in the order of ranks.
#[derive(Debug)]
pub(crate) struct CellWriter<W> {
    out: W,
    blocks: Blocks,
    /// The code of each cell, by its bits.
    codes: Vec<u32>,
    /// The number of the next block, and the codes of its first ranks.
    block: u64,
    waiting: Vec<u32>,
}

impl<W: Write> CellWriter<W> {
    /// Writes the header.
    pub(crate) fn new(header: &Header, mut out: W) -> io::Result<Self> {
        out.write_all(&header.to_bytes())?;
        let mut codes = vec![0; 1 << 16];
        for (code, cell) in (0..).zip(&header.cells) {
            codes[usize::from(cell.to_bits())] = code;
        }
        Ok(Self { out, blocks: header.blocks(), codes, block: 0, waiting: Vec::new() })
    }

    /// Writes the cells of the next ranks, as soon as they fill a block.
    pub(crate) fn write(&mut self, cells: impl Iterator<Item = Cell>) -> io::Result<()> {
        let mut codes = cells.map(|cell| self.codes[usize::from(cell.to_bits())]);
        while self.block < self.blocks.count() {
            let ranks = self.blocks.ranks_of(self.block);
            let missing = index(ranks.end - ranks.start) - self.waiting.len();
            self.waiting.extend(codes.by_ref().take(missing));
            if self.waiting.len() < index(ranks.end - ranks.start) {
                break;
            }
            self.out.write_all(&self.blocks.encode(self.block, self.waiting.drain(..)))?;
            self.block += 1;
        }
        Ok(())
    }

    /// Ends after the cell of the last rank.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.out.flush().map(|()| self.out)
    }
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
        let create = |number| {
            let part = with_suffix(&path, &format!("{}-{number}.part", std::process::id()));
            (File::create_new(&part), part)
        };
        // Another thread may be writing the same file.
        let exists = |error: &io::Error| error.kind() == ErrorKind::AlreadyExists;
        let is_new = |(file, _): &(io::Result<File>, _)| !file.as_ref().is_err_and(exists);
        let (file, part) = (0..u64::MAX).map(create).find(is_new).expect("no end of numbers");
        // From here on dropping it removes the file.
        let new = Self { part, file: file?, path };
        if let Some(existing) = existing {
            new.file.set_permissions(existing.permissions())?;
        }
        Ok(new)
    }

    /// Writes the file, which has reached the disk then.
    pub(crate) fn write(&self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(1 << 16, &self.file);
        write(&mut out)?;
        out.flush()?;
        self.file.sync_all()
    }

    /// The file, to be written in pieces.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Gives the file its name, which replaces an existing one.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        fs::rename(&self.part, &self.path)?;
        self.part.clear();
        // The name has reached the disk too, where a folder can be opened.
        File::open(folder_of(&self.path)).map_or(Ok(()), |folder| folder.sync_all())
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

/// The path with a suffix after a point.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{suffix}"));
    name.into()
}

/// Removes what was left of files in this folder by processes that were killed while they wrote them, if `is_one` says
/// so of the name.
pub(crate) fn remove_incomplete_files(folder: &Path, is_one: impl Fn(&OsStr) -> bool) -> io::Result<()> {
    for_each_file(folder, |name, path| {
        let is_incomplete = path.extension().is_some_and(|last| last == "part") && is_one(name);
        if is_incomplete { fs::remove_file(path) } else { Ok(()) }
    })
}

/// Calls `visit` for each file of a folder, if there is one, with the name and the path.
fn for_each_file(folder: &Path, mut visit: impl FnMut(&OsStr, &Path) -> io::Result<()>) -> io::Result<()> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        entries => entries?.try_for_each(|entry| entry.and_then(|entry| visit(&entry.file_name(), &entry.path()))),
    }
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}
