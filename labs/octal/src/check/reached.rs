//! The values that the moves from a heap reach.

use super::rules::Rules;

/// The number of pairs of each split between two looks at what has been reached.
const BLOCK: usize = 4096;

/// The smallest value below `enough` that no move from the heap reaches, by the values of the smaller heaps. `None` if
/// all are reached, which is often known before all moves have been looked at.
pub(super) fn least_missing(rules: &Rules, values: &[u16], heap: usize, enough: usize) -> Option<usize> {
    let mut reached = vec![false; 1 << 16];
    rules.left_alone(heap).for_each(|rest| reached[usize::from(values[rest])] = true);
    let mut next = 0;
    let longest = rules.splits(heap).map(|split| split.most).max().unwrap_or(0);
    for start in (1..=longest).step_by(BLOCK) {
        for split in rules.splits(heap) {
            let (smaller, larger) = split.values(values, start, start + BLOCK);
            for (smaller, larger) in smaller.iter().zip(larger.iter().rev()) {
                reached[usize::from(smaller ^ larger)] = true;
            }
        }
        next += reached[next..enough].iter().take_while(|reached| **reached).count();
        if next == enough {
            return None;
        }
    }
    reached[..enough].iter().position(|reached| !reached)
}
