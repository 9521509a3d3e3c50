//! The file of a whole solution, which one worker writes for all, a range of ranks at a time.

use std::io::{self, ErrorKind};
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::cell::Cell;
use crate::error::Error;
use crate::files::{Header, NewFile, Spool, write_cells};
use crate::partition::Partition;
use crate::short_debug::short_debug;

/// Writes the file that [`Solution::save`](crate::Solution::save) would write, from the
/// [values](super::SolvedShare::bytes) that the workers send, of one range of ranks after another. As what it begins with
/// depends on all of them, they go first into another file, in two bytes each. Both have names with the extension `.part`
/// until the solution is [committed](Self::commit); dropping it removes them. Errors name the file.
#[must_use = "the file is removed unless it is committed"]
pub struct SolutionWriter {
    file: NewFile,
    spool: Spool,
    /// Removes the file of the spool.
    _values: NewFile,
    path: PathBuf,
    partition: Partition,
}

impl SolutionWriter {
    /// Creates the file, before the game is solved: so nothing is solved in vain. No two processes may write the same
    /// file at the same time.
    pub fn create(path: &Path, partition: Partition) -> Result<Self, Error> {
        let create = || {
            let (file, values) = (NewFile::create(path)?, NewFile::create(&path.with_extension("cells"))?);
            let spool = Spool::open(values.file.try_clone()?, String::new(), partition.ranks())?;
            Ok(Self { file, spool, _values: values, path: path.to_owned(), partition })
        };
        create().map_err(|error: io::Error| Error::from(error).in_file(path))
    }

    /// Takes the values of the next ranks, from all workers in their order.
    pub fn write(&mut self, ranks: Range<u64>, values: &[Vec<u8>]) -> Result<(), Error> {
        let mut of_workers: Vec<_> = values.iter().map(|values| values.chunks_exact(2)).collect();
        let mut cells = Vec::new();
        for rank in ranks {
            let (worker, _) = self.partition.place(rank);
            let next = usize::try_from(worker).ok().and_then(|worker| of_workers.get_mut(worker)?.next());
            let next = next.and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| {
                let error = io::Error::new(ErrorKind::InvalidData, "the values that a worker sent are damaged");
                Error::from(error).in_file(&self.path)
            })?;
            cells.push(Cell::from_bits(u16::from_le_bytes(next)));
        }
        self.spool.add(&cells).map_err(|error| Error::from(error).in_file(&self.path))
    }

    /// Writes the solution under a name of the game when all values are there, and gives the file its own name when
    /// everything has reached the disk. An existing file is replaced.
    pub fn commit(self, name: &str) -> Result<Header, Error> {
        let Self { file, spool, path, .. } = self;
        let write = || {
            let (counted, cells) = spool.finish()?;
            let header = counted.header(name)?;
            file.save(|out| write_cells(&header, cells, out)).map(|()| header)
        };
        write().map_err(|error| Error::from(error).in_file(&path))
    }
}

short_debug!(SolutionWriter);
