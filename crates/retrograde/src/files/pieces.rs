//! A file in pieces, each followed by a checksum of everything before it.

use std::io::{self, ErrorKind, Read, Write};

use crate::checksum;

/// The length of a piece of a table, in bytes.
const PIECE: usize = 1 << 16;

pub(super) struct Pieces<F> {
    pub(super) file: F,
    sum: u64,
}

impl<F> Pieces<F> {
    /// A file that is behind its head.
    pub(super) fn after(file: F, head: &[u8]) -> Self {
        Self { file, sum: checksum::of_bytes(head) }
    }

    fn sum_with(&self, piece: &[u8]) -> u64 {
        checksum::of_numbers([self.sum, checksum::of_bytes(piece)])
    }
}

impl<F: Write> Pieces<F> {
    pub(super) fn write_all<const N: usize>(&mut self, mut items: impl Iterator<Item = [u8; N]>) -> io::Result<()> {
        let mut piece = Vec::with_capacity(PIECE);
        loop {
            piece.clear();
            items.by_ref().take(PIECE / N).for_each(|item| piece.extend_from_slice(&item));
            if piece.is_empty() {
                return Ok(());
            }
            self.sum = self.sum_with(&piece);
            self.file.write_all(&piece)?;
            self.file.write_all(&self.sum.to_le_bytes())?;
        }
    }
}

impl<F: Read> Pieces<F> {
    /// A piece of this length. [`ErrorKind::InvalidData`] if its checksum is wrong.
    fn read(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let mut piece = vec![0; length + 8];
        self.file.read_exact(&mut piece)?;
        let sum = piece.split_off(length);
        let expected = self.sum_with(&piece);
        if sum != expected.to_le_bytes() {
            return Err(ErrorKind::InvalidData.into());
        }
        self.sum = expected;
        Ok(piece)
    }

    pub(super) fn read_all<const N: usize>(
        &mut self,
        count: usize,
        mut store: impl FnMut(usize, [u8; N]),
    ) -> io::Result<()> {
        for start in (0..count).step_by(PIECE / N) {
            let piece = self.read((count - start).min(PIECE / N) * N)?;
            (start..).zip(piece.as_chunks().0).for_each(|(at, item)| store(at, *item));
        }
        Ok(())
    }
}
