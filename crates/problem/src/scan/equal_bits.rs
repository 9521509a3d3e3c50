//! Finding one byte in a block of 64.

/// Bit `i` of the result says whether byte `i` of the block is this byte.
///
/// ```
/// let mut block = [b'.'; 64];
/// (block[0], block[63]) = (b'X', b'X');
/// assert_eq!(problem::equal_bits(&block, b'X'), 1 | 1 << 63);
/// ```
#[inline]
pub fn equal_bits(block: &[u8; 64], byte: u8) -> u64 {
    #[cfg(target_arch = "x86_64")]
    return by_register(block, byte);
    #[cfg(not(target_arch = "x86_64"))]
    by_words(block, byte)
}

/// By registers of 16 bytes, which every x86-64 processor has.
#[cfg(target_arch = "x86_64")]
#[inline]
fn by_register(block: &[u8; 64], byte: u8) -> u64 {
    use safe_arch::{cmp_eq_mask_i8_m128i, load_unaligned_m128i, move_mask_i8_m128i, set_splat_i8_m128i};

    let byte = set_splat_i8_m128i(byte.cast_signed());
    let equal = |part| move_mask_i8_m128i(cmp_eq_mask_i8_m128i(load_unaligned_m128i(part), byte));
    block.as_chunks().0.iter().rev().fold(0, |bits, part| bits << 16 | u64::from(equal(part).cast_unsigned()))
}

/// By words of 8 bytes, of which each becomes 0 or 1: the product moves bit `8 * i` to bit `56 + i`.
#[cfg(any(test, not(target_arch = "x86_64")))]
fn by_words(block: &[u8; 64], byte: u8) -> u64 {
    let equal = block.map(|other| u8::from(other == byte));
    equal
        .as_chunks()
        .0
        .iter()
        .rev()
        .fold(0, |bits, word| bits << 8 | u64::from_le_bytes(*word).wrapping_mul(0x0102_0408_1020_4080) >> 56)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_find_every_byte_at_every_place() {
        for byte in 0..=u8::MAX {
            for place in 0..64 {
                let mut block = [byte ^ 0x80; 64];
                block[place] = byte;
                assert_eq!([equal_bits(&block, byte), by_words(&block, byte)], [1 << place; 2]);
                let others = block.map(|other| byte.wrapping_sub(other));
                assert_eq!([equal_bits(&others, 0x80), by_words(&others, 0x80)], [!(1 << place); 2]);
            }
        }
    }
}
