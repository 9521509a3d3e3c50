//! The values of a game's heaps.

use std::collections::TryReserveError;
use std::num::NonZero;
use std::sync::LazyLock;
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

/// The number of processors. To find it takes longer than to compute a short sequence, which does not need it.
static PROCESSORS: LazyLock<NonZero<usize>> =
    LazyLock::new(|| thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN));

impl Sequence {
    /// Creates a sequence without values, for the sparse engine on as many threads as there are processors.
    #[must_use]
    pub fn new(game: HeapGame) -> Self {
        Self::resume(game, Vec::new())
    }

    /// Creates a sequence from its first values, as [`into_packed`](Self::into_packed) returned them.
    ///
    /// The values are trusted: if they are wrong, so are the values computed from them.
    ///
    /// ```
    /// use grundy::{HeapGame, Sequence};
    ///
    /// let kayles: HeapGame = ".77".parse()?;
    /// let mut sequence = Sequence::resume(kayles, vec![0, 1, 2, 3]);
    /// sequence.extend_to(7)?;
    /// assert_eq!(sequence.packed(), [0, 1, 2, 3, 1, 4, 3, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Returns whether no value has been computed yet, not even of heap 0.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// Returns the value of a heap, or `None` if it has not been computed yet.
    #[must_use]
    pub fn nimber(&self, heap: usize) -> Option<Nimber> {
        self.packed.get(heap).copied().map(Nimber::from)
    }

    /// Returns the values computed so far, from heap 0 on.
    ///
    /// ```
    /// use grundy::{HeapGame, Nimber, Sequence};
    ///
    /// let dawson: HeapGame = ".137".parse()?;
    /// let mut sequence = Sequence::new(dawson);
    /// sequence.extend_to(1000)?;
    /// assert_eq!(sequence.iter().max(), Some(Nimber::new(9)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Nimber> + ExactSizeIterator + Clone {
        self.packed.iter().copied().map(Nimber::from)
    }

    /// Returns the values computed so far in their stored form, 16 bits each: heap `n` at index `n`.
    ///
    /// For loops over many values, and for files; everything else is easier with [`nimber`](Self::nimber) and
    /// [`iter`](Self::iter).
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
        let limit = self.threads;
        let threads = || limit.map_or(*PROCESSORS, |limit| limit.min(*PROCESSORS));
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

    /// Returns the period of the sequence if the known values prove one.
    ///
    /// # Complexity
    ///
    /// A few passes over the values.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        Period::proven(&self.game, &self.packed)
    }

    /// Counts the values computed so far.
    ///
    /// ```
    /// use grundy::{HeapGame, Sequence};
    ///
    /// let treblecross: HeapGame = ".007".parse()?;
    /// let mut sequence = Sequence::new(treblecross);
    /// sequence.extend_to(1 << 17)?;
    /// let tally = sequence.tally();
    /// assert_eq!(tally.checksum(), "BBD11EA1");
    /// let (space, rare) = tally.sparse_space(sequence.game()).expect("moves of .007 split heaps");
    /// assert_eq!((space.mask(), space.counts_size(), rare.count), (0x7b8, false, 18_859));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.packed.iter().copied().collect()
    }
}
