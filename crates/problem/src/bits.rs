//! Looking at 64 bytes of a text at once, without a branch for each.

use std::array;

/// The number of bytes.
pub(crate) const BLOCK: usize = 64;

/// The bytes of a text, 64 at a time. What the last ones lack is filled.
///
/// ```
/// let crosses = problem::blocks(b"X.X", b'.').map(|block| problem::bits_where(&block, [|byte| byte == b'X']));
/// assert_eq!(crosses.collect::<Vec<_>>(), [[0b101]]);
/// ```
pub fn blocks(text: &[u8], filler: u8) -> impl Iterator<Item = [u8; BLOCK]> {
    let (whole, rest) = text.as_chunks();
    let last = Some(rest).filter(|rest| !rest.is_empty()).into_iter().map(move |rest| {
        let mut block = [filler; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        block
    });
    whole.iter().copied().chain(last)
}

/// For each kind of bytes that is wanted, bit `i` says whether byte `i` is one.
pub fn bits_where<const N: usize>(block: &[u8; BLOCK], is_wanted: [impl Fn(u8) -> bool; N]) -> [u64; N] {
    is_wanted.map(|is_wanted| {
        let wanted: [u8; BLOCK] = array::from_fn(|index| if is_wanted(block[index]) { 1 << (index / 8) } else { 0 });
        transposed(wanted.as_chunks().0.iter().fold(0, |bits, row| bits | u64::from_le_bytes(*row)))
    })
}

/// Bit `8 * i + j` becomes bit `8 * j + i`.
#[inline]
fn transposed(bits: u64) -> u64 {
    let swaps = [(7, 0x00AA_00AA_00AA_00AA), (14, 0x0000_CCCC_0000_CCCC), (28, 0x0000_0000_F0F0_F0F0)];
    swaps.into_iter().fold(bits, |bits, (by, which)| {
        let differing = (bits ^ bits >> by) & which;
        bits ^ differing ^ differing << by
    })
}
