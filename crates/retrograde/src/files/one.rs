//! One file: a solution, or the share of a worker.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::cell::Cell;
use crate::files::error::{LoadError, LoadErrorKind};
use crate::files::layout::{Blocks, FIXED, Header};
use crate::files::source::Source;
use crate::memory::index;

/// A file whose header is right.
pub(crate) struct OneFile<S> {
    source: S,
    path: Option<PathBuf>,
    header: Header,
    blocks: Blocks,
    /// Where the first block starts.
    first_block: u64,
    /// A bit for each block, set once its checksum has been found to be right.
    checked: Vec<AtomicU64>,
}

impl<S: Source> OneFile<S> {
    /// Reads the header, checks it by `check` too, and checks the size of the file.
    pub(super) fn read_header(
        source: S,
        check: impl FnOnce(&Header) -> Result<(), LoadErrorKind>,
    ) -> Result<Self, LoadErrorKind> {
        let size = source.size().map_err(LoadErrorKind::Io)?;
        let first_block = Header::length(&read_start(&source, size.min(FIXED as u64))?)? as u64;
        if size < first_block {
            return Err(LoadErrorKind::Truncated { bytes: size });
        }
        let header = Header::from_bytes(&read_start(&source, first_block)?)?;
        check(&header)?;
        let blocks = header.blocks();
        let end = first_block.saturating_add(blocks.bytes());
        if size < end {
            return Err(LoadErrorKind::Truncated { bytes: size });
        }
        if size > end {
            return Err(LoadErrorKind::Damaged { offset: end });
        }
        let checked = (0..blocks.count().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { source, path: None, header, blocks, first_block, checked })
    }

    /// Calls `visit` with all cells in their order. All blocks are read and checked.
    pub(super) fn visit_cells(&self, mut visit: impl FnMut(Cell)) -> Result<(), LoadErrorKind> {
        if let ([only], 0) = (self.header.cells.as_slice(), self.blocks.count()) {
            (0..self.header.own_ranks()).for_each(|_| visit(*only));
        }
        for block in 0..self.blocks.count() {
            let bytes = self.read_block(block)?;
            for place in self.blocks.ranks_of(block).map(|rank| self.blocks.place(rank)) {
                let code = bytes[place.byte..].first_chunk().expect("the checksum follows");
                visit(self.cell_of_code(self.blocks.decode(place, *code))?);
            }
        }
        Ok(())
    }

    /// The cell with this index, of which there must be one.
    #[inline]
    pub(super) fn cell(&self, cell: u64) -> Result<Cell, LoadErrorKind> {
        if self.blocks.count() == 0 {
            return self.cell_of_code(0);
        }
        let place = self.blocks.place(cell);
        let (word, bit) = (&self.checked[index(place.block / 64)], 1 << (place.block % 64));
        if word.load(Ordering::Relaxed) & bit == 0 {
            self.read_block(place.block)?;
            word.fetch_or(bit, Ordering::Relaxed);
        }
        let mut bytes = [0; Blocks::MAX_CODE_BYTES];
        let offset = self.first_block + Blocks::offset(place.block) + place.byte as u64;
        self.source.read_at(offset, &mut bytes).map_err(|error| read_error(error, offset))?;
        self.cell_of_code(self.blocks.decode(place, bytes))
    }

    /// A code without a cell was changed after its block had been checked.
    fn cell_of_code(&self, code: usize) -> Result<Cell, LoadErrorKind> {
        self.header.cells.get(code).copied().ok_or(LoadErrorKind::Damaged { offset: self.first_block })
    }

    /// Reads a block and checks it.
    fn read_block(&self, block: u64) -> Result<Vec<u8>, LoadErrorKind> {
        let offset = self.first_block + Blocks::offset(block);
        let mut bytes = vec![0; self.blocks.length(block)];
        self.source.read_at(offset, &mut bytes).map_err(|error| read_error(error, offset))?;
        if self.blocks.is_intact(block, &bytes) { Ok(bytes) } else { Err(LoadErrorKind::Damaged { offset }) }
    }
}

impl<S> OneFile<S> {
    /// The same file, whose errors show this path.
    pub(super) fn at(self, path: &Path) -> Self {
        Self { path: Some(path.to_owned()), ..self }
    }

    /// An error of this file.
    #[cold]
    pub(super) fn error(&self, kind: LoadErrorKind) -> LoadError {
        LoadError::new(self.path.as_deref(), kind)
    }

    pub(super) fn header(&self) -> &Header {
        &self.header
    }

    pub(crate) fn source(&self) -> &S {
        &self.source
    }

    /// Where the first block starts, and how blocks are laid out.
    pub(crate) fn layout(&self) -> (u64, Blocks) {
        (self.first_block, self.blocks)
    }

    /// The size of the file, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.first_block + self.blocks.bytes()
    }
}

/// Reads the first bytes, which the file has.
fn read_start(source: &impl Source, length: u64) -> Result<Vec<u8>, LoadErrorKind> {
    // A header has a few hundred thousand bytes at most.
    let mut bytes = vec![0; index(length)];
    source.read_at(0, &mut bytes).map_err(LoadErrorKind::Io)?;
    Ok(bytes)
}

/// A source that checks what it reads has found that it is damaged.
fn read_error(error: io::Error, offset: u64) -> LoadErrorKind {
    if error.kind() == io::ErrorKind::InvalidData {
        LoadErrorKind::Damaged { offset }
    } else {
        LoadErrorKind::Io(error)
    }
}
