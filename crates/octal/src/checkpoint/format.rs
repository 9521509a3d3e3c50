//! The bytes of a checkpoint.
//!
//! A header of two lines and an empty one says which game it is. *Parts* follow, one for each save: the number of its values, a hash,
//! and the values. Numbers and hashes have eight bytes, values two, the low byte first. The hash is that of the header and all parts up
//! to this one, so no part can be changed, left out or put in the place of another one.

use grundy::HeapGame;

/// The first line, without the number of the format.
pub(super) const TITLE: &str = "values of an octal game, format ";

/// The number of this format. Those before had no parts.
pub(super) const FORMAT: &str = "3";

/// The number of bytes before the values of a part.
pub(super) const PART_HEADER: usize = 16;

/// How many values are read or written at once. A multiple of the four values in a word, see [`Hash::with_values`].
pub(super) const BLOCK: usize = 1 << 15;

/// The lines before the parts.
pub(super) fn header(game: &HeapGame) -> String {
    format!("{TITLE}{FORMAT}\ngame {game}\n\n")
}

/// What stands before the values of a part.
pub(super) fn part_header(count: usize, hash: Hash) -> [u8; PART_HEADER] {
    let mut bytes = [0; PART_HEADER];
    bytes[..8].copy_from_slice(&(count as u64).to_le_bytes());
    bytes[8..].copy_from_slice(&hash.to_bytes());
    bytes
}

/// FNV-1a over words of eight bytes, so that it takes less time than writing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash(u64);

impl Hash {
    /// The hash of a checkpoint without parts.
    pub(super) fn of_header(header: &str) -> Self {
        header.as_bytes().chunks(8).fold(Self(0xCBF2_9CE4_8422_2325), |hash, bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            hash.with_word(u64::from_le_bytes(word))
        })
    }

    /// The hash with one more part.
    pub(super) fn with_part(self, values: &[u16]) -> Self {
        self.with_count(values.len() as u64).with_values(values)
    }

    /// The hash with the number of values of the next part, which may come in pieces.
    pub(super) fn with_count(self, count: u64) -> Self {
        self.with_word(count)
    }

    /// The hash with a piece of a part. The number of its values is a multiple of four, unless it is the last piece.
    pub(super) fn with_values(self, values: &[u16]) -> Self {
        let (words, rest) = values.as_chunks::<4>();
        let word = |values: &[u16]| values.iter().rev().fold(0, |word, &value| word << 16 | u64::from(value));
        let hash = words.iter().fold(self, |hash, values| hash.with_word(word(values)));
        if rest.is_empty() { hash } else { hash.with_word(word(rest)) }
    }

    fn with_word(self, word: u64) -> Self {
        const PRIME: u64 = 0x0100_0000_01B3;
        Self((self.0 ^ word).wrapping_mul(PRIME).rotate_left(29))
    }

    pub(super) fn to_bytes(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }
}
