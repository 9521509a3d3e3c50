//! Blocks of some files in memory of a bounded size.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use super::layout::Blocks;
use crate::memory::index;

/// Pages of some files. Their blocks are checked whenever they are read.
pub(crate) enum Cache {
    /// A slot for each page of all files, so that it is read once. Looking into one takes no locked instruction,
    /// which would have to wait for those before it: by shared slots alone, six men's morris takes 7 % longer.
    Own(Vec<OnceLock<Box<[u8]>>>),
    /// Fewer slots than pages: a page displaces the one before it in its slot.
    Shared(Vec<RwLock<Page>>),
}

#[derive(Default)]
pub(crate) struct Page {
    /// The number of the page among the pages of all files, and 1: 0 if there is none.
    number: u64,
    bytes: Vec<u8>,
}

/// The bytes that a code is read in.
type Code = [u8; Blocks::MAX_CODE_BYTES];

impl Cache {
    /// The number of blocks of a page.
    pub(super) const BLOCKS: u64 = 4;
    const PAGE: u64 = Self::BLOCKS * Blocks::BYTES;
    /// The memory that a page takes in a slot of either kind.
    const SLOT: u64 = Self::PAGE + size_of::<RwLock<Page>>() as u64;
    /// The least size of a cache, in bytes.
    pub(crate) const MIN: u64 = 64 * Self::PAGE;

    /// A cache of at most `bytes`, and at least [`MIN`](Self::MIN), for this number of pages. It takes memory as it is
    /// filled.
    pub(super) fn new(bytes: u64, pages: u64) -> Arc<Self> {
        let slots = bytes.max(Self::MIN) / Self::SLOT;
        Arc::new(if pages <= slots {
            Self::Own((0..pages).map(|_| OnceLock::new()).collect())
        } else {
            Self::Shared((0..slots).map(|_| RwLock::default()).collect())
        })
    }

    /// The code at this byte of a page, which `read` puts into a list if it is not in memory.
    #[inline]
    pub(super) fn code<E>(
        &self,
        page: u64,
        byte: usize,
        read: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) -> Result<Code, E> {
        match self {
            Self::Own(slots) => {
                let slot = &slots[index(page)];
                if let Some(bytes) = slot.get() {
                    return Ok(code_at(bytes, byte));
                }
                let mut bytes = Vec::new();
                read(&mut bytes)?;
                Ok(code_at(slot.get_or_init(|| bytes.into()), byte))
            }
            Self::Shared(slots) => {
                let (slot, number) = (&slots[index(page % slots.len() as u64)], page + 1);
                let cached = slot.read().unwrap_or_else(PoisonError::into_inner);
                if cached.number == number {
                    return Ok(code_at(&cached.bytes, byte));
                }
                drop(cached);
                let mut cached = slot.write().unwrap_or_else(PoisonError::into_inner);
                if cached.number != number {
                    cached.number = 0;
                    read(&mut cached.bytes)?;
                    cached.number = number;
                }
                Ok(code_at(&cached.bytes, byte))
            }
        }
    }
}

/// The bytes of a code, which may be some of the checksum after it.
#[inline]
pub(super) fn code_at(blocks: &[u8], byte: usize) -> Code {
    *blocks[byte..].first_chunk().expect("the checksum follows")
}
