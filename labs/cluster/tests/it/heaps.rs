//! Two heaps: many positions in each of many plies, and a symmetry.

use retrograde::{Game, Ranked};

/// Two heaps of fewer than `limit` coins. A player takes one, two or three from either. To exchange the heaps is a
/// symmetry.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heaps {
    pub(crate) limit: u64,
}

impl Game for Heaps {
    type Position = [u64; 2];
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, [a, b]: &[u64; 2], visit: &mut impl FnMut([u64; 2])) {
        let from_first = (1..=3).filter_map(|taken| Some([a.checked_sub(taken)?, *b]));
        let from_second = (1..=3).filter_map(|taken| Some([*a, b.checked_sub(taken)?]));
        from_first.chain(from_second).for_each(visit);
    }

    fn canonical(&self, [a, b]: &[u64; 2]) -> [u64; 2] {
        [*a.min(b), *a.max(b)]
    }

    fn orbit(&self, [a, b]: &[u64; 2]) -> u32 {
        if a == b { 1 } else { 2 }
    }

    fn predecessors(&self, [a, b]: &[u64; 2], visit: &mut impl FnMut([u64; 2])) {
        let before = (1..=3).map(|taken| [a + taken, *b]).chain((1..=3).map(|taken| [*a, b + taken]));
        before.filter(|heaps| heaps.iter().all(|heap| *heap < self.limit)).for_each(visit);
    }
}

impl Ranked for Heaps {
    fn ranks(&self) -> u64 {
        self.limit * self.limit
    }

    fn rank(&self, [a, b]: &[u64; 2]) -> Option<u64> {
        Some(a * self.limit + b)
    }

    fn unrank(&self, rank: u64) -> Option<[u64; 2]> {
        Some([rank / self.limit, rank % self.limit])
    }
}
