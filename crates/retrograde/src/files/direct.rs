//! Parts without a move inside: each value follows at once from the parts that its moves lead to.
//!
//! What a file begins with depends on all values, so these go first into a checkpoint, from which a run that was stopped
//! continues: blocks of the file format in which a code is the cell itself. Their checksums start with the name of the
//! checkpoint, so that the blocks of something else are not taken for its own. Memory holds some blocks at a time.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use super::checkpoint::cannot_save;
use super::layout::{Blocks, damaged};
use super::one::OneFile;
use crate::cell::Cell;
use crate::checksum;
use crate::error::Error;
use crate::game::Ranked;
use crate::moves::Outgoing;
use crate::progress::Stage;
use crate::region::Region;
use crate::solution::checksum_of_cells;
use crate::solver::Solver;
use crate::verify::verify_span;

/// The most blocks that are in memory at a time.
const MOST_BLOCKS: u64 = 256;
/// The memory that solving takes: these blocks, and the codes of all cells that a file may have.
pub(super) const BYTES: u64 = 2 << 20;

impl Solver<'_> {
    /// Solves a part into a checkpoint, as far as that is not done, and returns what reads it.
    pub(super) fn solve_direct<G: Ranked>(
        &self,
        region: &Region<'_, G>,
        name: &str,
        path: &Path,
    ) -> Result<OneFile, Error> {
        let blocks = Blocks::of_cells(region.ranks(), checksum::of_bytes(name.as_bytes()));
        let open = || {
            let file = File::options().create(true).truncate(false).read(true).write(true).open(path)?;
            Ok((file.try_clone()?, file))
        };
        let (mut file, saved) = open().map_err(|error: io::Error| cannot_save(path, &error))?;
        let saved = OneFile::of_cells(saved, path, region.ranks(), blocks);
        let mut start = saved.intact_blocks();
        file.set_len(Blocks::offset(start)).map_err(|error| cannot_save(path, &error))?;
        self.report(Stage::LookingAhead, blocks.ranks_before(start), region.ranks())?;
        while start < blocks.count() {
            let end = blocks.count().min(start + MOST_BLOCKS.min(32 * self.threads.count()));
            let encoded = self.threads.try_map((start..end).collect(), &|block| {
                let cells: Result<Vec<_>, _> = blocks.ranks_of(block).map(|rank| cell(region, rank)).collect();
                Ok(blocks.encode(block, cells?.into_iter().map(|cell| cell.to_bits().into())))
            })?;
            let written = file.seek(SeekFrom::Start(Blocks::offset(start)));
            let written = written.and_then(|_| encoded.iter().try_for_each(|block| file.write_all(block)));
            written.map_err(|error| cannot_save(path, &error))?;
            self.report(Stage::LookingAhead, blocks.ranks_before(end), region.ranks())?;
            start = end;
        }
        Ok(saved)
    }

    /// Verifies a part, a span of its file at a time.
    pub(super) fn verify_direct<G: Ranked>(&self, region: &Region<'_, G>, file: &OneFile) -> Result<(), Error> {
        let checksum = AtomicU64::new(0);
        self.for_each_span(Stage::Verifying, region.ranks(), |span| {
            let cells = file.cells(span.clone())?;
            checksum.fetch_add(checksum_of_cells(span.clone().zip(&cells)), Ordering::Relaxed);
            verify_span(region, span, &cells)
        })?;
        if checksum.into_inner() != file.header.checksum {
            return Err(damaged(0));
        }
        file.header.check_not_empty(region)
    }
}

/// The value of a position from the parts that its moves lead to.
fn cell<G: Ranked>(region: &Region<'_, G>, rank: u64) -> Result<Cell, Error> {
    let Some(position) = region.canonical_position(rank) else { return Ok(Cell::NO_POSITION) };
    let value = match region.game.known_value(&position) {
        Some(known) => known,
        None => Outgoing::visit(region, rank, &position, |_, _| Err(region.stays_inside(rank)))?
            .value(|| region.game.ending(&position)),
    };
    Cell::of_value(value).ok_or_else(|| region.too_long(rank))
}
