//! Computing a block of heaps: first on all threads what depends on earlier heaps, then on one thread what is left.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::anchors::{Anchor, Anchors};
use super::known::Known;
use super::marks::{GROUP, Tables, mark_sums};
use super::split_ranges::SplitRanges;
use crate::heap_game::HeapGame;
use crate::nimber::Overflow;

/// The number of groups in a block, and so of threads that can work on it.
const GROUPS: usize = 16;
/// With fewer heaps to pair all others with, another thread does not pay.
const ANCHORS_PER_THREAD: usize = 1024;

/// Computes values up to heap `last`, or until one is found that is too large for the tables. At least one is added.
///
/// `room` is [that](crate::plain::room_for) for the values so far.
pub(super) fn extend(
    game: &HeapGame,
    anchors: &mut Anchors,
    values: &mut Vec<u16>,
    last: usize,
    room: usize,
    threads: NonZero<usize>,
) -> Result<(), Overflow> {
    let extend = match room {
        0..=128 => extend_with_room::<128>,
        129..=512 => extend_with_room::<512>,
        513..=1024 => extend_with_room::<1024>,
        1025..=2048 => extend_with_room::<2048>,
        2049..=4096 => extend_with_room::<4096>,
        4097..=8192 => extend_with_room::<8192>,
        8193..=16_384 => extend_with_room::<16_384>,
        _ => extend_with_room::<65_536>,
    };
    extend(game, anchors, values, last, threads)
}

fn extend_with_room<const ROOM: usize>(
    game: &HeapGame,
    anchors: &mut Anchors,
    values: &mut Vec<u16>,
    last: usize,
    threads: NonZero<usize>,
) -> Result<(), Overflow> {
    let mut groups: Vec<Group<ROOM>> = (0..GROUPS).map(|_| Group::new()).collect();
    let threads = threads.get().min(GROUPS).min(1 + anchors.deciding.len() / ANCHORS_PER_THREAD);
    loop {
        let start = values.len();
        begin_all(game, values, anchors, last, &mut groups, threads);
        let finished = groups.iter_mut().try_for_each(|group| group.finish(game, values, anchors, start, last));
        if let ControlFlow::Break(result) = finished {
            return result;
        }
    }
}

/// Begins all groups of the next block, before any of its values is known.
fn begin_all<const ROOM: usize>(
    game: &HeapGame,
    values: &[u16],
    anchors: &Anchors,
    last: usize,
    groups: &mut [Group<ROOM>],
    threads: usize,
) {
    let queue = Mutex::new((values.len()..=last).step_by(GROUP).zip(groups));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    let begin = || {
        while let Some((first, group)) = next() {
            group.begin(game, values, anchors, first);
        }
    };
    thread::scope(|scope| {
        // If the system has no more threads, those that could be started do the work.
        (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, begin).ok()).for_each(drop);
        begin();
    });
}

/// Neighbouring heaps whose values are being computed.
struct Group<const ROOM: usize> {
    /// The values that each heap's moves are known to lead to.
    reachable: Box<Tables<ROOM>>,
    /// For each heap its [candidate](Known::find_candidate), if there is one.
    candidates: [Option<u16>; GROUP],
}

impl<const ROOM: usize> Group<ROOM> {
    fn new() -> Self {
        let tables = vec![[0; ROOM]; GROUP].into_boxed_slice();
        let reachable = tables.try_into().unwrap_or_else(|_| unreachable!("there is a table for each heap"));
        Self { reachable, candidates: [None; GROUP] }
    }

    /// Does for the heaps from `first` on what depends only on the heaps before the block.
    fn begin(&mut self, game: &HeapGame, values: &[u16], anchors: &Anchors, first: usize) {
        self.reachable.iter_mut().for_each(|table| table.fill(0));
        for taken in game.splits() {
            if let Some(rest) = first.checked_sub(taken) {
                let all_heaps = anchors.space.is_none();
                mark_anchors(game, values, &anchors.deciding, all_heaps, rest, &mut self.reachable);
                mark_anchors(game, values, &anchors.sample, false, rest, &mut self.reachable);
            }
        }
        let known = Known { game, values, space: anchors.space, end: values.len() };
        for (heap, (table, candidate)) in (first..).zip(self.reachable.iter_mut().zip(&mut self.candidates)) {
            *candidate = known.find_candidate(heap, table);
        }
    }

    /// Computes the values of the group's heaps, one after another. `start` is the first heap of the block. Breaks if
    /// there is nothing more to do with tables of this size.
    fn finish(
        &mut self,
        game: &HeapGame,
        values: &mut Vec<u16>,
        anchors: &mut Anchors,
        start: usize,
        last: usize,
    ) -> ControlFlow<Result<(), Overflow>> {
        for (table, &candidate) in self.reachable.iter_mut().zip(&self.candidates) {
            let heap = values.len();
            let known = Known { game, values, space: anchors.space, end: start };
            let mex = known.mex(heap, table, candidate);
            let Ok(value) = u16::try_from(mex) else { return ControlFlow::Break(Err(Overflow { heap })) };
            anchors.add(heap, value);
            values.push(value);
            if heap == last || mex >= ROOM {
                return ControlFlow::Break(Ok(()));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Marks what the heaps of a group reach by splitting `rest`, `rest + 1`, … tokens into an anchor and another known
/// heap.
fn mark_anchors<const ROOM: usize>(
    game: &HeapGame,
    values: &[u16],
    anchors: &[Anchor],
    all_heaps: bool,
    rest: usize,
    reachable: &mut Tables<ROOM>,
) {
    let SplitRanges { together, one_by_one } = SplitRanges::new(anchors, all_heaps, values.len(), rest, game.unequal());
    for range in together {
        mark_together(values, &anchors[range], rest, reachable);
    }
    for (rest, table) in (rest..).zip(reachable) {
        for range in &one_by_one {
            let range = &anchors[range.clone()];
            // Of these the other half is known, and not empty.
            let begin = range.partition_point(|anchor| rest >= values.len() + anchor.heap());
            let end = range.partition_point(|anchor| anchor.heap() < rest);
            for anchor in &range[begin.min(end)..end] {
                let other = rest - anchor.heap();
                if !(game.unequal() && other == anchor.heap()) {
                    table[usize::from(values[other] ^ anchor.value) % ROOM] = 1;
                }
            }
        }
    }
}

/// Marks what all heaps of a group reach by splitting `rest`, `rest + 1`, … tokens into one of `anchors`, which ascend,
/// and another known heap.
///
/// Nearly all time is spent here, so one check covers all anchors, and there is no branch for each. Intel's processors
/// from Skylake to Cascade Lake do not keep a branch that crosses or ends at a multiple of 32 bytes in their cache of
/// decoded instructions: with two checks per anchor the loop took a quarter longer wherever the compiler happened to
/// place one so.
///
/// # Panics
///
/// If not all of the other heaps are known.
// A function of its own, so that the compiler does not adapt the loop to the code around it.
#[inline(never)]
fn mark_together<const ROOM: usize>(values: &[u16], anchors: &[Anchor], rest: usize, reachable: &mut Tables<ROOM>) {
    let (Some(first), Some(last)) = (anchors.first(), anchors.last()) else { return };
    assert!(
        last.heap() <= rest && GROUP <= values.len() && rest - first.heap() <= values.len() - GROUP,
        "values of the other halves are known",
    );
    let largest = values.len() - GROUP;
    for anchor in anchors {
        // By the assertion `min` changes nothing, but it tells the compiler that the index is in bounds.
        let other = (rest - anchor.heap()).min(largest);
        mark_sums(&values[other..other + GROUP], anchor.value, reachable);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of the heaps 0 to 39 the first sixteen of a group that begins with 41 tokens, of which 25 are split off.
    #[test]
    fn sums_are_marked_for_each_heap_of_a_group() {
        let values: Vec<u16> = (100..140).collect();
        let mut tables: Box<Tables<512>> = Box::new([[0; 512]; GROUP]);
        mark_together(&values, &[Anchor::new(25, 7)], 41, &mut tables);
        for (heap, table) in tables.iter().enumerate() {
            let marked: Vec<usize> = (0..512).filter(|&value| table[value] == 1).collect();
            assert_eq!(marked, [usize::from(values[16 + heap] ^ 7)]);
        }
    }

    #[test]
    #[should_panic(expected = "values of the other halves are known")]
    fn heaps_whose_other_half_is_not_known_are_not_marked_together() {
        let mut tables: Box<Tables<128>> = Box::new([[0; 128]; GROUP]);
        mark_together(&[0; 40], &[Anchor::new(16, 0)], 41, &mut tables);
    }
}
