//! The hash of the files that runs continue from.

/// The number of bytes of a hash.
pub(crate) const HASH: usize = 8;

/// A hash of 64 bits of all words of eight bytes, the low byte first; the last word may lack some, which are 0. A word
/// that differs, alone, gives another hash.
///
/// It begins with `CBF29CE484222325` (hexadecimal, like the next number), and takes one word after another: it is
/// combined with the word by exclusive or, multiplied by `100000001B3` modulo 2^64, and rotated by 29 bits to the left.
/// This is FNV-1a except for the size of the words and the rotation, which brings the high bits back to the low ones.
pub(crate) fn hash(bytes: &[u8]) -> [u8; HASH] {
    const PRIME: u64 = 0x0100_0000_01B3;
    let hash = bytes.chunks(8).fold(0xCBF2_9CE4_8422_2325_u64, |hash, bytes| {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        (hash ^ u64::from_le_bytes(word)).wrapping_mul(PRIME).rotate_left(29)
    });
    hash.to_le_bytes()
}
