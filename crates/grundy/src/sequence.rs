//! The values of a game's heaps.

use std::collections::TryReserveError;
use std::num::NonZero;
use std::thread;

use crate::heap_game::HeapGame;
use crate::nimber::{Nimber, Overflow};
use crate::period::Period;
use crate::plain;
use crate::sparse::SparseEngine;
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
    is_plain: bool,
    /// The limit, if there is one beside the number of processors.
    threads: Option<NonZero<usize>>,
    /// `packed[n]` is the value of heap `n`.
    packed: Vec<u16>,
    sparse: SparseEngine,
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
        Self { game, is_plain: false, threads: None, packed, sparse: SparseEngine::default() }
    }

    /// Computes further values by looking at every move of every heap, on one thread. This is what the faster engine is
    /// tested against: reaching heap `n` takes about `n² / 4` steps for each digit that permits a split.
    #[must_use]
    pub fn by_all_moves(self) -> Self {
        Self { is_plain: true, ..self }
    }

    /// Limits the work to `threads` threads. It has at most as many as there are processors, as they wait for
    /// each other.
    #[must_use]
    pub fn with_threads(self, threads: NonZero<usize>) -> Self {
        Self { threads: Some(threads), ..self }
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
        if self.is_plain {
            return plain::extend(&self.game, &mut self.packed, heap);
        }
        let limit = self.threads.unwrap_or(NonZero::<usize>::MAX);
        let threads = || thread::available_parallelism().map_or(NonZero::<usize>::MIN, |all| all.min(limit));
        self.sparse.extend(&self.game, &mut self.packed, heap, threads)
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
