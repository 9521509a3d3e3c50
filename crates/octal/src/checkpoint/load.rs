//! Reading a checkpoint from its beginning to its end.

use std::io::{self, BufReader, Read};

use grundy::HeapGame;

use super::format::{BLOCK, FORMAT, Hash, PART_HEADER, TITLE, header};
use crate::options::LARGEST_HEAP;

/// What a checkpoint has.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) values: Vec<u16>,
    /// Of the header and all whole parts.
    pub(super) hash: Hash,
    /// Where the last whole part ends, in bytes. 0 if not even the header is there.
    pub(super) end: u64,
}

/// Why nothing is loaded.
#[derive(Debug)]
pub(super) enum LoadError {
    Io(io::Error),
    /// It is no checkpoint of the game, or one that is damaged.
    Invalid(String),
}

impl From<io::Error> for LoadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Loads the values of a checkpoint of this game from an input of so many bytes. At its end may be the beginning of a header or of a part:
/// a run was killed while it wrote that.
pub(super) fn load(input: impl Read, length: u64, game: &HeapGame) -> Result<Loaded, LoadError> {
    let mut input = BufReader::with_capacity(2 * BLOCK, input);
    let header = header(game);
    let mut loaded = Loaded { values: Vec::new(), hash: Hash::of_header(&header), end: 0 };
    let mut start = Vec::new();
    input.by_ref().take(header.len() as u64).read_to_end(&mut start)?;
    if start != header.as_bytes() {
        if (start.len() as u64) < length || !header.as_bytes().starts_with(&start) {
            input.take(1024).read_to_end(&mut start)?;
            return Err(LoadError::Invalid(describe(&start, game)));
        }
        return Ok(loaded);
    }
    loaded.end = header.len() as u64;
    let all = usize::try_from(length.saturating_sub(loaded.end) / 2).unwrap_or(usize::MAX).min(LARGEST_HEAP + 1);
    if loaded.values.try_reserve_exact(all).is_err() {
        return Err(io::Error::new(io::ErrorKind::OutOfMemory, format!("there is no memory for {all} values")).into());
    }
    while loaded.read_part(&mut input, length)? {}
    Ok(loaded)
}

impl Loaded {
    /// Reads the next part. `false` if there is none, or only the beginning of one.
    fn read_part(&mut self, input: &mut impl Read, length: u64) -> Result<bool, LoadError> {
        let damaged = damaged(self.values.len(), self.end);
        let mut found = Vec::new();
        input.take(PART_HEADER as u64).read_to_end(&mut found)?;
        let (count, expected) = found.split_at(found.len().min(8));
        let is_count_whole = count.len() == 8;
        let count = count.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        if count > (LARGEST_HEAP + 1 - self.values.len()) as u64 || (is_count_whole && count == 0) {
            return Err(LoadError::Invalid(damaged));
        }
        let end = self.end + PART_HEADER as u64 + 2 * count;
        if !is_count_whole || end > length {
            return Ok(false);
        }
        let hash = self.read_values(input, count)?;
        if hash.to_bytes() != *expected {
            return Err(LoadError::Invalid(damaged));
        }
        (self.hash, self.end) = (hash, end);
        Ok(true)
    }

    /// Reads the values of a part, and returns the hash with it.
    fn read_values(&mut self, input: &mut impl Read, count: u64) -> io::Result<Hash> {
        let mut hash = self.hash.with_count(count);
        let mut left = usize::try_from(count).map_err(io::Error::other)?;
        let mut block = vec![0; 2 * BLOCK.min(left)];
        while left > 0 {
            let known = self.values.len();
            let bytes = &mut block[..2 * BLOCK.min(left)];
            input.read_exact(bytes)?;
            let (pairs, _) = bytes.as_chunks::<2>();
            self.values.extend(pairs.iter().map(|&pair| u16::from_le_bytes(pair)));
            hash = hash.with_values(&self.values[known..]);
            left -= pairs.len();
        }
        Ok(hash)
    }
}

/// What is wrong after so many good values and bytes.
fn damaged(count: usize, end: u64) -> String {
    match count {
        0 => "its values are damaged".to_owned(),
        _ => format!("it is damaged from heap {count} on; its first {end} bytes alone are valid"),
    }
}

/// Why a file that begins like this is no checkpoint of the game.
fn describe(start: &[u8], game: &HeapGame) -> String {
    let text = String::from_utf8_lossy(start);
    let mut lines = text.lines();
    match lines.next().unwrap_or_default().strip_prefix(TITLE) {
        Some(FORMAT) => {}
        Some(format) if !format.is_empty() && format.bytes().all(|byte| byte.is_ascii_digit()) => {
            return format!("it has format {format}, not {FORMAT}");
        }
        _ => return format!("it does not begin with '{TITLE}{FORMAT}'"),
    }
    match lines.next().unwrap_or_default().strip_prefix("game ").map(str::parse::<HeapGame>) {
        Some(Ok(other)) if other != *game => format!("it is of the game {other}, not {game}"),
        _ => "its header is damaged".to_owned(),
    }
}
