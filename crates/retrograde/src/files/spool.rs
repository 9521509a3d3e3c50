//! Values that wait for their file, as what that begins with depends on all of them.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::layout::Counted;
use super::pieces::Pieces;
use crate::cell::Cell;
use crate::memory::index;
use crate::solver::pieces;

/// The cells of the first ranks of a solution, in a file with two bytes for each, from which a run that was stopped
/// continues.
pub(crate) struct Spool {
    saved: Pieces<File>,
    /// What the file begins with, so that the cells of something else are not taken for its own.
    head: String,
    pub(crate) counted: Counted,
    /// The last cells, fewer than a [piece](Self::PIECE).
    begun: Vec<Cell>,
}

impl Spool {
    /// The number of cells that are saved together.
    pub(super) const PIECE: u64 = 1 << 15;

    /// What a file holds of this number of cells, up to what is damaged or cut off. The rest of the file is forgotten.
    pub(crate) fn open(mut file: File, head: String, ranks: u64) -> io::Result<Self> {
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
    pub(crate) fn add(&mut self, cells: &[Cell]) -> io::Result<()> {
        self.counted.add(cells);
        self.begun.extend_from_slice(cells);
        let whole = self.begun.len() - self.begun.len() % index(Self::PIECE);
        self.save_begun(whole)
    }

    fn save_begun(&mut self, count: usize) -> io::Result<()> {
        self.saved.write_all(self.begun.drain(..count).map(|cell| cell.to_bits().to_le_bytes()))
    }

    /// What was counted, and all cells, when they are there.
    pub(crate) fn finish(mut self) -> io::Result<(Counted, impl Iterator<Item = io::Result<Cell>>)> {
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
