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
    /// A checksum begins with 0 and takes 64-bit numbers one by one: it becomes `mix(checksum ^ number)`, where `mix` is the
    /// next output of splitmix64 in the state that it is given. Bytes are eight a number, the last ones filled up with zeros,
    /// and then their count. A block's numbers are the checksum of its bytes, its own number and the checksum of all cells;
    /// those of all cells four cells a number, the first one highest, and then the count of ranks.
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
    /// disk, and stays as it is if something goes wrong; a link is followed, and the permissions are kept. Whoever is killed
    /// while saving leaves a file beside it whose name ends in `.part`.
    ///
    /// # Errors
    ///
    /// If the file cannot be written: no such folder, a full disk. If there is something else than a file already. The
    /// error names the file.
    ///
    /// ```
    /// use retrograde::{Game, Solution, Value, solve};
    /// # struct Heap(u32);
    /// # impl Game for Heap {
    /// #     type Position = u32;
    /// #     fn ranks(&self) -> u32 { self.0 + 1 }
    /// #     fn rank(&self, heap: &u32) -> u32 { *heap }
    /// #     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
    /// #     fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
    /// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit);
    /// #     }
    /// # }
    /// let (game, name) = (Heap(21), "heap of 21, take 1 to 3");
    /// let path = std::env::temp_dir().join(format!("heap-{}.solution", std::process::id()));
    ///
    /// solve(&game)?.save(name, &path)?;
    /// assert_eq!(Solution::load(&path, &game, name)?.value(&game, &20), Value::Loss(10));
    /// assert!(Solution::load(&path, &game, "another game").is_err());
    /// # std::fs::remove_file(path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, name: &str, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        self.save_quietly(name, path)
            .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
    }

    /// Errors do not name the file.
    fn save_quietly(&self, name: &str, path: &Path) -> io::Result<()> {
        let path = if path.is_symlink() { fs::canonicalize(path)? } else { path.to_owned() };
        let before = fs::metadata(&path).ok();
        if before.as_ref().is_some_and(|found| !found.is_file()) {
            return Err(io::Error::other("not a file; save the solution elsewhere"));
        }
        let (part, file) = create_part(&path)?;
        let keep_permissions = || before.map_or(Ok(()), |before| file.set_permissions(before.permissions()));
        let written = self
            .write(name, io::BufWriter::with_capacity(1 << 16, &file))
            .and_then(|()| keep_permissions())
            .and_then(|()| file.sync_all())
            .and_then(|()| fs::rename(&part, &path));
        if written.is_err() {
            // It is no use without its end. If it cannot be removed either, there is still nothing under the final name.
            let _ = fs::remove_file(&part);
        }
        written
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
