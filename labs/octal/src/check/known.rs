//! What is known by a window, and which values do not follow from it.

use std::io;
use std::mem;

use anyhow::bail;
use grundy::stream::Window;

use super::proof::Wrong;
use super::rules::Rules;
use super::windows::differing;
use crate::store::Store;

/// A window, to which the values of later heaps can be added.
pub(super) struct Known<'a> {
    rules: &'a Rules,
    /// Without its values.
    pub(super) window: Window,
    /// The number of values in the window.
    width: usize,
    /// The heap that has the first of `values`.
    pub(super) first: usize,
    /// Values of successive common heaps, `width` at least.
    pub(super) values: Vec<u16>,
}

/// What a window says about the value of a heap.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Finding {
    Right,
    Wrong(Wrong),
    /// The moves that were looked at do not reach all smaller values. Others may.
    Undecided,
}

impl<'a> Known<'a> {
    /// Reads the window after this number of values. `None` if it is not there: a run removes its last window when the
    /// next is there.
    pub(super) fn read(store: &Store, rules: &'a Rules, len: usize) -> anyhow::Result<Option<Self>> {
        let window = match store.window(len) {
            Err(error) if error.downcast_ref().map(io::Error::kind) == Some(io::ErrorKind::NotFound) => {
                return Ok(None);
            }
            window => window?,
        };
        let Some(known) = Self::new(rules, window) else {
            bail!("{}: the parts of the window do not fit together; remove it", store.window_path(len).display());
        };
        Ok(Some(known))
    }

    /// `None` if an earlier window has another width, if the table is empty or has more values than there are, if the
    /// rare heaps are not ascending or not smaller than the first heap in the window, or if a move from the last one
    /// leaves a rare heap and one before the window.
    pub(super) fn new(rules: &'a Rules, mut window: Window) -> Option<Self> {
        let values = mem::take(&mut window.values);
        let (width, first) = (values.len(), window.tally.len().checked_sub(values.len())?);
        let known = Self { rules, window, width, first, values };
        let is_sorted = known.window.rare.is_sorted_by(|one, other| one.0 < other.0);
        let (last_rare, margin) = (known.last_rare(), known.last_rare().checked_add(rules.most_taken())?);
        let has_table = (1..=known.len()).contains(&known.window.table.len());
        let is_as_wide = known.window.watched.as_ref().is_none_or(|watched| watched.1.len() == width);
        (has_table && is_sorted && is_as_wide && last_rare < first && margin < width).then_some(known)
    }

    /// The heap after the last one whose value is known.
    pub(super) fn len(&self) -> usize {
        self.first + self.values.len()
    }

    fn last_rare(&self) -> usize {
        self.window.rare.last().map_or(0, |rare| rare.0)
    }

    /// The first heap that can be checked: its deciding moves leave known heaps, and so do moves that leave a heap of
    /// the first half of the table.
    pub(super) fn first_checked(&self) -> usize {
        (self.first + self.last_rare() + self.rules.most_taken()).max(self.len() - self.window.table.len() / 2)
    }

    /// The first heap after this window that may be rare by what a later window says.
    pub(super) fn next_rare(&self, later: &Self) -> usize {
        if later.window.space != self.window.space {
            return self.len();
        }
        later.window.rare.iter().map(|rare| rare.0).find(|heap| *heap >= self.len()).unwrap_or(usize::MAX)
    }

    /// Values of the earlier window with which later ones are compared that differ from what its own file says.
    pub(super) fn wrong_watched(&self, earlier: &Self) -> Vec<Wrong> {
        let watched = self.window.watched.iter().flat_map(|watched| &watched.1).copied();
        let by = format!("by the window after {} values", earlier.len());
        differing((earlier.first..).zip(watched), |heap| earlier.value(heap), &by)
    }

    /// The heaps whose values are known, and these.
    pub(super) fn heaps(&self) -> impl Iterator<Item = (usize, u16)> {
        (self.first..).zip(self.values.iter().copied())
    }

    pub(super) fn value(&self, heap: usize) -> Option<u16> {
        self.values.get(heap.checked_sub(self.first)?).copied()
    }

    /// Removes all values before the last `width` ones if these are at least as many as `least` and `width`.
    pub(super) fn forget(&mut self, least: usize) {
        let count = self.values.len() - self.width;
        if count >= least.max(self.width) {
            self.values.drain(..count);
            self.first += count;
        }
    }

    /// Whether a heap is rare if it has this value: by the parity of the value's digits under the mask, and of the
    /// heap.
    pub(super) fn is_rare(&self, heap: usize, value: u16) -> bool {
        let space = self.window.space;
        let size = if space.counts_size() { heap % 2 + self.rules.least_split() } else { 0 };
        ((space.mask() & value).count_ones() as usize + size).is_multiple_of(2)
    }

    /// The moves from a large heap that may reach a common value: all that leave a rare heap and another one, or one
    /// heap. For each how much smaller that other or only heap is, and the value of the rare one, or 0.
    pub(super) fn deciding_moves(&self, heap: usize) -> impl Iterator<Item = (usize, u16)> {
        let rare = self.window.rare.iter().filter(|rare| rare.0 > 0);
        let pairs = self
            .rules
            .splits(heap)
            .flat_map(move |split| rare.clone().map(move |&(left, value)| (heap - split.tokens + left, value)));
        self.rules.left_alone(heap).map(move |rest| (heap - rest, 0)).chain(pairs)
    }

    /// Heaps whose kind is not the one that the file says.
    pub(super) fn wrong_kinds(&self) -> Vec<Wrong> {
        let Window { rare, table, .. } = &self.window;
        let listed = rare.iter().copied().filter(|&(heap, value)| {
            !self.is_rare(heap, value) || table.get(heap).is_some_and(|&known| known != value)
        });
        let common = (0..).zip(table.iter().copied()).filter(|heap| rare.binary_search(heap).is_err());
        let common = common.chain(self.heaps()).filter(|&(heap, value)| self.is_rare(heap, value));
        let listed = listed.map(|heap| (heap, "is in the list of rare heaps"));
        let all = listed.chain(common.map(|heap| (heap, "is not in the list of rare heaps")));
        all.map(|((heap, value), reason)| Wrong { heap, value, reason: reason.to_owned() }).collect()
    }

    /// Whether a stream begins with this window.
    pub(super) fn begins(&self) -> bool {
        self.window.watched.as_ref().is_some_and(|watched| watched.0 == self.len())
    }

    /// Whether the value of a heap is the smallest that no move reaches, or why it is not. The deciding moves decide
    /// about common values. For each smaller rare one a move is looked for: if the heap is rare in truth, no move
    /// reaches the value that it has. If none is found among those that leave a heap of the table, that is wrong of a
    /// heap which is `claimed` to follow from the table and the window; of others it decides nothing.
    pub(super) fn judge(&self, heap: usize, claimed: bool) -> Finding {
        let Some(value) = self.value(heap) else { return Finding::Undecided };
        let mut reached = vec![false; 1 << 16];
        let sum = |rest: usize, beside: u16| Some(usize::from(self.value(rest)? ^ beside));
        let deciding = self.deciding_moves(heap).filter_map(|(less, beside)| sum(heap - less, beside));
        deciding.for_each(|sum| reached[sum] = true);
        let missing = |reached: &[bool]| reached[..usize::from(value)].iter().position(|reached| !reached);
        // Of the table a few heaps are enough in most cases.
        for (block, start) in self.window.table.chunks(1024).zip((0..).step_by(1024)) {
            if missing(&reached).is_none() {
                break;
            }
            for (left, &beside) in (start..).zip(block).filter(|(left, _)| *left > 0) {
                let rests = self.rules.splits(heap).filter_map(|split| {
                    let rest = split.tokens.checked_sub(left)?;
                    (left.min(rest) <= split.most).then_some(rest)
                });
                rests.filter_map(|rest| sum(rest, beside)).for_each(|sum| reached[sum] = true);
            }
        }
        let reason = match missing(&reached) {
            _ if reached[usize::from(value)] => "a move reaches it".to_owned(),
            Some(smaller) if claimed => format!("no move was found that reaches {smaller}"),
            Some(_) => return Finding::Undecided,
            None => return Finding::Right,
        };
        Finding::Wrong(Wrong { heap, value, reason })
    }
}

/// The fewest values that are forgotten together.
const BLOCK: usize = 1 << 16;

/// Computes the values after a window again, one after another.
///
/// The value of a common heap is the smallest common value that no move reaches. A move that leaves two common heaps
/// reaches a rare value, so the moves that leave a rare heap and another one, or one heap, decide. A heap that is rare
/// in truth gets a wrong value here: it is found if it is drawn, or by the values at the next window.
pub(super) struct Recomputation {
    /// As [`Known::deciding_moves`].
    moves: Vec<(usize, u16)>,
    /// The common values of heaps of even and of odd size, ascending.
    common: [Vec<u16>; 2],
    /// For each value the last heap from which a move was seen to reach it.
    reached_from: Vec<usize>,
}

impl Recomputation {
    pub(super) fn new(known: &Known<'_>) -> Self {
        let moves = known.deciding_moves(known.len()).collect();
        let common = [0, 1].map(|heap| (0..=u16::MAX).filter(|&value| !known.is_rare(heap, value)).collect());
        Self { moves, common, reached_from: vec![0; 1 << 16] }
    }

    /// Adds the values of the heaps before `end`, and forgets early ones that are no longer needed. `None` if all
    /// common values are reached from the next heap.
    pub(super) fn extend(&mut self, known: &mut Known<'_>, end: usize) -> Option<()> {
        for heap in known.len()..end {
            if heap.is_multiple_of(BLOCK) {
                known.forget(BLOCK);
            }
            let values = &mut known.values;
            let next = values.len();
            for &(less, rare) in &self.moves {
                self.reached_from[usize::from(values[next - less] ^ rare)] = heap;
            }
            let mut common = self.common[heap % 2].iter();
            values.push(*common.find(|&&value| self.reached_from[usize::from(value)] != heap)?);
        }
        Some(())
    }
}
