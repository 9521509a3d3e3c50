// The heap of the examples: a player takes one, two or three. Included by doc tests.
pub struct Heap(pub u64);

impl retrograde::Game for Heap {
    type Position = u64;
    const LISTS_PREDECESSORS: bool = true;

    fn successors(&self, heap: &u64, visit: &mut impl FnMut(u64)) {
        (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit)
    }

    fn predecessors(&self, heap: &u64, visit: &mut impl FnMut(u64)) {
        (1..=3).map(|taken| heap + taken).filter(|before| *before <= self.0).for_each(visit)
    }
}

impl retrograde::Ranked for Heap {
    fn ranks(&self) -> u64 {
        self.0 + 1
    }

    fn rank(&self, heap: &u64) -> Option<u64> {
        Some(*heap)
    }

    fn unrank(&self, rank: u64) -> Option<u64> {
        Some(rank)
    }
}
