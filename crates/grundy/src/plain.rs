//! The plain engine: every move of every heap. The sparse engine is tested against it.

use crate::heap_game::HeapGame;
use crate::nimber::Overflow;

/// Computes the values of all heaps up to `heap` that are not known yet.
pub(crate) fn extend(game: &HeapGame, values: &mut Vec<u16>, heap: usize) -> Result<(), Overflow> {
    if values.len() > heap {
        return Ok(());
    }
    // `reachable[v]` is whether a move leads to value `v`. No move leads to a value that has no room in it.
    let mut reachable: Vec<bool> = Vec::new();
    let mut room = room_for(values);
    while values.len() <= heap {
        let heap = values.len();
        reachable.clear();
        reachable.resize(room, false);
        for rest in game.single_options(heap) {
            reachable[usize::from(values[rest])] = true;
        }
        for rest in game.splits().filter(|&taken| taken < heap).map(|taken| heap - taken) {
            // Equal halves add up to zero, wherever that is allowed.
            let most = if game.unequal() { rest.saturating_sub(1) / 2 } else { rest / 2 };
            let smaller = &values[1..=most];
            let larger = &values[rest - most..rest];
            for (&smaller, &larger) in smaller.iter().zip(larger.iter().rev()) {
                reachable[usize::from(smaller ^ larger)] = true;
            }
        }
        let mex = reachable.iter().position(|&reachable| !reachable).unwrap_or(room);
        values.push(u16::try_from(mex).map_err(|_| Overflow { heap })?);
        if mex >= room {
            room = room_for(values);
        }
    }
    Ok(())
}

/// The number of values that a sum of two of these can have: those below the next power of two.
pub(crate) fn room_for(values: &[u16]) -> usize {
    let largest = values.iter().max().map_or(0, |&largest| usize::from(largest));
    (largest + 1).next_power_of_two()
}
