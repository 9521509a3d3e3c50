//! The file of a whole solution, which one worker writes for all, a range of ranks at a time.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::cell::Cell;
use crate::error::Error;
use crate::files::{CellWriter, Counted, Header, NewFile, folder_of, remove_incomplete_files};
use crate::partition::Partition;

/// Writes the file that [`Solution::save`](crate::Solution::save) would write, from what the workers send: what they
/// [counted](super::SolvedShare::counted), then the [values](super::SolvedShare::bytes) of one range of ranks after
/// another. Until it is [committed](Self::commit) it has a temporary name with the extension `.part`; dropping it removes
/// it. Errors name the file.
#[derive(Debug)]
#[must_use = "the file is removed unless it is committed"]
pub struct SolutionWriter {
    file: NewFile,
    path: PathBuf,
    partition: Partition,
    /// From the header on.
    cells: Option<CellWriter<BufWriter<File>>>,
}

impl SolutionWriter {
    /// Creates the file, before the game is solved: so nothing is solved in vain. What processes left behind that were
    /// killed while they wrote the same file is removed; therefore no two may do so at the same time.
    pub fn create(path: &Path, partition: Partition) -> Result<Self, Error> {
        let prefix = path.file_name().map(|name| format!("{}.", name.display())).unwrap_or_default();
        let removed = remove_incomplete_files(folder_of(path), |name| name.to_string_lossy().starts_with(&prefix));
        let file = removed.and_then(|()| NewFile::create(path)).map_err(|error| Error::from(error).in_file(path))?;
        Ok(Self { file, path: path.to_owned(), partition, cells: None })
    }

    /// Writes the header of the solution, which is saved under a name, from what all workers have counted, in their
    /// order.
    pub fn begin(&mut self, name: &str, counted: &[Vec<u8>]) -> Result<Header, Error> {
        let begun = self.file.file().try_clone().and_then(|file| {
            let mut all = Counted::default();
            for counted in counted {
                all.add(Counted::from_bytes(counted).ok_or_else(damaged)?);
            }
            let header = Header::new(name, self.partition.ranks(), all)?;
            self.cells = Some(CellWriter::new(&header, BufWriter::with_capacity(1 << 16, file))?);
            Ok(header)
        });
        begun.map_err(|error| Error::from(error).in_file(&self.path))
    }

    /// Writes the values of the next ranks, from all workers in their order.
    ///
    /// # Panics
    ///
    /// Before the header is written.
    pub fn write(&mut self, ranks: Range<u64>, values: &[Vec<u8>]) -> Result<(), Error> {
        let mut of_workers: Vec<_> = values.iter().map(|values| values.chunks_exact(2)).collect();
        let cells: Option<Vec<Cell>> = ranks
            .map(|rank| {
                let (worker, _) = self.partition.place(rank);
                let bits = of_workers.get_mut(usize::try_from(worker).ok()?)?.next()?;
                Some(Cell::from_bits(u16::from_le_bytes([bits[0], bits[1]])))
            })
            .collect();
        let writer = self.cells.as_mut().expect("the header is written");
        let written = cells.ok_or_else(damaged).and_then(|cells| writer.write(cells.into_iter()));
        written.map_err(|error| Error::from(error).in_file(&self.path))
    }

    /// Gives the file its name when everything has reached the disk. An existing file is replaced.
    ///
    /// # Panics
    ///
    /// Before the header is written.
    pub fn commit(self) -> Result<(), Error> {
        let Self { file, path, cells, .. } = self;
        let written = cells.expect("the header is written").finish().and_then(|_| file.file().sync_all());
        written.and_then(|()| file.commit()).map_err(|error| Error::from(error).in_file(&path))
    }
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the values that a worker sent are damaged")
}
