//! The file of a whole solution, which one worker writes for all, a range of ranks at a time.

use std::io::{self, BufReader, ErrorKind, Read, Seek, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::cell::Cell;
use crate::error::Error;
use crate::files::{Counted, Header, NewFile, write_cells};
use crate::partition::Partition;
use crate::short_debug::short_debug;

/// Writes the file that [`Solution::save`](crate::Solution::save) would write, from the
/// [values](super::SolvedShare::bytes) that the workers send, of one range of ranks after another. As what it begins with
/// depends on all of them, they go first into another file, in two bytes each. Both have names with the extension `.part`
/// until the solution is [committed](Self::commit); dropping it removes them. Errors name the file.
#[must_use = "the file is removed unless it is committed"]
pub struct SolutionWriter {
    file: NewFile,
    values: NewFile,
    path: PathBuf,
    partition: Partition,
    counted: Counted,
}

impl SolutionWriter {
    /// Creates the file, before the game is solved: so nothing is solved in vain. No two processes may write the same
    /// file at the same time.
    pub fn create(path: &Path, partition: Partition) -> Result<Self, Error> {
        let create = |path: &Path| NewFile::create(path).map_err(|error| Error::from(error).in_file(path));
        let (file, values) = (create(path)?, create(&path.with_extension("cells"))?);
        Ok(Self { file, values, path: path.to_owned(), partition, counted: Counted::new() })
    }

    /// Takes the values of the next ranks, from all workers in their order.
    pub fn write(&mut self, ranks: Range<u64>, values: &[Vec<u8>]) -> Result<(), Error> {
        let mut of_workers: Vec<_> = values.iter().map(|values| values.chunks_exact(2)).collect();
        let mut bytes = Vec::new();
        for rank in ranks {
            let (worker, _) = self.partition.place(rank);
            let next = usize::try_from(worker).ok().and_then(|worker| of_workers.get_mut(worker)?.next());
            let next = next.ok_or_else(|| {
                let error = io::Error::new(ErrorKind::InvalidData, "the values that a worker sent are damaged");
                Error::from(error).in_file(&self.path)
            })?;
            bytes.extend_from_slice(next);
        }
        let cells: Vec<Cell> =
            bytes.as_chunks().0.iter().map(|bits| Cell::from_bits(u16::from_le_bytes(*bits))).collect();
        self.counted.add(&cells);
        self.values.file.write_all(&bytes).map_err(|error| Error::from(error).in_file(&self.path))
    }

    /// Writes the solution under a name of the game when all values are there, and gives the file its own name when
    /// everything has reached the disk. An existing file is replaced.
    pub fn commit(self, name: &str) -> Result<Header, Error> {
        let Self { file, mut values, path, partition, counted } = self;
        let written = counted.header(name).and_then(|header| {
            values.file.rewind()?;
            let mut values = BufReader::with_capacity(1 << 16, &values.file);
            let cells = (0..partition.ranks()).map(|_| {
                let mut bits = [0; 2];
                values.read_exact(&mut bits).map(|()| Cell::from_bits(u16::from_le_bytes(bits)))
            });
            file.save(|out| write_cells(&header, cells, out))?;
            Ok(header)
        });
        written.map_err(|error| Error::from(error).in_file(&path))
    }
}

short_debug!(SolutionWriter);
