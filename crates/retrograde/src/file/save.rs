//! Writing a solution, whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::file::layout::Header;
use crate::solution::Solution;

impl Solution {
    /// Writes the solution of the game that is called `name`, in the format that [`Solution::load`] and
    /// [`Stored`](crate::Stored) read: a header, and for each rank as many bits as it takes to tell the values apart that
    /// occur.
    ///
    /// Only `name` will tell the solution from those of other games with as many ranks: it should say what the rules are,
    /// and which version of the code that numbers the positions.
    ///
    /// # The format
    ///
    /// All numbers are little-endian. A file is a header and then blocks:
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 20 | `retrograde solution` and a line feed |
    /// | 4 | version of the format: 1 |
    /// | 4 | how many ranks |
    /// | 4 | length of the name |
    /// | 4 | how many different cells there are |
    /// | 4 times 8 | canonical positions won, lost, drawn; the checksum of all cells |
    /// | … | the name, in UTF-8 |
    /// | 2 each | the different cells, ascending |
    /// | 8 | the checksum of all bytes before |
    ///
    /// A cell is what is known of a rank: 0, drawn; 0x7FFF, no canonical position; 0x8000 and the plies, lost; 0xC000 and the
    /// plies, won. A rank is coded by the number of its cell among the different ones, in as many bits as the largest such
    /// number takes, the lowest bits first. A block holds as many ranks as fit into 4,088 bytes, zeros up to there, and then
    /// the checksum of these bytes and the number of the block. The last one ends with its last code. If all cells are the same
    /// there are no blocks.
    ///
    /// # Errors
    ///
    /// What `out` has to complain of. If the name is longer than 4,096 bytes.
    pub fn write(&self, name: &str, mut out: impl Write) -> io::Result<()> {
        let header = Header::new(name, self).ok_or_else(|| {
            io::Error::new(io::ErrorKind::InvalidInput, "the name of the game is longer than 4096 bytes")
        })?;
        out.write_all(&header.to_bytes())?;
        let mut codes = vec![0; 1 << 16];
        for (code, cell) in (0..).zip(&header.cells) {
            codes[usize::from(cell.to_bits())] = code;
        }
        let blocks = header.blocks();
        for block in 0..blocks.count() {
            let cells = blocks.ranks_of(block).map(|rank| self.cells()[rank as usize]);
            out.write_all(&blocks.encode(block, cells.map(|cell| codes[usize::from(cell.to_bits())])))?;
        }
        out.flush()
    }

    /// [Writes](Self::write) the solution into a file. What was there before is replaced at once when all has reached the
    /// disk, and stays as it is if something goes wrong.
    ///
    /// # Errors
    ///
    /// If the file cannot be written: no such folder, a full disk. If there is something else than a file already. The
    /// error names the file.
    pub fn save(&self, name: &str, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        let about = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            return Err(about(io::Error::new(io::ErrorKind::InvalidInput, "not a file; save the solution elsewhere")));
        }
        let (part, file) = create_part(path).map_err(about)?;
        let written = self.write(name, io::BufWriter::with_capacity(1 << 16, &file)).and_then(|()| file.sync_all());
        drop(file);
        written.and_then(|()| fs::rename(&part, path)).map_err(|error| {
            // It is no use without its end. If it cannot be removed either, there is still nothing under the final name.
            let _ = fs::remove_file(&part);
            about(error)
        })
    }
}

/// A new file in the same folder, for what is not yet complete.
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
