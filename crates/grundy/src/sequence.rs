//! The values of a game's heaps.

// What a page in a browser computes is too short for a stream, and the page is smaller by an eighth without.
#![cfg_attr(target_family = "wasm", allow(unused, reason = "there are no streams"))]

use std::collections::TryReserveError;
use std::num::NonZero;
use std::thread;

use crate::heap_game::HeapGame;
use crate::nimber::{Nimber, Overflow};
use crate::period::Period;
use crate::plain;
use crate::sparse::blocks::{self, Anchors};
use crate::stream::Stream;
use crate::tally::Tally;

/// The values of the heaps of 0, 1, 2, … tokens, as far as they have been computed.
///
/// They are computed by looking only at the moves that can matter, of many heaps at once, on all threads:
/// [`sparse`](crate::sparse) explains how. Values are stored in 16 bits each, which no known octal game exceeds; one
/// that did would be an [`Overflow`].
///
/// ```
/// use grundy::{HeapGame, Nimber, Sequence};
///
/// let treblecross: HeapGame = ".007".parse()?;
/// let mut sequence = Sequence::new(treblecross);
/// sequence.extend_to(62)?;
/// assert_eq!(sequence.nimber(62), Some(Nimber::new(3)));
/// assert_eq!(sequence.nimber(63), None); // not computed yet
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sequence {
    game: HeapGame,
    threads: NonZero<usize>,
    /// `packed[n]` is the value of heap `n`.
    packed: Vec<u16>,
    /// The number of values from which on a stream may pay. Larger after one has left a heap undecided.
    stream: usize,
    /// The strategy, and the number of values at which one is chosen again.
    plan: Option<(Strategy, usize)>,
}

/// How the next values are computed. Any choice gives the same values.
#[derive(Clone, Debug)]
enum Strategy {
    /// By looking at every move of one heap after another: while values are few, and where moves leave at most one heap,
    /// or three.
    Plain,
    /// By marking the splits into an anchor and another heap, for many heaps at once.
    Blocks(Anchors),
    /// From a window of the last values, as no rare heap has come for long.
    #[cfg(not(target_family = "wasm"))]
    Stream(Box<Stream>),
    /// By copying the value that is a period before, as the sequence is proven to repeat.
    Copy { period: usize },
}

impl Sequence {
    /// Creates a sequence without values, for the sparse engine on as many threads as there are processors.
    #[must_use]
    pub fn new(game: HeapGame) -> Self {
        Self::resume(game, Vec::new())
    }

    /// Creates a sequence from its first values, as [`into_packed`](Self::into_packed) returned them.
    ///
    /// The values are trusted: if they are wrong, so are the values computed from them.
    #[must_use]
    pub fn resume(game: HeapGame, packed: Vec<u16>) -> Self {
        let threads = thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN);
        Self { game, threads, packed, stream: 1 << 17, plan: None }
    }

    /// Computes further values by looking at every move of every heap, on one thread. This is what the faster engine is
    /// tested against: reaching heap `n` takes about `n² / 4` steps for each digit that permits a split.
    #[must_use]
    pub fn by_all_moves(self) -> Self {
        Self { plan: Some((Strategy::Plain, usize::MAX)), ..self }
    }

    /// Limits the work to `threads` threads. It has at most as many as there are processors, as they wait for
    /// each other.
    #[must_use]
    pub fn with_threads(self, threads: NonZero<usize>) -> Self {
        Self { threads: threads.min(self.threads), ..self }
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &HeapGame {
        &self.game
    }

    /// Returns the number of values computed so far, heap 0 included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is nothing to ask of an empty sequence")]
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Returns the value of a heap, or `None` if it has not been computed yet.
    #[must_use]
    pub fn nimber(&self, heap: usize) -> Option<Nimber> {
        self.packed.get(heap).copied().map(Nimber::from)
    }

    /// Returns the values computed so far, from heap 0 on.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Nimber> + ExactSizeIterator + Clone {
        self.packed.iter().copied().map(Nimber::from)
    }

    /// Returns the values computed so far in their stored form, 16 bits each: heap `n` at index `n`.
    ///
    /// For loops over many values, and for files.
    #[must_use]
    pub fn packed(&self) -> &[u16] {
        &self.packed
    }

    /// Returns the values computed so far in their stored form. [`resume`](Self::resume) continues from them.
    #[must_use]
    pub fn into_packed(self) -> Vec<u16> {
        self.packed
    }

    /// Computes the values of all heaps up to `heap` that are not known yet. A lack of memory ends the process, unless
    /// [`try_reserve_to`](Self::try_reserve_to) has taken it before.
    ///
    /// # Errors
    ///
    /// If one of them does not fit into 16 bits. The values of all smaller heaps are known then.
    pub fn extend_to(&mut self, heap: usize) -> Result<(), Overflow> {
        self.packed.reserve(heap.saturating_add(1).saturating_sub(self.packed.len()));
        while self.packed.len() <= heap {
            let plan = self.plan.take().filter(|plan| self.packed.len() < plan.1);
            let plan = plan.unwrap_or_else(|| self.choose());
            let Self { game, threads, packed: values, plan: chosen, .. } = self;
            let (strategy, until) = chosen.insert(plan);
            let last = heap.min(*until - 1);
            match strategy {
                Strategy::Plain => plain::extend(game, values, last)?,
                Strategy::Blocks(anchors) => blocks::extend(game, anchors, values, last, *threads)?,
                #[cfg(not(target_family = "wasm"))]
                Strategy::Stream(stream) => {
                    const STEP: usize = 1 << 14;
                    let mut extended = Ok(());
                    while values.len() <= last && extended.is_ok() {
                        extended = stream.extend_to(last.min(values.len() + STEP.min(stream.width()) - 1));
                        values.extend(stream.last(stream.len() - values.len()));
                    }
                    if extended.is_err() {
                        self.stream = values.len() + values.len() / 4;
                        self.plan = None;
                    }
                }
                Strategy::Copy { period } => {
                    while values.len() <= last {
                        values.push(values[values.len() - *period]);
                    }
                }
            }
        }
        Ok(())
    }

    /// The best strategy after these values, and how long it is good for.
    fn choose(&self) -> (Strategy, usize) {
        let Self { game, packed: values, .. } = self;
        // To look at all moves of so few heaps is at least as fast as anything else. From then on every move that takes a
        // token leaves another.
        let few = (game.most_taken() + 3).max(4097);
        let until = values.len() + values.len() / 4;
        if game.most_left() == 1 {
            return (Strategy::Plain, usize::MAX);
        }
        if values.len() < few {
            return (Strategy::Plain, few);
        }
        if let Some(Period { period, .. }) = Period::proven(game, values) {
            return (Strategy::Copy { period }, usize::MAX);
        }
        if game.most_left() > 2 {
            return (Strategy::Plain, until);
        }
        let tally: Tally = values.iter().copied().collect();
        #[cfg(not(target_family = "wasm"))]
        if values.len() >= self.stream {
            let table = (values.len() / 4).min(1 << 21);
            if let Ok(stream) = Stream::after(game, values, table) {
                return (Strategy::Stream(Box::new(stream)), usize::MAX);
            }
        }
        // Looking at all pairs takes half as many steps per heap as there are values. Searching for single sums takes
        // time, too, so the anchors must be fewer than that by a margin.
        let affordable = (values.len() * 3 / 8).saturating_sub(Anchors::sample_size(values));
        let space = tally.sparse_space(game).filter(|(_, rare)| rare.count <= affordable).map(|(space, _)| space);
        (Strategy::Blocks(Anchors::new(space, values)), until)
    }

    /// Takes memory for the values of all heaps up to `heap`, two bytes each, so that computing them in steps neither
    /// moves those that are known nor takes more.
    ///
    /// # Errors
    ///
    /// If there is not as much. The sequence is as before.
    pub fn try_reserve_to(&mut self, heap: usize) -> Result<(), TryReserveError> {
        let more = heap.saturating_add(1).saturating_sub(self.packed.len());
        self.packed.try_reserve_exact(more)
    }

    /// Returns the period of the sequence if the known values prove one, by a few passes over them.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        Period::proven(&self.game, &self.packed)
    }

    /// Counts the values computed so far.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.packed.iter().copied().collect()
    }
}
