//! Parts without a move inside: each value follows at once from the parts that its moves lead to.

use std::fs::File;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use super::layout::damaged;
use super::one::OneFile;
use super::parts::cannot_save;
use super::spool::Spool;
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
        let head = format!("retrograde values 1\n{name}\n");
        let mut spool = Spool::open(file, head, region.ranks()).map_err(failed)?;
        self.report(Stage::LookingAhead, spool.counted.ranks(), region.ranks())?;
        let left = pieces(spool.counted.ranks()..region.ranks(), Spool::PIECE);
        for batch in left.chunks(index(MOST_PIECES.min(self.threads.count()))) {
            let found = self.threads.try_map(batch.to_vec(), &|piece| {
                piece.map(|rank| cell(region, rank)).collect::<Result<Vec<_>, _>>()
            })?;
            for cells in found {
                spool.add(&cells).map_err(failed)?;
            }
            self.report(Stage::LookingAhead, spool.counted.ranks(), region.ranks())?;
        }
        Ok(spool)
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
