//! One file with a solution, and its blocks in memory of a bounded size.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::SystemTime;

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
    /// What keeps its blocks in memory, and the number of its first block there.
    cache: (Arc<Cache>, u64),
}

/// Blocks of some files. They are checked whenever they are read.
enum Cache {
    /// A slot for each block of all files, so that it is read once. Looking into one takes no locked instruction,
    /// which would have to wait for those before it: by shared slots alone, six men's morris takes 7 % longer.
    Own(Vec<OnceLock<Box<[u8]>>>),
    /// Fewer slots than blocks: a block displaces the one before it in its slot. With each, its number and 1, or 0.
    Shared(Vec<RwLock<(u64, Vec<u8>)>>),
}

/// The least memory in which blocks are kept, in bytes.
pub(super) const MIN_CACHE: u64 = 1 << 20;
/// The memory that a block takes in a slot of either kind.
const SLOT: u64 = Blocks::BYTES + size_of::<RwLock<(u64, Vec<u8>)>>() as u64;

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
            cache: (Arc::new(Cache::Shared(Vec::new())), 0),
            file: Mutex::new(file),
            header,
        })
    }

    /// Whether no other file has taken its place.
    pub(super) fn is_current(&self) -> bool {
        let state = state_of(&fs::metadata(&self.path));
        state.is_none() || state == self.state
    }

    /// Keeps blocks of these files in memory together, in `bytes` and at least [`MIN_CACHE`], which are taken as it
    /// fills. Before that no [cell](Self::cell) can be looked up.
    pub(super) fn cache<'a>(bytes: u64, files: impl IntoIterator<Item = &'a mut Self>) {
        let (mut files, mut blocks) = (Vec::from_iter(files), 0);
        for file in &mut files {
            file.cache.1 = blocks;
            blocks += file.blocks.count();
        }
        let slots = bytes.max(MIN_CACHE) / SLOT;
        let cache = Arc::new(if blocks <= slots {
            Cache::Own((0..blocks).map(|_| OnceLock::new()).collect())
        } else {
            Cache::Shared((0..slots).map(|_| RwLock::default()).collect())
        });
        for file in files {
            file.cache.0 = Arc::clone(&cache);
        }
    }

    /// The cell of a rank in this file, which must have one.
    #[inline]
    pub(crate) fn cell(&self, rank: u64) -> Result<Cell, Error> {
        if self.blocks.is_empty() {
            return self.cell_of_code(0);
        }
        let (block, place) = self.blocks.place(rank);
        let (cache, first) = &self.cache;
        let number = first + block;
        let code = match &**cache {
            Cache::Own(slots) => {
                let slot = &slots[index(number)];
                if let Some(bytes) = slot.get() {
                    self.blocks.code(bytes, place)
                } else {
                    let mut bytes = Vec::new();
                    self.read_block(block, &mut bytes)?;
                    self.blocks.code(slot.get_or_init(|| bytes.into()), place)
                }
            }
            Cache::Shared(slots) => {
                let slot = &slots[index(number % slots.len() as u64)];
                let cached = slot.read().unwrap_or_else(PoisonError::into_inner);
                if cached.0 == number + 1 {
                    self.blocks.code(&cached.1, place)
                } else {
                    drop(cached);
                    let mut cached = slot.write().unwrap_or_else(PoisonError::into_inner);
                    cached.0 = 0;
                    self.read_block(block, &mut cached.1)?;
                    cached.0 = number + 1;
                    self.blocks.code(&cached.1, place)
                }
            }
        };
        self.cell_of_code(code)
    }

    /// Calls `visit` with the cells of some ranks in their order. All blocks of these ranks are read and checked.
    pub(super) fn visit_cells(&self, ranks: Range<u64>, mut visit: impl FnMut(u64, Cell)) -> Result<(), Error> {
        if let [only] = self.header.cells[..] {
            ranks.for_each(|rank| visit(rank, only));
            return Ok(());
        }
        let (mut bytes, mut last) = (Vec::new(), None);
        for rank in ranks {
            let (block, place) = self.blocks.place(rank);
            if last != Some(block) {
                self.read_block(block, &mut bytes)?;
                last = Some(block);
            }
            visit(rank, self.cell_of_code(self.blocks.code(&bytes, place))?);
        }
        Ok(())
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

    /// All cells, checked.
    pub(super) fn load(&self) -> Result<Vec<Cell>, Error> {
        let mut cells = filled(self.header.ranks, Cell::NO_POSITION)?;
        self.check(|rank, cell| cells[index(rank)] = cell)?;
        Ok(cells)
    }

    /// A code without a cell was forged, as its block is checked.
    #[inline]
    fn cell_of_code(&self, code: usize) -> Result<Cell, Error> {
        self.header.cells.get(code).copied().ok_or_else(|| self.error(damaged(self.first_block)))
    }

    /// Reads and checks a block.
    #[cold]
    fn read_block(&self, block: u64, bytes: &mut Vec<u8>) -> Result<(), Error> {
        let start = self.first_block + block * Blocks::BYTES;
        bytes.clear();
        // After a shorter block, growing would take twice the memory.
        bytes.reserve_exact(self.blocks.length(block));
        bytes.resize(self.blocks.length(block), 0);
        let read = {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(start)).and_then(|_| file.read_exact(bytes))
        };
        read.map_err(|error| self.error(cannot_read(&error)))?;
        if self.blocks.is_intact(block, bytes) { Ok(()) } else { Err(self.error(damaged(start))) }
    }

    #[cold]
    fn error(&self, error: Error) -> Error {
        error.in_file(&self.path)
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
