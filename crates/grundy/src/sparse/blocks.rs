//! Computing a block of heaps: first on all threads what depends on earlier heaps, then on one thread what is left.

use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::space::SparseSpace;
use crate::heap_game::{HeapGame, TWO};
use crate::nimber::Overflow;
use crate::plain::room_for;
use crate::stream::dispatch;

/// The heaps that are paired with whatever else a move leaves, ascending, without heap 0.
#[derive(Clone, Debug)]
pub(crate) struct Anchors {
    /// What makes heaps rare; if `None`, all heaps are anchors.
    space: Option<SparseSpace>,
    /// All rare heaps, or all heaps, and their values.
    deciding: Vec<(usize, u16)>,
    /// Some common heaps, and their values. Empty if all heaps are anchors.
    sample: Vec<(usize, u16)>,
    /// The [room](room_for) for the values so far: to look at all of them takes longer the more there are.
    room: usize,
}

impl Anchors {
    pub(crate) fn new(space: Option<SparseSpace>, values: &[u16]) -> Self {
        let is_rare = |&heap: &usize| space.is_none_or(|space| space.is_rare(heap, values[heap]));
        let anchor = |heap: usize| (heap, values[heap]);
        let sample = Self::sample(values, |heap| !is_rare(heap));
        Self {
            space,
            deciding: (1..values.len()).filter(is_rare).map(anchor).collect(),
            sample: sample.map(anchor).collect(),
            room: room_for(values),
        }
    }

    /// The number of common heaps in the sample: enough to make nearly every value that two common heaps can add up to.
    pub(crate) fn sample_size(values: &[u16]) -> usize {
        4 * room_for(values)
    }

    /// Small common heaps. What is left beside them are the latest heaps, so that the cache holds the values of both
    /// however long the sequence is, and the sums are more varied than for two heaps from the middle. Neighbours
    /// often have equal values, so some are left out between them; an odd distance, as the parity of sizes may count.
    fn sample(values: &[u16], is_common: impl Fn(&usize) -> bool) -> impl Iterator<Item = usize> {
        let size = Self::sample_size(values);
        let step = (values.len() / 2 / size).clamp(1, 2 * GROUP);
        (1..values.len()).step_by((step - 1) | 1).filter(is_common).take(size)
    }

    /// Adds the next heap of the sequence.
    fn add(&mut self, heap: usize, value: u16) {
        self.room = self.room.max(room_for(&[value]));
        if self.space.is_none_or(|space| space.is_rare(heap, value)) {
            self.deciding.push((heap, value));
        }
    }
}

/// The number of groups in a block, and so of threads that can work on it.
const GROUPS: usize = 16;
/// With fewer heaps to pair all others with, another thread does not pay.
const ANCHORS_PER_THREAD: usize = 1024;

/// Computes values up to heap `last`, or until one is found that is too large for the tables. At least one is added.
pub(crate) fn extend(
    game: &HeapGame,
    anchors: &mut Anchors,
    values: &mut Vec<u16>,
    last: usize,
    threads: NonZero<usize>,
) -> Result<(), Overflow> {
    let extend = match anchors.room {
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
        let queue = Mutex::new((start..=last).step_by(GROUP).zip(&mut groups));
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
        for Group { reachable, candidates } in &mut groups {
            for (table, &candidate) in reachable.iter_mut().zip(&*candidates) {
                let heap = values.len();
                let known = KnownValues { game, values, space: anchors.space, end: start };
                let mex = known.mex(heap, table, candidate);
                let value = u16::try_from(mex).map_err(|_| Overflow { heap })?;
                anchors.add(heap, value);
                values.push(value);
                if heap == last || mex >= ROOM {
                    return Ok(());
                }
            }
        }
    }
}

/// Neighbouring heaps whose values are being computed.
struct Group<const ROOM: usize> {
    /// The values that each heap's moves are known to lead to.
    reachable: Box<Tables<ROOM>>,
    /// For each heap its [candidate](KnownValues::find_candidate), if there is one.
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
        for taken in game.taking(TWO) {
            if let Some(rest) = first.checked_sub(taken) {
                let all_heaps = anchors.space.is_none();
                mark_anchors(game, values, &anchors.deciding, all_heaps, rest, &mut self.reachable);
                mark_anchors(game, values, &anchors.sample, false, rest, &mut self.reachable);
            }
        }
        let known = KnownValues { game, values, space: anchors.space, end: values.len() };
        for (heap, (table, candidate)) in (first..).zip(self.reachable.iter_mut().zip(&mut self.candidates)) {
            *candidate = known.find_candidate(heap, table);
        }
    }
}

/// Marks what the heaps of a group reach by splitting `rest`, `rest + 1`, …, `rest + 15` tokens into an anchor and
/// another known heap, the *other half*:
///
/// ```text
/// anchor:  1             from            rest/2               to             end
///          |  one by one  |   together   |  one by one  |  together  |  one by one  |
///          other half may                 halves may be               other half may
///          not be known                   equal (only where           be empty, or the
///          yet                            that is forbidden)          pair a second time
/// ```
///
/// If the anchors are all heaps, each pair is marked once.
fn mark_anchors<const ROOM: usize>(
    game: &HeapGame,
    values: &[u16],
    anchors: &[(usize, u16)],
    all_heaps: bool,
    rest: usize,
    reachable: &mut Tables<ROOM>,
) {
    let below = |anchors: &[(usize, u16)], heap: usize| anchors.partition_point(|anchor| anchor.0 < heap);
    // Anchors from `begin` on leave a known half, and those before `end` one that is not empty. If all heaps are
    // anchors, one of each pair is enough.
    let begin = |rest: usize| (rest + 1).saturating_sub(values.len());
    let end = |rest: usize| if all_heaps { rest / 2 + 1 } else { rest }.min(rest);
    let from = below(anchors, begin(rest + GROUP - 1));
    let to = below(anchors, end(rest)).max(from);
    let equal = [rest / 2, rest.midpoint(GROUP) + 1].map(|heap| below(&anchors[..to], heap).max(from));
    let equal = if game.unequal { equal } else { [to; 2] };
    for range in [from..equal[0], equal[1]..to] {
        mark_together(values, &anchors[range], rest, reachable);
    }
    for (rest, table) in (rest..).zip(reachable) {
        let (begin, end) = (below(&anchors[..from], begin(rest)), to + below(&anchors[to..], end(rest)));
        for range in [begin..from, equal[0]..equal[1], to..end] {
            for &(anchor, value) in &anchors[range] {
                let other = rest - anchor;
                if !(game.unequal && other == anchor) {
                    table[usize::from(values[other] ^ value) % ROOM] = 1;
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
fn mark_together<const ROOM: usize>(
    values: &[u16],
    anchors: &[(usize, u16)],
    rest: usize,
    reachable: &mut Tables<ROOM>,
) {
    let (Some(&(first, _)), Some(&(last, _))) = (anchors.first(), anchors.last()) else { return };
    assert!(
        last <= rest && GROUP <= values.len() && rest - first <= values.len() - GROUP,
        "values of the other halves are known",
    );
    let largest = values.len() - GROUP;
    for &(anchor, value) in anchors {
        // By the assertion `min` changes nothing, but it tells the compiler that the index is in bounds.
        let other = (rest - anchor).min(largest);
        mark_sums(&values[other..other + GROUP], value, reachable);
    }
}

/// A game and the values of its heaps: below `end`, from before the block, and in the block so far.
struct KnownValues<'a> {
    game: &'a HeapGame,
    values: &'a [u16],
    space: Option<SparseSpace>,
    end: usize,
}

impl KnownValues<'_> {
    /// Finds the smallest value that no move to heaps below `end` leads to, given the sums of all pairs of an anchor
    /// and another heap below `end`. Marks reachable values on the way.
    ///
    /// Returns `None` if the marks are all that is needed to read it off: if it has the parity of sums with a rare
    /// heap, all of which are marked.
    fn find_candidate<const ROOM: usize>(&self, heap: usize, reachable: &mut [u8; ROOM]) -> Option<u16> {
        for rest in self.game.single_options(heap).filter(|&rest| rest < self.end) {
            reachable[usize::from(self.values[rest]) % ROOM] = 1;
        }
        let space = self.space?;
        let tokens = heap - self.game.taking(TWO).next()?.min(heap);
        let mut unmarked = 0;
        loop {
            unmarked = first_unmarked(reachable, unmarked)?;
            let value = u16::try_from(unmarked).ok()?;
            if space.parity(tokens, value.into()) {
                return None;
            }
            if !self.can_split_into(heap, value) {
                return Some(value);
            }
            reachable[unmarked] = 1;
        }
    }

    /// Whether a move splits `heap` into two heaps below `end` that add up to `value`.
    fn can_split_into(&self, heap: usize, value: u16) -> bool {
        self.game.taking(TWO).filter(|&taken| taken < heap).any(|taken| {
            let rest = heap - taken;
            // The smaller half is in this range, so that the larger one is below `end`.
            let most = if self.game.unequal { (rest - 1) / 2 } else { rest / 2 };
            let least = (rest + 1).saturating_sub(self.end).max(1);
            least <= most && any_sum_is(&self.values[least..=most], &self.values[rest - most..=rest - least], value)
        })
    }

    /// The value of `heap`, the next one of the block; `ROOM` or more if the table has no room for it.
    fn mex<const ROOM: usize>(&self, heap: usize, reachable: &mut [u8; ROOM], candidate: Option<u16>) -> usize {
        for rest in self.game.taking(TWO).filter(|&taken| taken < heap).map(|taken| heap - taken) {
            // The larger half is in the block, and the smaller one may be.
            for larger in self.end..rest {
                let smaller = rest - larger;
                if !(self.game.unequal && smaller == larger) {
                    reachable[usize::from(self.values[smaller] ^ self.values[larger]) % ROOM] = 1;
                }
            }
        }
        for rest in self.game.single_options(heap).filter(|&rest| rest >= self.end) {
            reachable[usize::from(self.values[rest]) % ROOM] = 1;
        }
        // Most candidates stand: everything below is reachable, and no move within the block leads to them.
        if let Some(candidate) = candidate.filter(|&candidate| reachable[usize::from(candidate)] == 0) {
            return usize::from(candidate);
        }
        let found = self.find_candidate(heap, reachable).map(usize::from);
        found.unwrap_or_else(|| first_unmarked(reachable, 0).unwrap_or(ROOM))
    }
}

/// The number of neighbouring heaps that are worked on side by side. Their tables together fit into the L1 cache.
pub(crate) const GROUP: usize = 16;

/// The values that moves lead to, for each heap of a group: `tables[heap][value]` is 1 if `value` is reachable, else 0.
type Tables<const ROOM: usize> = [[u8; ROOM]; GROUP];

/// Marks for each heap of a group the sum of `value` and the heap's entry of `others`.
#[inline]
fn mark_sums<const ROOM: usize>(others: &[u16], value: u16, reachable: &mut Tables<ROOM>) {
    let others: &[u16; GROUP] = others.try_into().expect("one entry per heap of the group");
    let values = u64::from(value) * 0x0001_0001_0001_0001;
    for quarter in 0..GROUP / 4 {
        let four = |at: usize| u64::from(others[4 * quarter + at]) << (16 * at);
        // Adding to four values in one word, and taking it apart, is cheaper than adding to each.
        let word = (four(0) | four(1) | four(2) | four(3)) ^ values;
        for at in 0..4 {
            #[expect(clippy::cast_possible_truncation, reason = "only the low 16 bits count")]
            let sum = (word >> (16 * at)) as usize;
            reachable[4 * quarter + at][sum % ROOM] = 1;
        }
    }
}

/// The smallest value, from `from` on, that is not marked.
fn first_unmarked(reachable: &[u8], from: usize) -> Option<usize> {
    // Whole chunks first, which need no branch per value.
    const CHUNK: usize = 64;
    let full =
        reachable[from..].chunks_exact(CHUNK).take_while(|chunk| chunk.iter().fold(1, |all, &mark| all & mark) == 1);
    let from = from + CHUNK * full.count();
    Some(from + reachable[from..].iter().position(|&mark| mark == 0)?)
}

/// Whether some pair adds up to `value`: the first of `smaller` and the last of `larger`, the second and the last but
/// one, … The only loop here that gains from wide registers: with the feature `long` the widest that the processor has
/// are chosen at run time.
fn any_sum_is(smaller: &[u16], larger: &[u16], value: u16) -> bool {
    /// The number of pairs compared between two checks of whether one was found.
    const STEP: usize = 512;
    dispatch(
        #[inline(always)]
        || {
            smaller.chunks(STEP).zip(larger.rchunks(STEP)).any(|(smaller, larger)| {
                let pairs = smaller.iter().zip(larger.iter().rev());
                // Without a branch per pair, so that the compiler can compare several at a time.
                pairs.fold(0, |found, (smaller, larger)| found | u16::from(smaller ^ larger == value)) != 0
            })
        },
    )
}
