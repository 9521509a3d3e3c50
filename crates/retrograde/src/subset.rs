//! A part of a game that play never leaves: what can be reached, or one of all symmetric positions.
//!
//! A subset is a game made of a game. Its ranks come from a bit set that numbers its members (`indexed_set.rs`). The
//! solver does not know it.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::explore_error::ExploreError;
use crate::game::{Game, Ranked, canonical_position, forward_game, until_error};
use crate::indexed_set::IndexedSet;
use crate::progress::Stage;
use crate::rank_set::RankSet;
use crate::solver::Solver;
use crate::value::{Outcome, Value};

/// A game restricted to some of its canonical positions, with ranks of their own: a game without holes. Made by
/// [`Solver::reachable`] and [`Solver::subset`].
///
/// Its solution takes memory for these positions alone, two and a quarter bytes each, and for the set about a bit and
/// an eighth for each rank of the whole game: 247 million positions among 641 million ranks, as of dobutsu shogi, take
/// 640 MB. For a game most of whose ranks are holes, cannot be reached, or belong to symmetric positions, that is much
/// less.
///
/// ```
/// use retrograde::{Game, Ranked, Solver, Value};
///
/// /// A heap from which a player takes two or four.
/// struct Heap(u64);
///
/// impl Game for Heap {
///     type Position = u64;
///     fn successors(&self, heap: &u64, visit: &mut impl FnMut(u64)) {
///         [2, 4].iter().filter_map(|taken| heap.checked_sub(*taken)).for_each(visit)
///     }
/// }
///
/// impl Ranked for Heap {
///     fn ranks(&self) -> u64 { self.0 + 1 }
///     fn rank(&self, heap: &u64) -> Option<u64> { Some(*heap) }
///     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
/// }
///
/// let solver = Solver::new();
/// let from_100 = solver.reachable(Heap(1_000), [100])?;
/// assert_eq!(from_100.ranks(), 51); // 100, 98, …, 0
/// let solution = solver.solve(from_100)?;
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

impl<G: Ranked> Subset<G> {
    /// Whether a position, or one that is symmetric to it, is in the set.
    pub fn contains(&self, position: &G::Position) -> bool {
        self.rank(&self.game.canonical(position)).is_some()
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

impl Solver<'_> {
    /// The positions that can be reached from these, themselves included, up to symmetry. Positions whose value is
    /// known are kept if they have a rank, to be counted and saved, but play is not followed beyond them. A game that
    /// has no ranks for them, because [`Ranked::unrank`] returns `None`, saves two and a quarter bytes for each.
    ///
    /// # Complexity
    ///
    /// Visits the moves of these positions once. Takes a quarter of a byte for each rank of the game.
    ///
    /// # Errors
    ///
    /// [`ExploreError::Start`], [`ExploreError::NoPosition`] or [`ExploreError::OutOfMemory`]. Of several wrong
    /// successors, any is named.
    pub fn reachable<G: Ranked>(
        &self,
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
    ) -> Result<Subset<G>, ExploreError> {
        /// Progress is reported after this many spans.
        const SPANS_PER_REPORT: usize = 64;
        let found = RankSet::new(game.ranks(), &self.threads)?;
        // Those whose moves were not visited yet.
        let open = RankSet::new(game.ranks(), &self.threads)?;
        let [done, total] = [0, 0].map(AtomicU64::new);
        let add = |position: &G::Position, error: &dyn Fn(Option<u64>) -> ExploreError| {
            let canonical = game.canonical(position);
            let rank = game.rank(&canonical);
            match rank.filter(|rank| *rank < game.ranks()) {
                Some(rank) if found.contains(rank) => Ok(()),
                Some(rank) if canonical_position(&game, rank).as_ref() == Some(&canonical) => {
                    if found.insert(rank) {
                        total.fetch_add(1, Ordering::Relaxed);
                        open.insert(rank);
                    }
                    Ok(())
                }
                _ if game.known_value(position).is_some() => Ok(()),
                _ => Err(error(rank)),
            }
        };
        for (number, start) in starts.into_iter().enumerate() {
            add(&start, &|_| ExploreError::Start { number })?;
        }
        let expand = |span| {
            let mut expanded = 0;
            for from in open.drain(span) {
                expanded += 1;
                let Some(position) = game.unrank(from).filter(|position| game.known_value(position).is_none()) else {
                    continue;
                };
                let mut result = Ok(());
                let error = |rank| ExploreError::NoPosition { rank, from };
                game.successors(&position, &mut until_error(&mut result, |successor| add(&successor, &error)));
                result?;
            }
            done.fetch_add(expanded, Ordering::Relaxed);
            Ok::<_, ExploreError>(())
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

    /// The canonical positions for which `keep` returns `true`, with `|_| true` one of each class of symmetric ones. No
    /// move may lead from them to others, unless their value is known.
    ///
    /// # Complexity
    ///
    /// Unranks each rank, and visits the moves of the positions that are kept once. Takes an eighth of a byte for each
    /// rank of the game.
    ///
    /// # Errors
    ///
    /// [`ExploreError::MoveLeaves`] or [`ExploreError::NoPosition`] for the first such position by rank, or
    /// [`ExploreError::OutOfMemory`].
    pub fn subset<G: Ranked>(
        &self,
        game: G,
        keep: impl Fn(&G::Position) -> bool + Sync + Send,
    ) -> Result<Subset<G>, ExploreError> {
        let set = self.ranks_where(&game, keep)?;
        self.for_each_span(Stage::Exploring, set.len(), |span| {
            for from in span.filter_map(|number| set.member(number)) {
                let Some(position) = game.unrank(from) else { continue };
                if game.known_value(&position).is_some() {
                    continue;
                }
                let mut result = Ok(());
                let visit = |successor| {
                    let rank = game.rank(&game.canonical(&successor));
                    if rank.and_then(|rank| set.number(rank)).is_some() || game.known_value(&successor).is_some() {
                        return Ok(());
                    }
                    let is_position = |rank: &u64| *rank < game.ranks() && canonical_position(&game, *rank).is_some();
                    Err(match rank.filter(is_position) {
                        Some(to) => ExploreError::MoveLeaves { from, to },
                        None => ExploreError::NoPosition { rank, from },
                    })
                };
                game.successors(&position, &mut until_error(&mut result, visit));
                result?;
            }
            Ok::<_, ExploreError>(())
        })?;
        Ok(Subset { game, set })
    }

    /// The ranks of the canonical positions for which `keep` returns `true`.
    fn ranks_where<G: Ranked>(
        &self,
        game: &G,
        keep: impl Fn(&G::Position) -> bool + Sync + Send,
    ) -> Result<IndexedSet, ExploreError> {
        let set = RankSet::new(game.ranks(), &self.threads)?;
        self.for_each_span(Stage::Enumerating, game.ranks(), |span| {
            for rank in span.filter(|rank| canonical_position(game, *rank).is_some_and(|position| keep(&position))) {
                set.insert(rank);
            }
            Ok::<_, ExploreError>(())
        })?;
        Ok(IndexedSet::new(set.into_words())?)
    }
}

forward_game!(Subset<G>, |subset| subset.game);

#[diagnostic::do_not_recommend]
impl<G: Ranked> Ranked for Subset<G> {
    #[inline]
    fn ranks(&self) -> u64 {
        self.set.len()
    }

    #[inline]
    fn rank(&self, position: &G::Position) -> Option<u64> {
        self.set.number(self.game.rank(position)?)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<G::Position> {
        self.game.unrank(self.set.member(rank)?)
    }
}
