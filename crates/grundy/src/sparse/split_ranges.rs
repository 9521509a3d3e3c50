//! Which anchors the heaps of a group can be split into.

use std::ops::Range;

use super::anchors::{Anchor, count_below};
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
    pub(super) fn new(anchors: &[Anchor], all_heaps: bool, known: usize, rest: usize, unequal: bool) -> Self {
        // The largest other half, that of `rest + 15`, must be known,
        let from = (rest + GROUP).saturating_sub(known).max(1);
        // and the smallest, that of `rest`, must not be empty. If all heaps are anchors, one of each pair is enough.
        let middle = (rest + GROUP).div_ceil(2);
        let to = if all_heaps { middle.min(rest) } else { rest };
        let end = if all_heaps { middle } else { rest + GROUP };

        let from = count_below(anchors, from);
        let to = count_below(anchors, to).max(from);
        let end = count_below(anchors, end).max(to);
        let equal = if unequal {
            let within = |heap: usize| count_below(anchors, heap).clamp(from, to);
            within(rest / 2)..within(rest.midpoint(GROUP) + 1)
        } else {
            to..to
        };
        Self { together: [from..equal.start, equal.end..to], one_by_one: [0..from, equal, to..end] }
    }
}
