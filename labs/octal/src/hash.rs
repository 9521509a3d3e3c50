//! The hash of the files that runs continue from.

/// The number of bytes of a hash.
pub(crate) const HASH: usize = 8;

/// A hash of 64 bits of all words before some place. A word that differs, alone, gives another hash.
///
/// It begins with `CBF29CE484222325` (hexadecimal, like the next number), and takes words of eight bytes, the low byte
/// first: it is combined with the word by exclusive or, multiplied by `100000001B3` modulo 2^64, and rotated by 29 bits
/// to the left. This is FNV-1a except for the size of the words and the rotation, which brings the high bits back to
/// the low ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hash(u64);

impl Hash {
    /// The hash of these bytes, of which the last word may lack some: these are 0.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        bytes.chunks(8).fold(Self(0xCBF2_9CE4_8422_2325), |hash, bytes| {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            hash.with_word(u64::from_le_bytes(word))
        })
    }

    /// The hash with one more word.
    fn with_word(self, word: u64) -> Self {
        const PRIME: u64 = 0x0100_0000_01B3;
        Self((self.0 ^ word).wrapping_mul(PRIME).rotate_left(29))
    }

    pub(crate) fn to_bytes(self) -> [u8; HASH] {
        self.0.to_le_bytes()
    }
}
