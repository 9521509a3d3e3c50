//! Reading a checkpoint from its beginning to its end.

use std::io::{self, BufReader, Read};

use anyhow::anyhow;
use grundy::HeapGame;

use super::format::{BLOCK, FORMAT, PART_HEAD, TITLE, header};
use crate::hash::{HASH, Hash};
use crate::memory;
use crate::options::LARGEST_HEAP;

/// What a checkpoint has.
#[derive(Debug)]
pub(super) struct Loaded {
    pub(super) values: Vec<u16>,
    /// Up to the end of the last whole part.
    pub(super) hash: Hash,
    /// Where the last whole part ends, in bytes. 0 if not even the header is there.
    pub(super) end: u64,
}

/// Loads the values of a checkpoint of this game from an input of this number of bytes, into the memory of `room` as
/// far as it goes. At the end of the input may be the beginning of a header or of a part: a run was killed while it
/// wrote that.
///
/// # Errors
///
/// An error of the input, or the reason why nothing is loaded and what to do.
pub(super) fn load(input: impl Read, length: u64, game: &HeapGame, mut room: Vec<u16>) -> anyhow::Result<Loaded> {
    room.clear();
    let mut input = BufReader::with_capacity(2 * BLOCK, input);
    let header = header(game);
    let mut loaded = Loaded { values: room, hash: Hash::of(header.as_bytes()), end: 0 };
    let mut start = Vec::new();
    input.by_ref().take(header.len() as u64).read_to_end(&mut start)?;
    if start != header.as_bytes() {
        if (start.len() as u64) < length || !header.as_bytes().starts_with(&start) {
            input.take(1024).read_to_end(&mut start)?;
            return Err(describe(&start, game));
        }
        return Ok(loaded);
    }
    loaded.end = header.len() as u64;
    let all = usize::try_from(length.saturating_sub(loaded.end) / 2).unwrap_or(usize::MAX).min(LARGEST_HEAP + 1);
    let reserved = loaded.values.try_reserve_exact(all);
    reserved.map_err(|_| anyhow!(memory::lack(all, None, "end other programs, or use a machine with more")))?;
    while loaded.read_part(&mut input, length)? {}
    Ok(loaded)
}

impl Loaded {
    /// Reads the next part. `false` if there is none, or only the beginning of one.
    fn read_part(&mut self, input: &mut impl Read, length: u64) -> anyhow::Result<bool> {
        let damaged = damaged(self.values.len(), self.end);
        let mut head = Vec::new();
        input.take(PART_HEAD as u64).read_to_end(&mut head)?;
        let (count, expected) = head.split_at(head.len().min(PART_HEAD - HASH));
        let is_count_whole = count.len() == PART_HEAD - HASH;
        let count = count.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
        let hash = self.hash.with_word(count);
        let is_right = count > 0 && hash.to_bytes().starts_with(expected);
        // A count without its last bytes can be judged by what is there.
        if count > (LARGEST_HEAP + 1 - self.values.len()) as u64 || (is_count_whole && !is_right) {
            return Err(damaged);
        }
        let end = self.end + (PART_HEAD + HASH) as u64 + 2 * count;
        if head.len() < PART_HEAD || end > length {
            return Ok(false);
        }
        let hash = self.read_values(input, hash, count)?;
        let mut expected = [0; HASH];
        input.read_exact(&mut expected)?;
        if hash.to_bytes() != expected {
            return Err(damaged);
        }
        (self.hash, self.end) = (hash, end);
        Ok(true)
    }

    /// Reads this number of values, and returns the hash up to these, given the one before.
    fn read_values(&mut self, input: &mut impl Read, mut hash: Hash, count: u64) -> io::Result<Hash> {
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

/// The error that a checkpoint is damaged after these numbers of good values and bytes.
fn damaged(values: usize, end: u64) -> anyhow::Error {
    let remedy = match values {
        0 => String::new(),
        _ => format!("cut to {end} bytes (`truncate -s {end} FILE`) it keeps the {values} values before; otherwise "),
    };
    anyhow!("the checkpoint is damaged from heap {values} on; {remedy}name another file")
}

/// Why a file that begins like this is not a checkpoint of the game.
fn describe(start: &[u8], game: &HeapGame) -> anyhow::Error {
    let text = String::from_utf8_lossy(start);
    let mut lines = text.lines();
    let invalid = |reason: &str| anyhow!("not a valid checkpoint; name another file: {reason}");
    match lines.next().unwrap_or_default().strip_prefix(TITLE) {
        Some(FORMAT) => {}
        Some(format) if !format.is_empty() && format.bytes().all(|byte| byte.is_ascii_digit()) => {
            return anyhow!(
                "the checkpoint has format {format}, not {FORMAT}; use the version of octal that wrote it, or name \
                 another file"
            );
        }
        _ => return invalid(&format!("it does not begin with '{TITLE}{FORMAT}'")),
    }
    let parse = |code: &str| code.parse().or_else(|_| HeapGame::hexadecimal(code));
    match lines.next().unwrap_or_default().strip_prefix("game ").map(parse) {
        Some(Ok(other)) if other != *game => {
            anyhow!("the checkpoint is of the game {other}, not {game}; give the code {other}, or name another file")
        }
        _ => invalid("its header is damaged"),
    }
}
