//! How much memory solving takes: two bytes and a quarter a rank where a game knows its predecessors.

use retrograde::{Game, audit, solve, verify};
use testkit::{alone, peak_memory, run_alone};

/// A heap is divided by two or by three, rounded down, until nothing is left of it.
struct Shares<const KNOWS_PREDECESSORS: bool>(u32);

impl<const KNOWS_PREDECESSORS: bool> Game for Shares<KNOWS_PREDECESSORS> {
    type Position = u32;

    const KNOWS_PREDECESSORS: bool = KNOWS_PREDECESSORS;

    fn ranks(&self) -> u32 {
        self.0
    }

    fn rank(&self, heap: &u32) -> u32 {
        *heap
    }

    fn unrank(&self, rank: u32) -> Option<u32> {
        Some(rank)
    }

    fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
        [2, 3].iter().filter(|_| *heap > 0).map(|by| heap / by).for_each(visit);
    }

    fn predecessors(&self, heap: &u32, visit: impl FnMut(u32)) {
        let parts = [2, 3].into_iter().flat_map(|by| (by * heap)..(by * (heap + 1)));
        parts.filter(|before| KNOWS_PREDECESSORS && *before > 0 && *before < self.0).for_each(visit);
    }
}

/// Solves a game in a process of its own, and asserts how many bytes that takes for each hundred ranks. `name` is that of the
/// test that calls, which is run once more.
fn measure<const KNOWS_PREDECESSORS: bool>(name: &str, ranks: u32, most: u64) {
    if alone(name).is_some() {
        let before = peak_memory().expect("Linux tells");
        let solution = solve(&Shares::<KNOWS_PREDECESSORS>(ranks)).expect("a sound game");
        let taken = (peak_memory().expect("Linux tells") - before) * 100 / u64::from(ranks);
        assert!(taken < most, "{taken} bytes for a hundred ranks");
        assert_eq!(verify(&Shares::<KNOWS_PREDECESSORS>(ranks), &solution), Ok(()));
    } else {
        assert_eq!(audit(&Shares::<KNOWS_PREDECESSORS>(10_000)), Ok(()));
        // Other tests run beside this one.
        run_alone(name, "", "");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn two_bytes_and_a_quarter_a_rank_are_enough() {
    measure::<true>("lean::two_bytes_and_a_quarter_a_rank_are_enough", 30_000_000, 240);
}

/// Two and a quarter, twelve, and for each of two moves some four: a rank is reached from five others, which lie in two heaps.
#[test]
#[cfg(target_os = "linux")]
fn without_predecessors_it_takes_fourteen_more_and_the_moves() {
    measure::<false>("lean::without_predecessors_it_takes_fourteen_more_and_the_moves", 8_000_000, 2_300);
}
