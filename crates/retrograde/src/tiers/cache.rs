//! Reading files through memory of a bounded size.

use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use crate::files::{Blocks, Source};
use crate::memory::index;

/// Pages of some files, each of some blocks, which are checked whenever they are read.
pub(crate) struct Cache {
    slots: Slots,
}

enum Slots {
    /// For each page of all files a slot of its own, so that it is read once. Looking into one takes no locked
    /// instruction, which would have to wait for those before it.
    Own(Vec<OnceLock<Box<[u8]>>>),
    /// Fewer slots than pages: a page displaces the one before it in its slot.
    Shared(Vec<RwLock<Page>>),
}

#[derive(Default)]
struct Page {
    /// The number of the page among those of all files, and 1: 0 if there is none.
    number: u64,
    bytes: Vec<u8>,
}

/// The number of blocks of a page.
const BLOCKS: u64 = 4;

/// The number of bytes that a code is read in.
const CODE: usize = Blocks::MAX_CODE_BYTES;

impl Cache {
    /// The size of a page, in bytes.
    const PAGE: u64 = BLOCKS * Blocks::BYTES;
    /// The memory that a page takes in a slot of either kind.
    const SLOT: u64 = Self::PAGE + size_of::<RwLock<Page>>() as u64;
    /// The least size of a cache, in bytes.
    pub(crate) const MIN: u64 = 64 * Self::PAGE;

    /// A cache of at most `bytes`, and at least [`MIN`](Self::MIN), for files of these sizes. It takes memory as
    /// it is filled.
    pub(crate) fn new(bytes: u64, files: impl Iterator<Item = u64>) -> Arc<Self> {
        let pages: u64 = files.map(Self::pages).sum();
        let slots = bytes.max(Self::MIN) / Self::SLOT;
        let slots = if pages <= slots {
            Slots::Own((0..pages).map(|_| OnceLock::new()).collect())
        } else {
            Slots::Shared((0..slots).map(|_| RwLock::default()).collect())
        };
        Arc::new(Self { slots })
    }

    /// The size of a cache that holds files of these sizes.
    pub(crate) fn bytes_for(files: impl Iterator<Item = u64>) -> u64 {
        let pages: u64 = files.map(Self::pages).sum();
        pages.saturating_mul(Self::SLOT).max(Self::MIN)
    }

    fn pages(bytes: u64) -> u64 {
        bytes.div_ceil(Self::PAGE)
    }
}

/// A file that is read through a [`Cache`], together with other files.
pub(crate) struct CachedFile {
    file: Mutex<File>,
    size: u64,
    cache: Arc<Cache>,
    /// The number of the file's first page among those of all files.
    first_page: u64,
    /// Where the first block starts, and how to check blocks. Until that is known nothing is cached.
    layout: OnceLock<(u64, Blocks)>,
}

impl CachedFile {
    /// Reads a file through a cache that was made for its size. `next_page` is the number of pages of the files before
    /// it, and is increased by its own.
    pub(crate) fn new(file: File, cache: &Arc<Cache>, next_page: &mut u64) -> io::Result<Self> {
        let size = file.metadata()?.len();
        let first_page = *next_page;
        *next_page += Cache::pages(size);
        Ok(Self { file: Mutex::new(file), size, cache: Arc::clone(cache), first_page, layout: OnceLock::new() })
    }

    /// Says where blocks are, from which on everything is read through the cache.
    pub(crate) fn set_layout(&self, first_block: u64, blocks: Blocks) {
        let _ = self.layout.set((first_block, blocks));
    }

    /// Copies bytes from a page, all that the page has of them or that fit, and returns their number. The offset is
    /// that from the first block.
    #[inline]
    fn copy(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let (page, start) = (offset / Cache::PAGE, index(offset % Cache::PAGE));
        let number = self.first_page + page;
        match &self.cache.slots {
            Slots::Own(slots) => {
                let slot = slots.get(index(number)).ok_or_else(|| io::Error::other("the file has changed"))?;
                let bytes = if let Some(bytes) = slot.get() {
                    bytes
                } else {
                    let mut bytes = Vec::new();
                    self.read_page(page, &mut bytes)?;
                    slot.get_or_init(|| bytes.into())
                };
                Ok(copy_from(bytes, start, buffer))
            }
            Slots::Shared(slots) => {
                let slot = &slots[index(number % slots.len() as u64)];
                let number = number + 1;
                let cached = slot.read().unwrap_or_else(PoisonError::into_inner);
                if cached.number == number {
                    return Ok(copy_from(&cached.bytes, start, buffer));
                }
                drop(cached);
                let mut cached = slot.write().unwrap_or_else(PoisonError::into_inner);
                if cached.number != number {
                    cached.number = 0;
                    self.read_page(page, &mut cached.bytes)?;
                    cached.number = number;
                }
                Ok(copy_from(&cached.bytes, start, buffer))
            }
        }
    }

    #[cold]
    fn read_page(&self, page: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        let (first_block, blocks) = self.layout.get().expect("only blocks are cached");
        let start = first_block + page * Cache::PAGE;
        let length = index((self.size - start).min(Cache::PAGE));
        bytes.clear();
        // After a shorter page, growing would take twice the memory.
        bytes.reserve_exact(length);
        bytes.resize(length, 0);
        self.file.read_at(start, bytes)?;
        let numbers = page * BLOCKS..;
        let mut numbered = numbers.zip(bytes.chunks(index(Blocks::BYTES)));
        if numbered.all(|(number, block)| blocks.is_intact(number, block)) {
            Ok(())
        } else {
            Err(io::ErrorKind::InvalidData.into())
        }
    }
}

/// Copies the bytes of a page from `start` on, as many as fit, and returns their number.
#[inline]
fn copy_from(page: &[u8], start: usize, buffer: &mut [u8]) -> usize {
    let bytes = page.get(start..).unwrap_or_default();
    // A single code, as nearly always: a known length makes it a move instead of a call.
    if let (Ok(code), Some(read)) = (<&mut [u8; CODE]>::try_from(&mut *buffer), bytes.first_chunk::<CODE>()) {
        *code = *read;
        return CODE;
    }
    let count = bytes.len().min(buffer.len());
    buffer[..count].copy_from_slice(&bytes[..count]);
    count
}

impl Source for CachedFile {
    fn size(&self) -> io::Result<u64> {
        Ok(self.size)
    }

    #[inline]
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        if self.size.checked_sub(offset).is_none_or(|rest| rest < buffer.len() as u64) {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let Some((first_block, _)) = self.layout.get() else { return self.file.read_at(offset, buffer) };
        let (start, mut done) = (offset - first_block, 0);
        while done < buffer.len() {
            done += self.copy(start + done as u64, &mut buffer[done..])?;
        }
        Ok(())
    }
}
