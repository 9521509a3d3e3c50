//! One file with a solution.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use super::cache::{Cache, code_at};
use super::layout::{Blocks, Header, cannot_read, damaged};
use crate::cell::Cell;
use crate::checksum;
use crate::error::{Error, ErrorKind};
use crate::memory::{filled, index};

/// A file whose header is right.
pub(crate) struct OneFile {
    /// Threads take turns to read it.
    file: Mutex<File>,
    path: PathBuf,
    /// When it was written, and its size: what tells it from one that replaces it.
    state: Option<(SystemTime, u64)>,
    pub(crate) header: Header,
    blocks: Blocks,
    /// Where the first block starts.
    first_block: u64,
    /// Blocks that are kept in memory, none before [`cache`](Self::cache), and the number of the file's first page
    /// there.
    cache: Arc<Cache>,
    first_page: u64,
}

const USE_ANOTHER: &str = "use another file or folder, or remove the file and solve again";

impl OneFile {
    /// Reads the header, and checks it and the size of the file.
    pub(crate) fn open(path: &Path, ranks: u64, name: &str) -> Result<Self, Error> {
        let file = open_file(path).map_err(|error| cannot_read(&error));
        file.and_then(|file| Self::read(file, path, ranks, name)).map_err(|error| error.in_file(path))
    }

    fn read(file: File, path: &Path, ranks: u64, name: &str) -> Result<Self, Error> {
        let header = Header::read(&file)?;
        if header.name != name {
            let text = format!("solution of another game, {:?}, expected {name:?}; {USE_ANOTHER}", header.name);
            return Err(Error::new(ErrorKind::OtherGame, text));
        }
        if header.ranks != ranks {
            let found = header.ranks;
            let text = format!("solution of other rules: {found} ranks, expected {ranks}; {USE_ANOTHER}");
            return Err(Error::new(ErrorKind::OtherGame, text));
        }
        let size = file.metadata().map_err(|error| cannot_read(&error))?.len();
        if size != header.bytes() {
            return Err(damaged(size.min(header.bytes())));
        }
        Ok(Self {
            state: state_of(&file.metadata()),
            path: path.to_owned(),
            blocks: header.blocks(),
            first_block: header.length(),
            cache: Cache::new(0, 0),
            first_page: 0,
            file: Mutex::new(file),
            header,
        })
    }

    /// Whether no other file has taken its place.
    pub(super) fn is_current(&self) -> bool {
        let state = state_of(&fs::metadata(&self.path));
        state.is_none() || state == self.state
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
        let read = {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(self.offset(first))).and_then(|_| file.read_exact(bytes))
        };
        read.map_err(|error| self.error(cannot_read(&error)))?;
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
        let mut cells = filled(self.header.ranks, Cell::NO_POSITION)?;
        self.check(|rank, cell| cells[index(rank)] = cell)?;
        Ok(cells)
    }

    /// Calls `visit` with all cells, and checks that they are those that the header is about.
    pub(super) fn check(&self, mut visit: impl FnMut(u64, Cell)) -> Result<(), Error> {
        let mut sum = 0_u64;
        self.visit_cells(0..self.header.ranks, |rank, cell| {
            sum = sum.wrapping_add(checksum::of_cell(rank, cell));
            visit(rank, cell);
        })?;
        if sum == self.header.checksum { Ok(()) } else { Err(self.error(damaged(0))) }
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

fn state_of(metadata: &io::Result<Metadata>) -> Option<(SystemTime, u64)> {
    let metadata = metadata.as_ref().ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

/// Opens a regular file. Opening a pipe would wait for its other end.
fn open_file(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("not a file")) }
}
