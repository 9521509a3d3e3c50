//! Computes values from a window of the last ones.

#![expect(clippy::inline_always, reason = "only what is inlined is compiled for the registers that were chosen")]

mod bytes;
mod codes;
mod marks;
mod reach;
mod repetition;
mod rows;
mod window;
mod witnesses;

use std::fmt;

use crate::heap_game::HeapGame;
use crate::tally::Tally;

use marks::{GROUP, Offsets};
use reach::Reach;
use rows::Rows;
pub use window::Window;
use witnesses::Witnesses;

/// The values of a game's heaps after its last rare heap, of which only a window is kept.
///
/// Let *R* be the last rare heap, *A* the last heap of a table of the first values, and *t* the most tokens that a move
/// takes. The window has the values of the last *W* = max(*A*, *R* + min(*A*, *R*)) + *t* heaps, all common and larger
/// than *R*; its last *A* / 2 values can be checked by those before them. The value of the next heap, *n*, is found and
/// proven in two steps:
///
/// 1. A move reaches a common value only if it leaves a rare heap and another one, which is in the window, or one heap
///    that is in the window. All these moves are looked at, so it is known which common value is the smallest that is
///    not reached.
/// 2. All smaller rare values must be reached. A move that does it is looked for among those that leave a common heap
///    of the table and another one, which is in the window, and those that leave one heap.
///
/// If no such move is found for one of them, heap *n* is [undecided](StreamError::Undecided): it may be rare. Computing stops before it.
///
/// ```
/// use grundy::{HeapGame, Sequence, Stream};
///
/// let mut sequence = Sequence::new(".106".parse::<HeapGame>()?);
/// sequence.extend_to(100_000)?;
/// let mut stream = Stream::after(sequence.game(), sequence.packed(), 20_000).expect("heap 1,103 is the last rare one");
/// stream.extend_to(2_000_000)?;
/// assert_eq!(stream.tally().checksum(), "9970FB9C");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Periods
///
/// Both steps depend only on the rare heaps, the table, the window and, where the sizes of heaps count, the parity of
/// *n*. So if the window before heap *s* + *p* is that before heap *s*, and *p* is even if sizes count, the values
/// repeat with period *p* from heap *s* - *W* on. This is the proof: let *m* ≥ *s* + *p*, and let *G*(*k*) =
/// *G*(*k* - *p*) for all *k* from *s* - *W* + *p* to *m* - 1, so that no heap between *R* and *m* is rare. Every move
/// of step 1 from heap *m* leaves the same rare heap, or none, and a heap *k* ≥ *m* - *W* of that range as one from
/// heap *m* - *p*, and so reaches the same common value; the smallest common value that is not reached is *G*(*m* -
/// *p*). Every smaller rare value is reached from heap *m* - *p* by a move of step 2, and from heap *m* by the one that
/// leaves the same heap of the table, or none, and a heap of that range. So *G*(*m*) = *G*(*m* - *p*), and *m* is
/// common.
///
/// [`watch`](Self::watch) looks for such heaps by Brent's method: every window is compared with one that is kept, and
/// which is replaced whenever the heap has doubled. The first *s* + *p* whose window is the kept one gives the smallest
/// period: if the values repeated at a distance that divides *p*, the window would have come back at that distance.
#[derive(Clone, Debug)]
pub struct Stream {
    /// What it consists of, without the values of windows.
    parts: Window,
    offsets: Offsets,
    /// Used instead of marks by the offsets where that is faster.
    reach: Option<Reach>,
    /// The number of heaps whose rows are needed.
    span: usize,
    witnesses: Witnesses,
    /// The number of values computed so far, heap 0 included.
    len: usize,
    /// The heap at the first place of `recent`.
    base: usize,
    /// The codes of the heaps from `base` on.
    recent: Vec<u8>,
    rows: Rows,
    /// The number of values up to the end of the window that others are compared with, and its codes.
    kept: Option<(usize, Vec<u8>)>,
    /// The smallest distance at which the values repeat.
    period: Option<usize>,
}

/// Why a stream does not begin, or does not continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StreamError {
    /// No heaps are rare: moves never leave two heaps, or some leave three, or all values are 0.
    NoSparseSpace,
    /// The last rare heap is too near: with this number of values, as many follow it as a window has.
    TooFewValues {
        /// That heap.
        last_rare: usize,
        /// The number of values, heap 0 included.
        needed: usize,
    },
    /// The value of a heap is too large: of each, eight bits are kept. All smaller heaps are known. Larger values are
    /// for a [`Sequence`](crate::Sequence), which keeps all of them.
    TooLarge {
        /// The heap.
        heap: usize,
    },
    /// A heap may be rare: no move that leaves a heap of the table reaches some smaller rare value. All smaller heaps
    /// are known. A [`Sequence`](crate::Sequence) to this heap decides it, and a stream can begin after it: if it is
    /// not rare, with a larger table, as this one would stop at it again.
    Undecided {
        /// The heap.
        heap: usize,
    },
    /// The parts of a window do not fit together, or it has fewer than 32 values.
    Inconsistent,
}

impl fmt::Display for StreamError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSparseSpace => {
                out.write_str("no heaps are rare, as moves do not split heaps, or leave three, or all are worth 0")
            }
            Self::TooFewValues { last_rare, needed } => {
                write!(out, "the heap of {last_rare} tokens is rare, so {needed} values are needed")
            }
            Self::TooLarge { heap } => {
                write!(out, "the value of the heap of {heap} tokens is too large: of each, eight bits are kept")
            }
            Self::Undecided { heap } => {
                write!(out, "the heap of {heap} tokens may be rare: the kept values do not prove its value")
            }
            Self::Inconsistent => out.write_str("the parts of the window do not fit together"),
        }
    }
}

impl std::error::Error for StreamError {}

impl Stream {
    /// The most heaps that are computed before they are proven.
    const BLOCK: usize = 1 << 14;

    /// *W*, the number of values in the window.
    #[must_use]
    pub fn width(&self) -> usize {
        self.parts.width()
    }

    /// Returns the number of values computed so far, heap 0 included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a window")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the game.
    #[must_use]
    pub fn game(&self) -> &HeapGame {
        &self.parts.game
    }

    /// Returns what is counted of all values so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        &self.parts.tally
    }

    /// Returns the last `count` values, *W* at most.
    pub fn last(&self, count: usize) -> impl Iterator<Item = u16> + '_ {
        let first = self.len - count.min(self.width());
        // A copy, which the compiler keeps in registers while values are written.
        let (space, codes) = (self.parts.space, &self.recent[first - self.base..]);
        (first..self.len).zip(codes).map(move |(heap, &code)| space.value(heap, code))
    }

    /// Computes the values of the next heaps up to `heap`, or until the values are proven to repeat.
    ///
    /// # Errors
    ///
    /// If the value of a heap cannot be proven, or is too large. Then all smaller ones are known.
    pub fn extend_to(&mut self, heap: usize) -> Result<(), StreamError> {
        while self.len <= heap && self.period.is_none() {
            let next = self.kept.as_ref().map_or(usize::MAX, |kept| kept.0.saturating_mul(2));
            if self.len == next {
                self.watch();
                continue;
            }
            self.extend_block(heap.saturating_add(1).min(self.len + Self::BLOCK).min(next))?;
        }
        Ok(())
    }

    /// Computes the values of the next heaps before `end`.
    fn extend_block(&mut self, end: usize) -> Result<(), StreamError> {
        self.make_room(end);
        let codes = self.rows.codes;
        let known = dispatch(
            #[inline(always)]
            || self.compute(end),
        );
        if self.rows.codes > codes {
            self.witnesses.choose(self.parts.space, &self.rows, &self.recent);
        }
        let (proven, repetition) = dispatch(
            #[inline(always)]
            || {
                let Self { witnesses, rows, base, recent, len, .. } = &*self;
                let proven = witnesses.first_undecided(rows, *base, recent, *len, known).unwrap_or(known);
                let repetition = self.find_repetition(proven);
                self.count(repetition.unwrap_or(proven));
                (proven, repetition)
            },
        );
        self.len = repetition.unwrap_or(proven);
        self.recent.truncate(self.len - self.base);
        if self.len < known {
            self.enter_rows();
        }
        self.period = repetition.and_then(|heap| self.repeated(heap));
        match self.period {
            None if proven < known => Err(StreamError::Undecided { heap: proven }),
            None if proven < end => Err(StreamError::TooLarge { heap: proven }),
            _ => Ok(()),
        }
    }

    /// Makes room in the buffers for the heaps before `end`.
    fn make_room(&mut self, end: usize) {
        let width = self.width();
        if end - self.base > width + GROUP + (2 * Self::BLOCK).max(width / 8) {
            let heaps = self.recent.len() - width - GROUP;
            self.recent.drain(..heaps);
            self.base += heaps;
        }
        if !self.rows.reach_to(end) {
            self.enter_rows();
        }
    }

    /// Enters the codes of the last heaps into new rows.
    fn enter_rows(&mut self) {
        let first = self.len - self.span;
        self.rows = Rows::new(first, &self.recent[first - self.base..], self.rows.codes, 8 * Self::BLOCK);
    }

    /// Computes the codes of the next heaps before `end`, or fewer if one does not fit into a byte. Returns the heap at
    /// which it stops.
    #[inline(always)]
    fn compute(&mut self, end: usize) -> usize {
        let Self { offsets, reach, recent, rows, base, .. } = self;
        let (mut at, mut codes, end) = (recent.len(), rows.codes, end - *base);
        recent.resize(end + GROUP, 0);
        while at < end {
            let start = at;
            at = match (&*reach, codes) {
                (Some(reach), _) => reach.extend(rows, *base, &mut recent[..end], start),
                (None, 0..=32) => offsets.within(32).extend::<u32, 1>(recent, start, end),
                (None, 33..=64) => offsets.within(64).extend::<u64, 1>(recent, start, end),
                (None, 65..=128) => offsets.within(128).extend::<u64, 2>(recent, start, end),
                (None, _) => offsets.extend::<u64, 4>(recent, start, end),
            };
            // A heap from which all these codes are reached, unless it is the first of a block.
            let is_open = reach.is_none() || at == start;
            let next = (at < end && is_open).then(|| offsets.first_unreached(recent, at));
            if let Some(Some(code)) = next {
                codes = codes.max(usize::from(code) + 1);
                recent[at] = code;
                at += 1;
            }
            rows.enter(*base + start, &recent[start..at]);
            if next == Some(None) {
                break;
            }
        }
        recent.truncate(at);
        *base + at
    }

    /// Adds the values of the next heaps before `end` to the tally.
    #[inline(always)]
    fn count(&mut self, end: usize) {
        let Self { parts: Window { tally, space, .. }, rows, recent, base, len, .. } = self;
        if end == *len {
            return;
        }
        let (blocks, rest) = recent[*len - *base..end - *base].as_chunks::<32>();
        (*len..).step_by(32).zip(blocks).for_each(|(heap, block)| tally.add_to_sums(space.values(heap, block)));
        (end - rest.len()..).zip(rest).for_each(|(heap, &code)| tally.add_to_sums([space.value(heap, code)]));
        for code in (0..=u8::MAX).take(rows.codes) {
            for parity in [0, 1] {
                let heaps = rows.heaps(code.into(), *len, end, parity);
                if heaps.count > 0 {
                    tally.add(space.value(parity, code), heaps);
                }
            }
        }
    }
}

/// Runs a loop, with the feature `long` compiled for the widest registers that the processor has.
#[inline(always)]
pub(crate) fn dispatch<T>(work: impl FnOnce() -> T) -> T {
    #[cfg(feature = "long")]
    return pulp::Arch::new().dispatch(work);
    #[cfg(not(feature = "long"))]
    work()
}
