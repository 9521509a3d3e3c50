//! Two heaps: many positions in each of many plies, and a symmetry.

use std::sync::Arc;

use crate::world::World;

/// Two heaps of fewer than `limit` coins. A player takes one, two or three from either. To exchange the heaps is a
/// symmetry.
pub(crate) fn heaps(limit: u64) -> World {
    let heaps = move |at: u64| [at / limit, at % limit];
    let number = move |[a, b]: [u64; 2]| a * limit + b;
    let moves = move |at: u64| {
        let [a, b] = heaps(at);
        let from_first = (1..=3).filter_map(|taken| Some([a.checked_sub(taken)?, b]));
        let from_second = (1..=3).filter_map(|taken| Some([a, b.checked_sub(taken)?]));
        from_first.chain(from_second).map(number).collect()
    };
    let origins = move |at: u64| {
        let [a, b] = heaps(at);
        let before = (1..=3).flat_map(|taken| [[a + taken, b], [a, b + taken]]);
        before.filter(|heaps| heaps.iter().all(|heap| *heap < limit)).map(number).collect()
    };
    let mut game = World { origins: Arc::new(origins), ..World::new(limit * limit, moves) };
    game.canonical = Arc::new(move |at| {
        let mut heaps = heaps(at);
        heaps.sort_unstable();
        number(heaps)
    });
    game.orbit = Arc::new(move |at| if at / limit == at % limit { 1 } else { 2 });
    game
}
