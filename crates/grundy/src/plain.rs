//! The plain engine: every move of every heap. The sparse engine is tested against it.

use std::mem;

use crate::heap_game::{HeapGame, THREE, TWO};
use crate::nimber::Overflow;

/// Computes the values of all heaps up to `heap` that are not known yet.
pub(crate) fn extend(game: &HeapGame, values: &mut Vec<u16>, heap: usize) -> Result<(), Overflow> {
    // `reachable[v]` is whether a move leads to value `v`. No move leads to a value that has no room in it.
    let mut reachable: Vec<bool> = Vec::new();
    let mut room = room_for(values);
    // The nimbers of two heaps with this number of tokens together.
    let mut sums: Vec<Vec<u16>> = Vec::new();
    while values.len() <= heap {
        let heap = values.len();
        reachable.clear();
        reachable.resize(room, false);
        for rest in game.taking(THREE).filter(|&taken| taken < heap).map(|taken| heap - taken) {
            while sums.len() < rest {
                let tokens = sums.len();
                mark_pairs(values, tokens, tokens / 2, &mut reachable);
                let marks = (0..=u16::MAX).zip(&mut reachable);
                sums.push(marks.filter_map(|(sum, mark)| mem::take(mark).then_some(sum)).collect());
            }
        }
        for rest in game.single_options(heap) {
            reachable[usize::from(values[rest])] = true;
        }
        for rest in game.taking(TWO).filter(|&taken| taken < heap).map(|taken| heap - taken) {
            // Equal halves add up to zero, wherever that is allowed.
            let most = if game.unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
            mark_pairs(values, rest, most, &mut reachable);
        }
        for rest in game.taking(THREE).filter(|&taken| taken < heap).map(|taken| heap - taken) {
            for (&one, sums) in values[1..].iter().zip(sums[..rest].iter().rev()) {
                for sum in sums {
                    reachable[usize::from(one ^ sum)] = true;
                }
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

/// Marks what two heaps of `tokens` together are worth, the smaller of them of 1 to `most`.
fn mark_pairs(values: &[u16], tokens: usize, most: usize, reachable: &mut [bool]) {
    let (smaller, larger) = (&values[1..=most], &values[tokens - most..tokens]);
    for (&smaller, &larger) in smaller.iter().zip(larger.iter().rev()) {
        reachable[usize::from(smaller ^ larger)] = true;
    }
}

/// The number of values that a sum of heaps of these can have: those below the next power of two.
pub(crate) fn room_for(values: &[u16]) -> usize {
    let largest = values.iter().max().map_or(0, |&largest| usize::from(largest));
    (largest + 1).next_power_of_two()
}
