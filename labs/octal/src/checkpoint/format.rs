//! The bytes of a checkpoint, format 5.
//!
//! ```text
//! values of an octal game, format 5
//! game .007
//!
//! part, part, ...
//! ```
//!
//! Each of the three lines of the header ends with one `\n`, and the third is empty. The code of the game has the form
//! that `grundy::HeapGame` prints. Numbers are without a sign, the low byte first. Each save adds a part:
//!
//! | bytes | what |
//! |--:|---|
//! | 8 | the number of its values, at least 1 |
//! | 8 | the hash up to this number |
//! | 2 each | the values of the next heaps; the first part begins with heap 0 |
//! | 8 | the hash up to these values |
//!
//! There is one hash for the whole file, of 64 bits, and what the file has of it is how far it has come. So no part can
//! be changed, left out or put in the place of another one. The hash begins with `CBF29CE484222325` (hexadecimal, like
//! the next number), and takes words of eight bytes, the low byte first: it is combined with the word by exclusive or,
//! multiplied by `100000001B3` modulo 2^64, and rotated by 29 bits to the left. This is FNV-1a except for the size of
//! the words and the rotation, which brings the high bits back to the low ones. The words are
//!
//! - the header;
//! - for each part the number of its values, which is one word, and then its values, four in a word.
//!
//! The last word of the header, and of the values of a part, may lack bytes: these are 0.
//!
//! A file may end within the header, within the first 16 bytes of a part, or with fewer values and hash bytes than a
//! part must have whose first 16 bytes are right. Then a run was killed while it wrote that, and all before it is
//! whole. Whatever else differs is damage.

use grundy::HeapGame;

/// The first line, without the number of the format.
pub(super) const TITLE: &str = "values of an octal game, format ";

/// The number of this format.
pub(super) const FORMAT: &str = "5";

/// The number of bytes before the values of a part.
pub(super) const PART_HEAD: usize = 16;

/// The number of bytes of a hash, which follows the values of a part.
pub(super) const HASH: usize = 8;

/// How many values are read or written at once. A multiple of the four values in a word, see [`Hash::with_values`].
pub(super) const BLOCK: usize = 1 << 15;

/// The lines before the parts.
pub(super) fn header(game: &HeapGame) -> String {
    format!("{TITLE}{FORMAT}\ngame {game}\n\n")
}

/// What stands before the values of a part. The hash is up to their number.
pub(super) fn part_head(count: usize, hash: Hash) -> [u8; PART_HEAD] {
    let mut bytes = [0; PART_HEAD];
    bytes[..8].copy_from_slice(&(count as u64).to_le_bytes());
    bytes[8..].copy_from_slice(&hash.to_bytes());
    bytes
}

/// The hash of a checkpoint up to some place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hash(u64);

impl Hash {
    /// The hash up to the end of the header.
    pub(super) fn of_header(game: &HeapGame) -> Self {
        header(game).as_bytes().chunks(8).fold(Self(0xCBF2_9CE4_8422_2325), |hash, bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            hash.with_word(u64::from_le_bytes(word))
        })
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

    pub(super) fn to_bytes(self) -> [u8; HASH] {
        self.0.to_le_bytes()
    }
}
