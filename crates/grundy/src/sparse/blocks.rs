//! Many heaps at once, on several threads. The module above tells why this is enough, and why it is fast.

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock};
use std::thread;

use super::marks::{GROUP, first_unmarked, mark_pairs};
use super::pairs::any_makes;
use super::split::Split;
use crate::heap_game::HeapGame;
use crate::period::Period;
use crate::plain::{self, room_for};
use crate::sequence::Overflow;

/// How many groups make a block, of which all but what happens within it can be done at once.
const GROUPS: usize = 16;

/// What is known of a game for the sake of speed.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    /// So many values are left to the plain engine, which is as fast there.
    few: usize,
    /// Whether the best split is taken even if it does not pay.
    always_splits: bool,
    /// The heaps that are paired with all others, ascending, each with its value: the rare ones and a sample of the rest,
    /// or all where there is no split.
    left: Vec<(u32, u16)>,
    split: Option<Split>,
    /// How many of the values `left` tells of.
    seen: usize,
    /// From how many values on the split should be chosen anew.
    choose_at: usize,
}

impl Default for Blocks {
    fn default() -> Self {
        Self { few: 4096, always_splits: false, left: Vec::new(), split: None, seen: 0, choose_at: 0 }
    }
}

impl Blocks {
    /// Makes the values of all heaps up to this one known, with so many threads, or else as many as there are processors.
    pub(crate) fn extend(
        &mut self,
        game: &HeapGame,
        values: &mut Vec<u16>,
        heap: usize,
        threads: Option<NonZero<usize>>,
    ) -> Result<(), Overflow> {
        let never_splits = game.splits().next().is_none();
        // From then on every move that takes anything leaves something.
        let few = self.few.max(game.most_taken() + 2);
        plain::extend(game, values, if never_splits { heap } else { heap.min(few) })?;
        if values.len() > heap {
            return Ok(());
        }
        let threads = threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
        values.reserve(heap + 1 - values.len());
        // What `left` can number. Nobody has got there.
        let last = heap.min(u32::MAX as usize - 1);
        while values.len() <= last {
            if values.len() >= self.choose_at
                && let Some(Period { period, .. }) = Period::proven(game, values)
            {
                // The theorem knows all that is to come.
                while values.len() <= heap {
                    values.push(values[values.len() - period]);
                }
                return Ok(());
            }
            self.choose(game, values);
            let to = last.min(self.choose_at - 1);
            // A table has room for every sum of two known values.
            let end = match room_for(values) {
                0..=128 => self.run::<128>(game, values, to, threads),
                129..=512 => self.run::<512>(game, values, to, threads),
                513..=1024 => self.run::<1024>(game, values, to, threads),
                1025..=2048 => self.run::<2048>(game, values, to, threads),
                2049..=4096 => self.run::<4096>(game, values, to, threads),
                4097..=8192 => self.run::<8192>(game, values, to, threads),
                8193..=16_384 => self.run::<16_384>(game, values, to, threads),
                _ => self.run::<65_536>(game, values, to, threads),
            };
            if let End::Overflow { heap } = end {
                return Err(Overflow { heap });
            }
        }
        plain::extend(game, values, heap)
    }

    /// Chooses the split if it is time to, and sees to it that `left` tells of all values.
    fn choose(&mut self, game: &HeapGame, values: &[u16]) {
        if values.len() >= self.choose_at || self.seen != values.len() {
            // So many make nearly every value that common heaps can make at all.
            let sample = 4 * room_for(values);
            // Looking at all moves takes half as many steps as there are values; looking for the others takes time as well.
            let affordable = (values.len() * 3 / 8).saturating_sub(sample);
            let best = Split::best(game, values);
            self.split = best.filter(|&(_, rare)| rare <= affordable || self.always_splits).map(|(split, _)| split);
            self.choose_at = values.len() + values.len() / 4;
            let is_rare = |heap: usize| self.split.is_none_or(|split| split.is_rare(heap, values[heap]));
            let every = (values.len() / sample) | 1;
            self.left = (1..values.len())
                .filter(|&heap| is_rare(heap) || heap % every == 0)
                .map(|heap| (u32::try_from(heap).unwrap_or(u32::MAX), values[heap]))
                .collect();
            self.seen = values.len();
        }
    }

    /// Finds values block by block, up to a heap or until there is a value for which a table has no room.
    fn run<const ROOM: usize>(
        &mut self,
        game: &HeapGame,
        values: &mut Vec<u16>,
        heap: usize,
        threads: NonZero<usize>,
    ) -> End {
        let known = Known { values: std::mem::take(values), left: std::mem::take(&mut self.left) };
        let work = Work::<ROOM> {
            game,
            split: self.split,
            known: RwLock::new(known),
            groups: (0..GROUPS).map(|_| Mutex::new(Group::new())).collect(),
            last: heap,
            round: AtomicUsize::new(0),
            next_group: AtomicUsize::new(GROUPS),
            done: AtomicUsize::new(0),
            stopped: AtomicBool::new(false),
        };
        let end = thread::scope(|scope| {
            let _stop = StopAtTheEnd(&work.stopped);
            // Where the system has no more threads to give, those that there are do the work.
            let helpers = (1..threads.get().min(GROUPS))
                .map_while(|_| thread::Builder::new().spawn_scoped(scope, || work.help()).ok())
                .count();
            work.lead(helpers)
        });
        let known = work.known.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.seen = known.values.len();
        (*values, self.left) = (known.values, known.left);
        end
    }
}

/// Why a run has ended.
enum End {
    /// All values that were asked for are known.
    Done,
    /// The last value is larger than the tables.
    OutOfRoom,
    /// A value does not fit into 16 bits.
    Overflow { heap: usize },
}

/// What all threads read while they work on a block, and what is added to after it.
struct Known {
    values: Vec<u16>,
    /// See [`Blocks::left`].
    left: Vec<(u32, u16)>,
}

/// What the threads share.
struct Work<'a, const ROOM: usize> {
    game: &'a HeapGame,
    split: Option<Split>,
    known: RwLock<Known>,
    groups: Vec<Mutex<Group<ROOM>>>,
    /// The last heap that is asked for.
    last: usize,
    /// Counts the blocks that have been begun.
    round: AtomicUsize,
    /// The first group of the block that nobody has taken.
    next_group: AtomicUsize,
    /// How many threads are done with the block.
    done: AtomicUsize,
    stopped: AtomicBool,
}

/// Neighbouring heaps, and what their moves lead to as far as that was known when their block was begun.
struct Group<const ROOM: usize> {
    made: Box<[[u8; ROOM]; GROUP]>,
    /// For each heap a value that no move leads to, unless it is one to two heaps of which one is in the block.
    unmade: [Option<u16>; GROUP],
}

impl<const ROOM: usize> Group<ROOM> {
    fn new() -> Self {
        let tables = vec![[0; ROOM]; GROUP].into_boxed_slice();
        Self { made: tables.try_into().unwrap_or_else(|_| unreachable!("as many as there are")), unmade: [None; GROUP] }
    }
}

impl<const ROOM: usize> Work<'_, ROOM> {
    fn lead(&self, helpers: usize) -> End {
        loop {
            self.done.store(0, Ordering::Relaxed);
            self.next_group.store(0, Ordering::Relaxed);
            // From here on the helpers see this block.
            self.round.fetch_add(1, Ordering::Release);
            self.work_on_block();
            wait_until(|| self.done.load(Ordering::Acquire) == helpers || self.stopped.load(Ordering::Acquire));
            if self.stopped.load(Ordering::Acquire) {
                // A helper has panicked, and so will whoever waits for all of them.
                return End::Done;
            }
            let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
            if let Some(end) = self.finish_block(&mut known) {
                return end;
            }
        }
    }

    fn help(&self) {
        let _stop = StopAtTheEnd(&self.stopped);
        let mut seen = 0;
        loop {
            wait_until(|| self.round.load(Ordering::Acquire) > seen || self.stopped.load(Ordering::Acquire));
            if self.stopped.load(Ordering::Acquire) {
                return;
            }
            seen += 1;
            self.work_on_block();
            self.done.fetch_add(1, Ordering::Release);
        }
    }

    fn group(&self, index: usize) -> MutexGuard<'_, Group<ROOM>> {
        self.groups[index].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works on groups of the block that nobody works on, until none is left.
    fn work_on_block(&self) {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        loop {
            let index = self.next_group.fetch_add(1, Ordering::Relaxed);
            let first = known.values.len() + GROUP * index;
            if index >= GROUPS || first > self.last {
                return;
            }
            let mut group = self.group(index);
            let group = &mut *group;
            group.made.iter_mut().for_each(|made| made.fill(0));
            for taken in self.game.splits() {
                self.mark_group(&known, first, taken, &mut group.made);
            }
            for (at, (made, unmade)) in group.made.iter_mut().zip(&mut group.unmade).enumerate() {
                *unmade = self.settle(&known.values, known.values.len(), first + at, made);
            }
        }
    }

    /// Marks what the heaps from `first` on can be made, by taking `taken` tokens, of a heap in `left` and another that is
    /// known.
    fn mark_group(&self, known: &Known, first: usize, taken: usize, made: &mut [[u8; ROOM]; GROUP]) {
        let Known { values, left } = known;
        let Some(rest) = first.checked_sub(taken) else { return };
        // The other halves are known, and not empty, for all heaps of the group if the one half is from here to there.
        let from = (rest + GROUP).saturating_sub(values.len()).max(1);
        // Where all heaps are in `left`, every pair would come twice.
        let to = if self.split.is_some() { rest } else { (rest + GROUP).div_ceil(2).min(rest) };
        let index = |heap: usize| left.partition_point(|&(half, _)| (half as usize) < heap);
        let start = index(from);
        let end = index(to).max(start);
        // Only there can both halves be of one size, which some games do not allow.
        let within = |heap: usize| index(heap).clamp(start, end);
        let equal = if self.game.unequal() { within(rest / 2)..within(rest.midpoint(GROUP) + 1) } else { end..end };
        for range in [start..equal.start, equal.end..end] {
            for &(half, value) in &left[range] {
                let other = rest - half as usize;
                mark_pairs(&values[other..other + GROUP], value, made);
            }
        }
        // The rest heap by heap: halves so small that the other one is in the block for some heaps of the group, and so
        // large that it would be empty for some, and those that may be alike.
        // Every half that is known, with the other one, is in the fast range or in an edge, or its other half is.
        let most = if self.split.is_some() { rest + GROUP } else { (rest + GROUP).div_ceil(2) };
        let tail = index(most).max(end);
        let edges = [0..start, equal, end..tail];
        for (rest, made) in (rest..).zip(made.iter_mut()) {
            for range in &edges {
                let edge = &left[range.clone()];
                let begin = edge.partition_point(|&(half, _)| rest >= values.len() + half as usize);
                let end = edge.partition_point(|&(half, _)| (half as usize) < rest);
                for &(half, value) in &edge[begin.min(end)..end] {
                    let half = half as usize;
                    if !(self.game.unequal() && 2 * half == rest) {
                        made[usize::from(values[rest - half] ^ value) % ROOM] = 1;
                    }
                }
            }
        }
    }

    /// Looks for the moves to the values that are not marked yet, from the smallest on, until the smallest unmarked one is
    /// none that pairs of heaps from `left` alone decide. `made` must tell of all pairs with a heap in `left` and both below
    /// `bound`. Gives the value that no move to two heaps below `bound` leads to, if it stopped at one.
    fn settle(&self, values: &[u16], bound: usize, heap: usize, made: &mut [u8; ROOM]) -> Option<u16> {
        for rest in self.game.single_options(heap).filter(|&rest| rest < bound) {
            made[usize::from(values[rest]) % ROOM] = 1;
        }
        let split = self.split?;
        let sizes = heap - self.game.splits().next()?.min(heap);
        let mut unmarked = 0;
        loop {
            unmarked = first_unmarked(made, unmarked)?;
            let value = u16::try_from(unmarked).ok()?;
            if split.is_mixed(sizes, value) {
                return None;
            }
            if !self.is_made(values, bound, heap, value) {
                return Some(value);
            }
            made[unmarked] = 1;
        }
    }

    /// Whether a move leads to two heaps below `bound` that are worth `value` together.
    fn is_made(&self, values: &[u16], bound: usize, heap: usize, value: u16) -> bool {
        self.game.splits().filter(|&taken| taken < heap).any(|taken| {
            let rest = heap - taken;
            let most = if self.game.unequal() { (rest - 1) / 2 } else { rest / 2 };
            let least = (rest + 1).saturating_sub(bound).max(1);
            if least > most {
                return false;
            }
            any_makes(&values[least..=most], &values[rest - most..=rest - least], value)
        })
    }

    /// Adds to the tables what happens within the block, and reads the values off them, one heap after another.
    fn finish_block(&self, known: &mut Known) -> Option<End> {
        let bound = known.values.len();
        for index in 0..GROUPS {
            let mut group = self.group(index);
            let Group { made, unmade } = &mut *group;
            for (made, unmade) in made.iter_mut().zip(unmade) {
                let heap = known.values.len();
                if heap > self.last {
                    return Some(End::Done);
                }
                let value = self.value_of(&known.values, bound, heap, made, *unmade);
                let Ok(value) = u16::try_from(value) else { return Some(End::Overflow { heap }) };
                if self.split.is_none_or(|split| split.is_rare(heap, value)) {
                    known.left.push((u32::try_from(heap).unwrap_or(u32::MAX), value));
                }
                known.values.push(value);
                if usize::from(value) >= ROOM {
                    return Some(End::OutOfRoom);
                }
            }
        }
        (known.values.len() > self.last).then_some(End::Done)
    }

    /// The value of the next heap, whose table tells of all moves to heaps below `bound`.
    fn value_of(&self, values: &[u16], bound: usize, heap: usize, made: &mut [u8; ROOM], unmade: Option<u16>) -> usize {
        for rest in self.game.splits().filter(|&taken| taken < heap).map(|taken| heap - taken) {
            // One half is in the block, and the other one, which need not be, is what it leaves.
            for larger in bound..rest {
                let smaller = rest - larger;
                if !(self.game.unequal() && smaller == larger) {
                    made[usize::from(values[smaller] ^ values[larger]) % ROOM] = 1;
                }
            }
        }
        for rest in self.game.single_options(heap).filter(|&rest| rest >= bound) {
            made[usize::from(values[rest]) % ROOM] = 1;
        }
        // What has been looked for in vain need not be looked for again, unless it has been made within the block since.
        if let Some(unmade) = unmade.filter(|&unmade| made[usize::from(unmade)] == 0) {
            return usize::from(unmade);
        }
        let found = self.settle(values, bound, heap, made).map(usize::from);
        found.unwrap_or_else(|| first_unmarked(made, 0).unwrap_or(ROOM))
    }
}

/// Lets no thread wait for one that is gone, also if it has panicked.
struct StopAtTheEnd<'a>(&'a AtomicBool);

impl Drop for StopAtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// Waits for what another thread is about to do.
fn wait_until(is_so: impl Fn() -> bool) {
    const SPINS: usize = 4096;
    let mut spins = 0;
    while !is_so() {
        spins += 1;
        if spins < SPINS {
            std::hint::spin_loop();
        } else {
            thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::octal::Octal;

    /// Compares the engines on a game from the first heaps on, in uneven steps, so that blocks end anywhere.
    fn check(game: &HeapGame, heap: usize, threads: usize) {
        let mut expected = Vec::new();
        plain::extend(game, &mut expected, heap).unwrap();
        for always_splits in [false, true] {
            let mut blocks = Blocks { few: 40, always_splits, ..Blocks::default() };
            let mut values = Vec::new();
            for stop in [10, 50, 51, 300, 301, 777].into_iter().filter(|&stop| stop < heap).chain([heap]) {
                blocks.extend(game, &mut values, stop, NonZero::new(threads)).unwrap();
            }
            let wrong = values.iter().zip(&expected).position(|(value, expected)| value != expected);
            assert_eq!((values.len(), wrong), (heap + 1, None), "{game}, {always_splits}");
        }
    }

    #[test]
    fn all_games_of_up_to_three_places_agree_with_the_plain_engine() {
        for first in [0, 4] {
            for places in 0..512 {
                let code: Octal = format!("{first}.{places:03o}").parse().unwrap();
                check(&code.into(), 1500, 1);
            }
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_values() {
        for code in [".007", ".6", "4.7", ".127", ".0007", ".00704", ".44", "grundy"] {
            for threads in [1, 2, 3, 16, 40] {
                check(&code.parse().unwrap(), 3000, threads);
            }
        }
    }

    /// The small heaps are all different, so that no pair can be left out unnoticed.
    #[test]
    fn games_that_split_small_heaps_just_after_the_start_agree_with_the_plain_engine() {
        for places in 20..70 {
            for digit in ['4', '7'] {
                let code: HeapGame = format!(".33333333{}{digit}", "0".repeat(places)).parse().unwrap();
                check(&code, 1000, 2);
            }
        }
    }

    #[test]
    fn games_that_take_many_tokens_agree_with_the_plain_engine() {
        for places in [38, 39, 40, 41, 57, 256, 300] {
            for digit in ['4', '7'] {
                let code: HeapGame = format!(".{}{digit}", "0".repeat(places)).parse().unwrap();
                check(&code, 2500, 2);
            }
        }
    }
}
