//! Checksums of 64 bits, part of the file format.

use crate::cell::Cell;

/// A bijective hash of 64 bits: one step of splitmix64.
pub(crate) fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// What a rank adds to the checksum of a solution: the bits of its value, mixed with the rank.
#[inline]
pub(crate) fn of_cell(rank: u64, cell: Cell) -> u64 {
    if cell == Cell::NO_POSITION { 0 } else { mix(rank << 16 | u64::from(cell.to_bits())) }
}

/// The checksum of a sequence of numbers. Sequences of the same length that differ in one number have different
/// checksums; others have the same one with a probability of 2^-64.
#[cfg(feature = "files")]
pub(crate) fn of_numbers(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, |sum, number| mix(sum ^ number))
}

/// The checksum of bytes, eight to a number, and of their count.
#[cfg(feature = "files")]
pub(crate) fn of_bytes(bytes: &[u8]) -> u64 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    };
    of_numbers(bytes.chunks(8).map(word).chain([bytes.len() as u64]))
}
