//! One file with a solution.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::cache::{Cache, code_at};
use super::layout::{Blocks, Counted, FIXED, Header, damaged, truncated};
use crate::cell::Cell;
use crate::counts::Summary;
use crate::error::{Error, ErrorKind};
use crate::memory::{filled, index};
use crate::solution::checksum_of_cells;
use crate::solver::pieces;

/// A file whose header is right.
pub(crate) struct OneFile {
    /// Threads take turns to read it.
    file: Mutex<File>,
    path: PathBuf,
    pub(crate) header: Header,
    blocks: Blocks,
    /// Where the first block starts.
    first_block: u64,
    /// Blocks that are kept in memory, none before [`cache`](Self::cache), and the number of the file's first page
    /// there.
    cache: Arc<Cache>,
    first_page: u64,
}

impl OneFile {
    /// Reads the header, and checks it and the size of the file.
    pub(crate) fn open(path: &Path, ranks: u64, name: &str) -> Result<Self, Error> {
        let file = open_file(path).map_err(|error| cannot_read(&error));
        file.and_then(|file| Self::read(file, path, ranks, name)).map_err(|error| error.in_file(path))
    }

    fn read(file: File, path: &Path, ranks: u64, name: &str) -> Result<Self, Error> {
        let file = Mutex::new(file);
        let size = lock(&file).metadata().map_err(|error| cannot_read(&error))?.len();
        // A header has a few hundred thousand bytes at most.
        let start = |length: u64| {
            let mut bytes = vec![0; index(length)];
            read_at(&file, 0, &mut bytes).map(|()| bytes)
        };
        let first_block = Header::length(&start(size.min(FIXED as u64))?)? as u64;
        if size < first_block {
            return Err(truncated(size));
        }
        let header = Header::from_bytes(&start(first_block)?)?;
        if header.name != name {
            let text = format!("solution of another game, {:?}, expected {name:?}; use another file", header.name);
            return Err(Error::new(ErrorKind::OtherGame, text));
        }
        if header.ranks != ranks {
            let found = header.ranks;
            let text = format!("solution of other rules: {found} ranks, expected {ranks}; use another file");
            return Err(Error::new(ErrorKind::OtherGame, text));
        }
        let blocks = header.blocks();
        let end = first_block.saturating_add(blocks.bytes());
        if size < end {
            return Err(truncated(size));
        }
        if size > end {
            return Err(damaged(end));
        }
        Ok(Self { file, path: path.to_owned(), header, blocks, first_block, cache: Cache::new(0, 0), first_page: 0 })
    }

    /// A file of nothing but blocks, whose codes are the cells themselves. None of them need be there.
    pub(super) fn of_cells(file: File, path: &Path, ranks: u64, blocks: Blocks) -> Self {
        let cells = (0..=u16::MAX).map(Cell::from_bits).collect();
        let header = Header { name: String::new(), ranks, canonical: Summary::default(), checksum: 0, cells };
        let (file, path) = (Mutex::new(file), path.to_owned());
        Self { file, path, header, blocks, first_block: 0, cache: Cache::new(0, 0), first_page: 0 }
    }

    /// The number of blocks before the first one that is damaged or missing.
    pub(super) fn intact_blocks(&self) -> u64 {
        let mut bytes = Vec::new();
        let is_intact = |block: &u64| self.read_blocks(*block, 1, &mut bytes).is_ok();
        (0..self.blocks.count()).take_while(is_intact).count() as u64
    }

    /// Calls `visit` with the cells of some ranks in their order. All blocks of these ranks are read and checked.
    pub(crate) fn visit_cells(&self, ranks: Range<u64>, mut visit: impl FnMut(u64, Cell)) -> Result<(), Error> {
        if let [only] = self.header.cells[..] {
            ranks.for_each(|rank| visit(rank, only));
            return Ok(());
        }
        let mut bytes = Vec::new();
        let mut left = ranks.clone();
        while !left.is_empty() {
            let block = self.blocks.place(left.start).block;
            let in_block = left.start..left.end.min(self.blocks.ranks_of(block).end);
            left.start = in_block.end;
            self.read_blocks(block, 1, &mut bytes)?;
            for rank in in_block {
                let place = self.blocks.place(rank);
                visit(rank, self.cell_of_code(self.blocks.decode(place, code_at(&bytes, place.byte)))?);
            }
        }
        Ok(())
    }

    /// The cells of some ranks.
    pub(super) fn cells(&self, ranks: Range<u64>) -> Result<Vec<Cell>, Error> {
        let mut cells = Vec::with_capacity(index(ranks.end - ranks.start));
        self.visit_cells(ranks, |_, cell| cells.push(cell))?;
        Ok(cells)
    }

    /// All cells in their order, some at a time, each time with the first rank.
    pub(super) fn all_cells(&self) -> impl Iterator<Item = Result<(u64, Vec<Cell>), Error>> {
        let pieces = pieces(0..self.header.ranks, 1 << 16).into_iter();
        pieces.map(|ranks| Ok((ranks.start, self.cells(ranks)?)))
    }

    /// The header of a solution with these cells.
    pub(super) fn count(&self, name: &str) -> Result<Header, Error> {
        let mut all = Counted::default();
        for piece in self.all_cells() {
            let (start, cells) = piece?;
            all.add(Counted::of((start..).zip(cells)));
        }
        Ok(Header::new(name, self.header.ranks, all)?)
    }

    /// The cell of a rank in this file, which must have one.
    #[inline]
    pub(crate) fn cell(&self, rank: u64) -> Result<Cell, Error> {
        if let [only] = self.header.cells[..] {
            return Ok(only);
        }
        let place = self.blocks.place(rank);
        let first = place.block / Cache::BLOCKS * Cache::BLOCKS;
        let byte = index(Blocks::offset(place.block - first)) + place.byte;
        let read = |bytes: &mut Vec<u8>| self.read_blocks(first, Cache::BLOCKS, bytes);
        let code = self.cache.code(self.first_page + first / Cache::BLOCKS, byte, read)?;
        self.cell_of_code(self.blocks.decode(place, code))
    }

    /// A code without a cell was forged, as its block is checked.
    fn cell_of_code(&self, code: usize) -> Result<Cell, Error> {
        self.header.cells.get(code).copied().ok_or_else(|| self.error(damaged(self.first_block)))
    }

    /// Reads and checks `count` blocks from the first on, or as many as there are.
    #[cold]
    fn read_blocks(&self, first: u64, count: u64, bytes: &mut Vec<u8>) -> Result<(), Error> {
        let last = (first + count).min(self.blocks.count()) - 1;
        let length = index(Blocks::offset(last - first)) + self.blocks.length(last);
        bytes.clear();
        // After a shorter page, growing would take twice the memory.
        bytes.reserve_exact(length);
        bytes.resize(length, 0);
        read_at(&self.file, self.offset(first), bytes).map_err(|error| self.error(error))?;
        let mut numbered = (first..).zip(bytes.chunks(index(Blocks::BYTES)));
        match numbered.find(|(number, block)| !self.blocks.is_intact(*number, block)) {
            Some((number, _)) => Err(self.error(damaged(self.offset(number)))),
            None => Ok(()),
        }
    }

    /// Keeps blocks of these files in `bytes` of memory together.
    pub(crate) fn cache<'a>(bytes: u64, files: impl IntoIterator<Item = &'a mut Self>) {
        let mut files: Vec<_> = files.into_iter().collect();
        let pages = |file: &Self| file.blocks.count().div_ceil(Cache::BLOCKS);
        let cache = Cache::new(bytes, files.iter().map(|file| pages(file)).sum());
        let mut first_page = 0;
        for file in &mut files {
            (file.cache, file.first_page) = (Arc::clone(&cache), first_page);
            first_page += pages(file);
        }
    }

    /// All cells, checked.
    pub(crate) fn load(&self) -> Result<Vec<Cell>, Error> {
        let mut cells = filled(self.header.ranks, || Cell::NO_POSITION)?;
        self.visit_cells(0..self.header.ranks, |rank, cell| cells[index(rank)] = cell)?;
        let is_right = checksum_of_cells((0..).zip(&cells)) == self.header.checksum;
        if is_right { Ok(cells) } else { Err(self.error(damaged(0))) }
    }

    #[cold]
    fn error(&self, error: Error) -> Error {
        error.in_file(&self.path)
    }

    /// Where a block starts.
    fn offset(&self, block: u64) -> u64 {
        self.first_block + Blocks::offset(block)
    }
}

/// The error in reading a file.
pub(super) fn cannot_read(error: &io::Error) -> Error {
    Error::new(ErrorKind::Io, format!("cannot read the solution: {error}"))
}

/// Opens a regular file. Opening a pipe would wait for its other end.
fn open_file(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("not a file")) }
}

fn lock(file: &Mutex<File>) -> std::sync::MutexGuard<'_, File> {
    file.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Fills `buffer` with the bytes from `offset` on. It is an error if there are fewer.
fn read_at(file: &Mutex<File>, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
    let mut file = lock(file);
    let read = file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(buffer));
    read.map_err(|error| cannot_read(&error))
}
