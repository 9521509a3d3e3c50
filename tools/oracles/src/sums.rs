//! Checksums that fit whatever they are the checksums of, by the description of the format.

/// The length of the part of a header before the name.
pub const FIXED: usize = 20 + 3 * 4 + 8 * 8;
/// The number of bytes of a block that are codes.
const CODES: usize = 4_088;

/// Makes the checksums of a header and of all blocks fit; `None` if the header does not end.
pub fn put_sums(content: &mut [u8]) -> Option<()> {
    let length = |at: usize| Some(u32::from_le_bytes(*content.get(at..)?.first_chunk()?));
    let number = |at: usize| Some(u64::from_le_bytes(*content.get(at..)?.first_chunk()?));
    let [name, cells] = [usize::try_from(length(24)?).ok()?, usize::try_from(length(28)?).ok()?];
    let seed = sum_of_numbers([number(64)?, number(72)?]);
    let header = FIXED.checked_add(name)?.checked_add(cells.checked_mul(2)?)?.checked_add(8)?;
    let (header, blocks) = content.split_at_mut_checked(header)?;
    put_sum(header);
    for (number, block) in (0..).zip(blocks.chunks_mut(CODES + 8)) {
        let (codes, sum) = block.split_last_chunk_mut()?;
        *sum = sum_of_numbers([seed, number, sum_of_bytes(codes)]).to_le_bytes();
    }
    Some(())
}

/// The last eight bytes become the checksum of the others.
fn put_sum(bytes: &mut [u8]) {
    if let Some((content, sum)) = bytes.split_last_chunk_mut() {
        *sum = sum_of_bytes(content).to_le_bytes();
    }
}

pub fn sum_of_bytes(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    sum_of_numbers(words.chain([bytes.len() as u64]))
}

fn sum_of_numbers(numbers: impl IntoIterator<Item = u64>) -> u64 {
    numbers.into_iter().fold(0, |sum, number| mix(sum ^ number))
}

/// The output of splitmix64 for a state.
fn mix(state: u64) -> u64 {
    let mixed = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
