//! Which anchors the heaps of a group can be split into.

use std::ops::Range;

use super::anchors::AnchorList;
use super::marks::GROUP;

/// The anchors that can be one half of a split of a group's heaps, as ranges of the list of anchors.
///
/// Having taken some tokens, the sixteen heaps of a group are left with `rest`, `rest + 1`, …, `rest + 15` tokens, to
/// be split into an anchor and the *other half*:
///
/// ```text
/// anchor:  1             from            rest/2               to             end
///          |  one by one  |   together   |  one by one  |  together  |  one by one  |
///          other half may                 halves may be               other half may
///          not be known                   equal (only where           be empty, or the
///          yet                            that is forbidden)          pair a second time
/// ```
///
/// Those in the `together` ranges make valid splits of all sixteen heaps, whose other halves are sixteen neighbouring
/// heaps; the others must be looked at heap by heap.
pub(super) struct SplitRanges {
    pub(super) together: [Range<usize>; 2],
    pub(super) one_by_one: [Range<usize>; 3],
}

impl SplitRanges {
    /// Finds the ranges where the values of all heaps below `known` are known; `unequal` forbids equal halves.
    /// If the anchors are all heaps, each pair is covered once.
    pub(super) fn new(anchors: &AnchorList, all_heaps: bool, known: usize, rest: usize, unequal: bool) -> Self {
        // The largest other half, that of `rest + 15`, must be known,
        let from = (rest + GROUP).saturating_sub(known).max(1);
        // and the smallest, that of `rest`, must not be empty. If all heaps are anchors, one of each pair is enough.
        let middle = (rest + GROUP).div_ceil(2);
        let to = if all_heaps { middle.min(rest) } else { rest };
        let end = if all_heaps { middle } else { rest + GROUP };

        let from = anchors.count_below(from);
        let to = anchors.count_below(to).max(from);
        let end = anchors.count_below(end).max(to);
        let equal = if unequal {
            let within = |heap: usize| anchors.count_below(heap).clamp(from, to);
            within(rest / 2)..within(rest.midpoint(GROUP) + 1)
        } else {
            to..to
        };
        Self { together: [from..equal.start, equal.end..to], one_by_one: [0..from, equal, to..end] }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Heaps 1 to `known - 1`, all of them or a sample.
    fn anchors(all_heaps: bool, known: usize) -> AnchorList {
        let every = if all_heaps { 1 } else { 3 };
        AnchorList::new((1..known).step_by(every), &vec![3; known])
    }

    #[test]
    fn the_ranges_cover_every_pair_with_an_anchor_and_only_valid_pairs_are_together() {
        for (all_heaps, unequal) in [(true, false), (true, true), (false, false), (false, true)] {
            for known in [20, 41, 64] {
                let anchors = anchors(all_heaps, known);
                let heaps: BTreeSet<usize> =
                    anchors.slice(0..anchors.count_below(known)).iter().map(|a| a.heap()).collect();
                assert!(if all_heaps { heaps.len() == known - 1 } else { !heaps.is_empty() });
                for rest in 0..known + 2 * GROUP {
                    let SplitRanges { together, one_by_one } =
                        SplitRanges::new(&anchors, all_heaps, known, rest, unequal);
                    for rest_of_heap in rest..rest + GROUP {
                        let is_valid = |half: usize| {
                            let other = rest_of_heap.saturating_sub(half);
                            other >= 1 && other < known && !(unequal && half == other)
                        };
                        let pair = |half: usize| (half.min(rest_of_heap - half), half.max(rest_of_heap - half));
                        let expected: BTreeSet<_> =
                            heaps.iter().copied().filter(|&half| is_valid(half)).map(pair).collect();
                        let halves = |ranges: &[Range<usize>]| -> Vec<usize> {
                            ranges.iter().flat_map(|range| anchors.slice(range.clone())).map(|a| a.heap()).collect()
                        };
                        assert!(halves(&together).into_iter().all(is_valid), "{known} {rest} {rest_of_heap}");
                        let one_by_one = halves(&one_by_one).into_iter().filter(|&half| is_valid(half));
                        let found: BTreeSet<_> = halves(&together).into_iter().chain(one_by_one).map(pair).collect();
                        assert_eq!(found, expected, "{known} {rest} {rest_of_heap}");
                    }
                }
            }
        }
    }
}
