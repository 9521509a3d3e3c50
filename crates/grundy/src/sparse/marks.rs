//! Tables of reachable values: a byte per value for each of sixteen neighbouring heaps.

/// The number of neighbouring heaps that are worked on side by side. Their tables together fit into the L1 cache.
pub(super) const GROUP: usize = 16;

/// The values that moves lead to, for each heap of a group: `tables[heap][value]` is 1 if `value` is reachable, else 0.
pub(super) type Tables<const ROOM: usize> = [[u8; ROOM]; GROUP];

/// Marks for each heap of a group the sum of `value` and the heap's entry of `others`.
#[inline]
pub(super) fn mark_sums<const ROOM: usize>(others: &[u16], value: u16, reachable: &mut Tables<ROOM>) {
    let others: &[u16; GROUP] = others.try_into().expect("one entry per heap of the group");
    let values = u64::from(value) * 0x0001_0001_0001_0001;
    for quarter in 0..GROUP / 4 {
        let four = |at: usize| u64::from(others[4 * quarter + at]) << (16 * at);
        // Adding to four values in one word, and taking it apart, is cheaper than adding to each.
        let word = (four(0) | four(1) | four(2) | four(3)) ^ values;
        for at in 0..4 {
            #[expect(clippy::cast_possible_truncation, reason = "only the low 16 bits count")]
            let sum = (word >> (16 * at)) as usize;
            reachable[4 * quarter + at][sum % ROOM] = 1;
        }
    }
}

/// The smallest value, from `from` on, that is not marked.
pub(super) fn first_unmarked(reachable: &[u8], from: usize) -> Option<usize> {
    // Whole chunks first, which need no branch per value.
    const CHUNK: usize = 64;
    let full =
        reachable[from..].chunks_exact(CHUNK).take_while(|chunk| chunk.iter().fold(1, |all, &mark| all & mark) == 1);
    let from = from + CHUNK * full.count();
    Some(from + reachable[from..].iter().position(|&mark| mark == 0)?)
}
