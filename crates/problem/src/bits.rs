//! Looking at 64 bytes of a text at once, without a branch for each.

/// The number of bytes.
pub(crate) const BLOCK: usize = 64;

/// The bytes of a text, 64 at a time. What the last ones lack is filled.
///
/// ```
/// let crosses = problem::blocks(b"X.X", b'.').map(|block| problem::bits_where(&block, |byte| byte == b'X'));
/// assert_eq!(crosses.collect::<Vec<_>>(), [0b101]);
/// ```
#[inline]
pub fn blocks(text: &[u8], filler: u8) -> impl Iterator<Item = [u8; BLOCK]> {
    let (whole, rest) = text.as_chunks();
    let last = Some(rest).filter(|rest| !rest.is_empty()).into_iter().map(move |rest| {
        let mut block = [filler; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        block
    });
    whole.iter().copied().chain(last)
}

/// Bit `i` says whether byte `i` is wanted.
#[inline]
pub fn bits_where(block: &[u8; BLOCK], is_wanted: impl Fn(u8) -> bool) -> u64 {
    // The product moves the lowest bit of byte `i` of a word to bit `56 + i`.
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let wanted = block.map(|byte| u8::from(is_wanted(byte)));
    let words = wanted.as_chunks().0.iter().rev();
    words.fold(0, |bits, word| bits << 8 | u64::from_le_bytes(*word).wrapping_mul(GATHER) >> 56)
}
