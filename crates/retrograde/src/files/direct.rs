//! Parts without a move inside: each value follows at once from the parts that its moves lead to.
//!
//! What a file begins with depends on all values, so these go first into a checkpoint, in two bytes each, from which a
//! run that was stopped continues.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use super::layout::{Counted, damaged};
use super::one::OneFile;
use super::parts::cannot_save;
use super::pieces::Pieces;
use crate::cell::Cell;
use crate::error::Error;
use crate::game::Ranked;
use crate::memory::index;
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::region::Region;
use crate::solution::{checksum_of_cells, value_in};
use crate::solver::{Solver, pieces};
use crate::verify::Trust;

/// The number of ranks of a piece of the checkpoint, and the most pieces that are in memory.
const PIECE: u64 = 1 << 15;
const MOST_PIECES: u64 = 16;
/// The memory that solving takes: these pieces, and the codes of all cells that a file may have.
pub(super) const BYTES: u64 = 2 << 20;

/// The cells of a part in its checkpoint.
pub(super) struct Found {
    pub(super) counted: Counted,
    file: File,
    /// What the checkpoint begins with, so that the cells of something else are not taken for its own.
    head: String,
}

impl Found {
    /// All cells, when all are found.
    pub(super) fn cells(&self) -> io::Result<impl Iterator<Item = io::Result<Cell>>> {
        (&self.file).seek(SeekFrom::Start(self.head.len() as u64))?;
        let mut saved = Pieces::after(&self.file, self.head.as_bytes());
        let pieces = pieces(0..self.counted.ranks(), PIECE).into_iter().map(move |piece| read(&mut saved, &piece));
        Ok(pieces.flat_map(|piece| match piece {
            Ok(cells) => cells.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        }))
    }
}

fn read(saved: &mut Pieces<&File>, piece: &Range<u64>) -> io::Result<Vec<Cell>> {
    let mut cells = Vec::new();
    let length = index(piece.end - piece.start);
    saved.read_all(length, |_, bits| cells.push(Cell::from_bits(u16::from_le_bytes(bits))))?;
    Ok(cells)
}

impl Solver<'_> {
    /// Solves a part into a checkpoint, as far as that is not done.
    pub(super) fn solve_direct<G: Ranked>(
        &self,
        region: &Region<'_, G>,
        name: &str,
        path: &Path,
    ) -> Result<Found, Error> {
        let failed = |error| cannot_save(path, &error);
        let head = format!("retrograde values 1\n{name}\n");
        let file = File::options().create(true).truncate(false).read(true).write(true).open(path).map_err(failed)?;
        let (mut counted, mut begun, mut end) = (Counted::new(), vec![0; head.len()], 0);
        let mut saved = Pieces::after(&file, head.as_bytes());
        let mut left = pieces(0..region.ranks(), PIECE).into_iter().peekable();
        if (&file).read_exact(&mut begun).is_ok() && begun == head.as_bytes() {
            end = head.len() as u64;
            // What is damaged or cut off is found again.
            while let Some(cells) = left.peek().and_then(|piece| read(&mut saved, piece).ok()) {
                counted.add(&cells);
                left.next();
                end = (&file).stream_position().map_err(failed)?;
            }
        }
        file.set_len(end).and_then(|()| (&file).seek(SeekFrom::Start(end))).map_err(failed)?;
        if end == 0 {
            (&file).write_all(head.as_bytes()).map_err(failed)?;
        }
        self.report(Stage::LookingAhead, counted.ranks(), region.ranks())?;
        let left: Vec<_> = left.collect();
        for batch in left.chunks(index(MOST_PIECES.min(self.threads.count()))) {
            let found = self.threads.try_map(batch.to_vec(), &|piece| {
                piece.map(|rank| cell(region, rank)).collect::<Result<Vec<_>, _>>()
            })?;
            for cells in found {
                saved.write_all(cells.iter().map(|cell| cell.to_bits().to_le_bytes())).map_err(failed)?;
                counted.add(&cells);
            }
            self.report(Stage::LookingAhead, counted.ranks(), region.ranks())?;
        }
        Ok(Found { counted, file, head })
    }

    /// Verifies a part, a span of its file at a time.
    pub(super) fn verify_direct<G: Ranked>(&self, region: &Region<'_, G>, file: &OneFile) -> Result<(), Error> {
        let checksum = AtomicU64::new(0);
        self.for_each_piece(Stage::Verifying, region.ranks(), SPAN, |span| {
            let mut cells = Vec::new();
            file.visit_cells(span.clone(), |_, cell| cells.push(cell))?;
            checksum.fetch_add(checksum_of_cells(span.start, &cells), Ordering::Relaxed);
            let value = |rank: u64| value_in(&cells, rank.wrapping_sub(span.start));
            region.verify(span.clone(), Trust::Audited, value)
        })?;
        if checksum.into_inner() == file.header.checksum { Ok(()) } else { Err(damaged(0)) }
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
