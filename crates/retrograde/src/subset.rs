//! A part of a game that play never leaves: what can be reached, or one of all symmetric positions.
//!
//! A subset is a game made of a game. Its ranks come from a bit set that numbers its members (`indexed_set.rs`). The
//! solver does not know it.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::{Game, NO_RANK, Predecessors, Ranked, canonical_position, forward_game, until_error};
use crate::indexed_set::IndexedSet;
use crate::memory::OutOfMemory;
use crate::rank_set::RankSet;
use crate::runner::{Runner, Stage};
use crate::value::{Outcome, Value};

/// A game restricted to some of its canonical positions, with ranks of their own: a game without holes.
///
/// Its solution takes memory for these positions alone, two and a quarter bytes each, and for the set about a bit and
/// an eighth for each rank of the whole game: 247 million positions among 641 million ranks, as of dobutsu shogi, take
/// 640 MB. For a game most of whose ranks are holes, cannot be reached, or belong to symmetric positions, that is much
/// less.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{Game, Ranked, Subset, Value, solve};
///
/// /// A heap from which a player takes two or four.
/// struct Heap(u64);
///
/// impl Game for Heap {
///     type Position = u64;
///     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
///         [2, 4].iter().filter_map(|taken| heap.checked_sub(*taken)).try_for_each(visit)
///     }
/// }
///
/// impl Ranked for Heap {
///     fn ranks(&self) -> u64 { self.0 + 1 }
///     fn rank(&self, heap: &u64) -> u64 { *heap }
///     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
/// }
///
/// let from_100 = Subset::reachable(Heap(1_000), [100])?;
/// assert_eq!(from_100.ranks(), 51); // 100, 98, …, 0
/// let solution = solve(from_100)?;
/// assert_eq!(solution.value(&96), Value::Loss(32));
/// assert_eq!(solution.get(&97), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Subset<G> {
    game: G,
    /// The ranks of the positions in the whole game. No move from one of them leads to a rank that is not in the set.
    set: IndexedSet,
}

/// Why there is no such [`Subset`]. Ranks are those of the whole game; those in errors of solving or auditing a subset
/// are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SubsetError {
    /// A position to start from is not a position of the game: it has no rank below [`Ranked::ranks`], or
    /// [`Ranked::unrank`] does not return its canonical position for its rank.
    Start {
        /// Which one, counted from 0.
        number: usize,
    },
    /// A successor is not a position of the game, in the same sense, and its value is not known.
    NoPosition {
        /// The rank of the successor, or [`NO_RANK`].
        rank: u64,
        /// The rank of the position that has the successor.
        from: u64,
    },
    /// A move leads out of the positions that were to be kept.
    MoveLeaves {
        /// The rank of the position before the move.
        from: u64,
        /// The rank of the position after it.
        to: u64,
    },
    /// The set does not fit into memory.
    OutOfMemory {
        /// The size of a table that could not be made, in bytes.
        bytes: u64,
    },
}

impl fmt::Display for SubsetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { number } => {
                write!(
                    f,
                    "start number {number}, counted from 0, is not a position of the game; give one that has a rank"
                )
            }
            Self::NoPosition { rank: NO_RANK, from } => write!(
                f,
                "the position of rank {from} has a successor without a rank, whose value is not known; audit the game"
            ),
            Self::NoPosition { rank, from } => write!(
                f,
                "the position of rank {from} has a successor of rank {rank}, but that rank has another position or \
                 none; \
                 audit the game"
            ),
            Self::MoveLeaves { from, to } => write!(
                f,
                "a move from rank {from}, which is kept, leads to rank {to}, which is not; keep that too, or give its \
                 value as known"
            ),
            Self::OutOfMemory { bytes } => write!(f, "a table of {bytes} bytes does not fit into memory"),
        }
    }
}

impl std::error::Error for SubsetError {}

impl From<OutOfMemory> for SubsetError {
    fn from(OutOfMemory { bytes }: OutOfMemory) -> Self {
        Self::OutOfMemory { bytes }
    }
}

impl<G: Ranked> Subset<G> {
    /// The positions that can be reached from these, themselves included, up to symmetry. Positions whose value is
    /// known are kept if they have a rank, to be counted and saved, but play is not followed beyond them. A game that
    /// has no ranks for them, because [`Ranked::unrank`] returns `None`, saves two and a quarter bytes for each.
    ///
    /// [`Runner::reachable`] can work on several threads.
    ///
    /// # Complexity
    ///
    /// Visits the moves of these positions once. Takes a quarter of a byte for each rank of the game.
    ///
    /// # Errors
    ///
    /// [`SubsetError::Start`], [`SubsetError::NoPosition`] or [`SubsetError::OutOfMemory`].
    pub fn reachable(game: G, starts: impl IntoIterator<Item = G::Position>) -> Result<Self, SubsetError> {
        Runner::new().reachable(game, starts)
    }

    /// All canonical positions: one of each class of symmetric ones. A game that ranks no others needs no subset.
    ///
    /// [`Runner::canonical`] can work on several threads.
    ///
    /// # Complexity
    ///
    /// Unranks each rank once, and takes an eighth of a byte for it.
    ///
    /// # Errors
    ///
    /// [`SubsetError::OutOfMemory`].
    pub fn canonical(game: G) -> Result<Self, SubsetError> {
        Runner::new().canonical(game)
    }

    /// The canonical positions for which `keep` returns `true`. No move may lead from them to others, unless their
    /// value is known.
    ///
    /// [`Runner::subset`] can work on several threads.
    ///
    /// # Complexity
    ///
    /// Visits the moves of the positions that are kept once. Takes an eighth of a byte for each rank of the game.
    ///
    /// # Errors
    ///
    /// [`SubsetError::MoveLeaves`] or [`SubsetError::NoPosition`] for the first such position by rank, or
    /// [`SubsetError::OutOfMemory`].
    ///
    /// ```
    /// use retrograde::{Ranked, Subset, SubsetError};
    /// # use std::ops::ControlFlow;
    /// # struct Heap(u64);
    /// # impl retrograde::Game for Heap {
    /// #     type Position = u64;
    /// #     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
    /// #         [2, 4].iter().filter_map(|taken| heap.checked_sub(*taken)).try_for_each(visit)
    /// #     }
    /// # }
    /// # impl Ranked for Heap {
    /// #     fn ranks(&self) -> u64 { self.0 + 1 }
    /// #     fn rank(&self, heap: &u64) -> u64 { *heap }
    /// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
    /// # }
    /// let even = Subset::filtered(Heap(1_000), |heap| heap % 2 == 0)?;
    /// assert_eq!(even.ranks(), 501);
    /// let error = Subset::filtered(Heap(1_000), |heap| *heap >= 10).err();
    /// assert_eq!(error, Some(SubsetError::MoveLeaves { from: 10, to: 8 }));
    /// # Ok::<(), SubsetError>(())
    /// ```
    pub fn filtered(game: G, keep: impl Fn(&G::Position) -> bool + Sync + Send) -> Result<Self, SubsetError> {
        Runner::new().subset(game, keep)
    }

    /// Whether a position, or one that is symmetric to it, is in the set.
    pub fn contains(&self, position: &G::Position) -> bool {
        self.rank(&self.game.canonical(position)) != NO_RANK
    }
}

impl<G> Subset<G> {
    /// The whole game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the whole game and drops the set.
    pub fn into_game(self) -> G {
        self.game
    }
}

impl<G> fmt::Debug for Subset<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subset").field("positions", &self.set.len()).finish_non_exhaustive()
    }
}

impl Runner<'_> {
    /// Does the same as [`Subset::reachable`].
    ///
    /// # Errors
    ///
    /// The same. Of several wrong successors, any is named.
    pub fn reachable<G: Ranked>(
        &mut self,
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
    ) -> Result<Subset<G>, SubsetError> {
        /// Progress is reported after this many spans.
        const SPANS_PER_REPORT: usize = 64;
        let found = RankSet::new(game.ranks(), &self.threads)?;
        // Those whose moves were not visited yet.
        let open = RankSet::new(game.ranks(), &self.threads)?;
        let [done, total] = [0, 0].map(AtomicU64::new);
        let add = |position: &G::Position, error: &dyn Fn(u64) -> SubsetError| {
            let canonical = game.canonical(position);
            let rank = game.rank(&canonical);
            if rank < game.ranks() && found.contains(rank) {
                return Ok(());
            }
            if rank >= game.ranks() || game.unrank(rank).as_ref() != Some(&canonical) {
                return if game.known_value(position).is_some() { Ok(()) } else { Err(error(rank)) };
            }
            if found.insert(rank) {
                total.fetch_add(1, Ordering::Relaxed);
                open.insert(rank);
            }
            Ok(())
        };
        for (number, start) in starts.into_iter().enumerate() {
            add(&start, &|_| SubsetError::Start { number })?;
        }
        let expand = |span| {
            let mut expanded = 0;
            for from in open.drain(span) {
                expanded += 1;
                let Some(position) = game.unrank(from).filter(|position| game.known_value(position).is_none()) else {
                    continue;
                };
                let mut result = Ok(());
                let error = |rank| SubsetError::NoPosition { rank, from };
                let visitor = until_error(&mut result, |successor| add(&successor, &error));
                let _ = game.successors(&position, visitor);
                result?;
            }
            done.fetch_add(expanded, Ordering::Relaxed);
            Ok::<_, SubsetError>(())
        };
        loop {
            let spans = open.spans();
            if spans.is_empty() {
                break;
            }
            for batch in spans.chunks(SPANS_PER_REPORT) {
                self.threads.try_map(batch.to_vec(), &expand)?;
                let [done, total] = [&done, &total].map(|count| count.load(Ordering::Relaxed));
                self.report(Stage::Exploring, done, total);
            }
        }
        drop(open);
        let set = IndexedSet::new(found.into_words())?;
        Ok(Subset { game, set })
    }

    /// Does the same as [`Subset::canonical`].
    ///
    /// # Errors
    ///
    /// The same.
    pub fn canonical<G: Ranked>(&mut self, game: G) -> Result<Subset<G>, SubsetError> {
        let set = self.ranks_where(&game, |_| true)?;
        Ok(Subset { game, set })
    }

    /// Does the same as [`Subset::filtered`].
    ///
    /// # Errors
    ///
    /// The same.
    pub fn subset<G: Ranked>(
        &mut self,
        game: G,
        keep: impl Fn(&G::Position) -> bool + Sync + Send,
    ) -> Result<Subset<G>, SubsetError> {
        let set = self.ranks_where(&game, keep)?;
        self.for_each_span(Stage::Exploring, set.len(), |span| {
            for from in span.filter_map(|number| set.member(number)) {
                let Some(position) = game.unrank(from) else { continue };
                if game.known_value(&position).is_some() {
                    continue;
                }
                let mut result = Ok(());
                let visitor = until_error(&mut result, |successor| {
                    let rank = game.rank(&game.canonical(&successor));
                    if set.number(rank).is_some() || game.known_value(&successor).is_some() {
                        return Ok(());
                    }
                    let is_position = rank < game.ranks() && canonical_position(&game, rank).is_some();
                    Err(if is_position {
                        SubsetError::MoveLeaves { from, to: rank }
                    } else {
                        SubsetError::NoPosition { rank, from }
                    })
                });
                let _ = game.successors(&position, visitor);
                result?;
            }
            Ok::<_, SubsetError>(())
        })?;
        Ok(Subset { game, set })
    }

    /// The ranks of the canonical positions for which `keep` returns `true`.
    fn ranks_where<G: Ranked>(
        &mut self,
        game: &G,
        keep: impl Fn(&G::Position) -> bool + Sync + Send,
    ) -> Result<IndexedSet, SubsetError> {
        let set = RankSet::new(game.ranks(), &self.threads)?;
        self.for_each_span(Stage::Exploring, game.ranks(), |span| {
            for rank in span.filter(|rank| canonical_position(game, *rank).is_some_and(|position| keep(&position))) {
                set.insert(rank);
            }
            Ok::<_, SubsetError>(())
        })?;
        Ok(IndexedSet::new(set.into_words())?)
    }
}

forward_game!(Subset<G>, |subset| subset.game);

impl<G: Ranked> Ranked for Subset<G> {
    #[inline]
    fn ranks(&self) -> u64 {
        self.set.len()
    }

    #[inline]
    fn rank(&self, position: &G::Position) -> u64 {
        self.set.number(self.game.rank(position)).unwrap_or(NO_RANK)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<G::Position> {
        self.game.unrank(self.set.member(rank)?)
    }
}
