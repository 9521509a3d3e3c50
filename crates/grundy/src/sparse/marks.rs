//! Tables of bytes that tell which values moves lead to, a table for each of some neighbouring heaps.

/// How many heaps are worked on side by side: their tables together fit into a core's nearest cache.
pub(super) const GROUP: usize = 16;

/// Marks for each of several neighbouring heaps the sum of its other half and `value`.
#[inline]
pub(super) fn mark_pairs<const ROOM: usize>(others: &[u16], value: u16, made: &mut [[u8; ROOM]; GROUP]) {
    let others: &[u16; GROUP] = others.try_into().expect("as many as a group has");
    let values = u64::from(value) * 0x0001_0001_0001_0001;
    for quarter in 0..GROUP / 4 {
        let four = |at: usize| u64::from(others[4 * quarter + at]) << (16 * at);
        // Four values in one word are cheaper to add to, and to take apart, than four words.
        let word = (four(0) | four(1) | four(2) | four(3)) ^ values;
        for at in 0..4 {
            #[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
            let sum = (word >> (16 * at)) as usize;
            made[4 * quarter + at][sum % ROOM] = 1;
        }
    }
}

/// The smallest number from `from` on that is not marked.
pub(super) fn first_unmarked(made: &[u8], from: usize) -> Option<usize> {
    // Whole chunks first, which a machine sees at once.
    const CHUNK: usize = 64;
    let full = made[from..].chunks_exact(CHUNK).take_while(|chunk| chunk.iter().fold(1, |all, &made| all & made) == 1);
    let from = from + CHUNK * full.count();
    Some(from + made[from..].iter().position(|&made| made == 0)?)
}
