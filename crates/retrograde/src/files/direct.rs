//! Values that come in the order of ranks: of a part without a move inside, where each follows at once from the parts
//! that its moves lead to, and of workers that have solved a part together.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::layout::{Counted, Header};
use super::parts::cannot_save;
use super::pieces::Pieces;
use super::save::NewFile;
use super::stored::Stored;
use crate::cell::Cell;
use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::memory::index;
use crate::partition::Partition;
use crate::progress::Stage;
use crate::region::Region;
use crate::solver::{Solver, pieces};

/// The most pieces of a [`Spool`] that are in memory.
const MOST_PIECES: u64 = 16;
/// The memory that solving takes: these pieces, and the codes of all cells that a file may have.
pub(super) const BYTES: u64 = 2 << 20;

impl Solver<'_> {
    /// Solves a part into a checkpoint, as far as that is not done.
    pub(super) fn solve_direct<G: Ranked>(
        &self,
        region: &Region<'_, G>,
        name: &str,
        path: &Path,
    ) -> Result<Spool, Error> {
        let failed = |error| cannot_save(path, &error);
        let file = File::options().create(true).truncate(false).read(true).write(true).open(path).map_err(failed)?;
        let mut spool = Spool::open(file, name, region.ranks()).map_err(failed)?;
        self.report(Stage::LookingAhead, spool.counted.ranks(), region.ranks())?;
        let left = pieces(spool.counted.ranks()..region.ranks(), Spool::PIECE);
        for batch in left.chunks(index(MOST_PIECES.min(self.threads.count()))) {
            let found = self.threads.try_map(batch.to_vec(), &|piece| {
                piece.map(|rank| cell(region, rank)).collect::<Result<Vec<_>, _>>()
            })?;
            found.into_iter().try_for_each(|cells| spool.add(cells)).map_err(failed)?;
            self.report(Stage::LookingAhead, spool.counted.ranks(), region.ranks())?;
        }
        Ok(spool)
    }
}

/// The value of a position from the parts that its moves lead to.
fn cell<G: Ranked>(region: &Region<'_, G>, rank: u64) -> Result<Cell, Error> {
    let Some(position) = region.canonical_position(rank) else { return Ok(Cell::NO_POSITION) };
    let value = match region.game.known_value(&position) {
        Some(known) => known,
        None => region.visit_moves(rank, &position, |_, _| Ok(()))?.value(|| region.game.ending(&position)),
    };
    Cell::of_value(value).ok_or_else(|| region.too_long(rank))
}

impl<G> Stored<G> {
    /// Writes the file of a part that workers have solved together: the file that a single machine writes. `values`
    /// yields what [`Share::values`](crate::solver::Share::values) of all workers are, in their order, for one range of
    /// ranks after another; the first are asked for when it is known that files can be written. Until all are there, they
    /// wait in a file of their own.
    ///
    /// # Errors
    ///
    /// What `values` yields; and [`ErrorKind::Io`] for a file that cannot be written, and for values that are not of
    /// such ranges.
    pub fn gather<E: From<Error>>(
        &self,
        part: usize,
        partition: Partition,
        values: impl IntoIterator<Item = Result<Vec<Vec<u8>>, E>>,
    ) -> Result<Header, E> {
        let path = self.path(part);
        let failed = |error| Error::from(error).in_file(&path);
        let file = NewFile::create(&path).map_err(failed)?;
        // It is removed in the end, as it is never given its name.
        let waiting = NewFile::create(&path.with_extension("cells")).map_err(failed)?;
        let mut spool = waiting.open().and_then(|file| Spool::open(file, "", partition.ranks())).map_err(failed)?;
        let damaged = || Error::new(ErrorKind::Io, "the values that a worker sent are damaged").in_file(&path);
        for of_workers in values {
            let of_workers = of_workers?;
            let mut left: Vec<_> = of_workers.iter().map(|values| values.as_chunks().0.iter()).collect();
            let workers = (spool.counted.ranks()..partition.ranks()).map(|rank| index(partition.place(rank).0));
            let cells = workers.map_while(|worker| left.get_mut(worker)?.next());
            let cells = cells.map(|bits| Cell::from_bits(u16::from_le_bytes(*bits))).collect();
            if left.iter().any(|left| left.len() > 0) {
                return Err(damaged().into());
            }
            spool.add(cells).map_err(failed)?;
        }
        if spool.counted.ranks() < partition.ranks() {
            return Err(damaged().into());
        }
        let (counted, cells) = spool.finish().map_err(failed)?;
        Ok(self.write(part, file, &counted, cells)?)
    }
}

/// The cells of the first ranks of a solution, in a file with two bytes for each, from which a run that was stopped
/// continues. They wait there for the file of the solution, as what that begins with depends on all of them.
pub(super) struct Spool {
    saved: Pieces<File>,
    /// What the file begins with, so that the cells of something else are not taken for its own.
    head: String,
    pub(super) counted: Counted,
    /// The last cells, fewer than a [piece](Self::PIECE).
    begun: Vec<Cell>,
}

impl Spool {
    /// The number of cells that are saved together.
    const PIECE: u64 = 1 << 15;

    /// What a file holds of what has this name, up to what is damaged or cut off. The rest of the file is forgotten.
    fn open(mut file: File, name: &str, ranks: u64) -> io::Result<Self> {
        let head = format!("retrograde values 1\n{name}\n");
        let (mut counted, mut found, mut end) = (Counted::new(), vec![0; head.len()], 0);
        let is_own = file.read_exact(&mut found).is_ok() && found == head.as_bytes();
        let mut saved = Pieces::after(file, head.as_bytes());
        if is_own {
            end = head.len() as u64;
            for piece in pieces(0..ranks, Self::PIECE) {
                let Ok(cells) = read(&mut saved, piece.end - piece.start) else { break };
                counted.add(&cells);
                end = saved.file.stream_position()?;
            }
        }
        saved.file.set_len(end)?;
        saved.file.seek(SeekFrom::Start(end))?;
        if end == 0 {
            saved.file.write_all(head.as_bytes())?;
        }
        Ok(Self { saved, head, counted, begun: Vec::new() })
    }

    /// Adds the cells of the next ranks.
    fn add(&mut self, cells: Vec<Cell>) -> io::Result<()> {
        self.counted.add(&cells);
        self.begun.extend(cells);
        self.save_begun(self.begun.len() - self.begun.len() % index(Self::PIECE))
    }

    fn save_begun(&mut self, count: usize) -> io::Result<()> {
        self.saved.write_all(self.begun.drain(..count).map(|cell| cell.to_bits().to_le_bytes()))
    }

    /// What was counted, and all cells, when they are there.
    pub(super) fn finish(mut self) -> io::Result<(Counted, impl Iterator<Item = io::Result<Cell>>)> {
        self.save_begun(self.begun.len())?;
        self.saved.file.seek(SeekFrom::Start(self.head.len() as u64))?;
        let mut saved = Pieces::after(self.saved.file, self.head.as_bytes());
        let cells = pieces(0..self.counted.ranks(), Self::PIECE).into_iter().flat_map(move |piece| {
            match read(&mut saved, piece.end - piece.start) {
                Ok(cells) => cells.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            }
        });
        Ok((self.counted, cells))
    }
}

fn read(saved: &mut Pieces<File>, count: u64) -> io::Result<Vec<Cell>> {
    let mut cells = Vec::new();
    saved.read_all(index(count), |_, bits| cells.push(Cell::from_bits(u16::from_le_bytes(bits))))?;
    Ok(cells)
}
