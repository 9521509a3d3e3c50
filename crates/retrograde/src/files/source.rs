//! Where the bytes of a solution come from.
//!
//! The library maps no file into memory. Mapping is `unsafe`: the file may shrink meanwhile, which would end the
//! program. Instead each look-up reads and checks a block of 4 KiB, which the system caches. A program that prefers a
//! mapping makes one and passes its [`Bytes`].

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// A sequence of bytes that can be read at any offset.
pub trait Source {
    /// The number of bytes.
    fn size(&self) -> io::Result<u64>;

    /// Fills `buffer` with the bytes from `offset` on. It is an error if there are fewer.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()>;
}

/// A file that threads take turns to read.
impl Source for Mutex<File> {
    fn size(&self) -> io::Result<u64> {
        self.lock().unwrap_or_else(PoisonError::into_inner).metadata().map(|metadata| metadata.len())
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let mut file = self.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(buffer)
    }
}

/// Bytes in memory, or in a memory map made by another crate, of which only the parts that are used are loaded.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<B>(#[allow(missing_docs, reason = "the type says it")] pub B);

impl<B: AsRef<[u8]>> Source for Bytes<B> {
    fn size(&self) -> io::Result<u64> {
        Ok(self.0.as_ref().len() as u64)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<()> {
        let bytes = self.0.as_ref();
        let found = usize::try_from(offset).ok().and_then(|offset| bytes.get(offset..)?.get(..buffer.len()));
        buffer.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// Opens a regular file. Opening a pipe would wait for its other end.
pub(super) fn open_file(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() { File::open(path) } else { Err(io::Error::other("not a file")) }
}
