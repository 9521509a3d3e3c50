//! What can be reached in a game, up to symmetry. It is a game, whose ranks come from a bit set that numbers its members
//! (`indexed_set.rs`).

use std::sync::atomic::{AtomicU64, Ordering};

use crate::error::{Error, ErrorKind};
use crate::game::{Game, Ranked, forward_game};
use crate::indexed_set::IndexedSet;
use crate::progress::Stage;
use crate::rank_set::RankSet;
use crate::region::Region;
use crate::short_debug::short_debug;
use crate::solver::Solver;
use crate::value::{Outcome, Value};

/// A game restricted to the canonical positions that can be reached, with ranks of their own: a game without holes. Made
/// by [`Solver::reachable`].
///
/// Solving takes two and a quarter bytes for each of these positions, and about a bit and an eighth for each rank of
/// the whole game: 247 million positions among 641 million ranks, as of dobutsu shogi, take 640 MB.
///
/// ```
/// use retrograde::{Ranked, Solver, Value, Values};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let solver = Solver::new();
/// let from_100 = solver.reachable(Heap(1_000), [100])?;
/// assert_eq!(from_100.ranks(), 101); // 100, 99, …, 0
/// let solution = solver.solve(from_100)?;
/// assert_eq!(solution.value(&96)?, Value::Loss(48));
/// assert_eq!(solution.get(&101), None);
/// # Ok::<(), retrograde::Error>(())
/// ```
#[derive(Clone)]
pub struct Subset<G> {
    game: G,
    /// The ranks of the positions in the whole game. No move from one of them leads to a rank that is not in the set.
    set: IndexedSet,
}

impl<G> Subset<G> {
    /// The whole game.
    pub fn game(&self) -> &G {
        &self.game
    }
}

short_debug!(Subset<G>, G);

impl Solver<'_> {
    /// The positions that can be reached from these, themselves included, up to symmetry. Positions whose value is
    /// known are kept if they have a rank, to be counted and saved, but play is not followed beyond them. A game that
    /// has no ranks for them, because [`Ranked::unrank`] returns `None`, saves two and a quarter bytes for each.
    ///
    /// Visits the moves of these positions once. Takes a quarter of a byte for each rank of the game. Errors are
    /// [`ErrorKind::NoPosition`] for a start, [`ErrorKind::Game`] for a successor without a rank, and
    /// [`ErrorKind::Memory`].
    pub fn reachable<G: Ranked>(
        &self,
        game: G,
        starts: impl IntoIterator<Item = G::Position>,
    ) -> Result<Subset<G>, Error> {
        /// Progress is reported after this many spans.
        const SPANS_PER_REPORT: usize = 64;
        let found = RankSet::new(game.ranks(), &self.threads)?;
        // Those whose moves were not visited yet.
        let open = RankSet::new(game.ranks(), &self.threads)?;
        let [done, total] = [0, 0].map(AtomicU64::new);
        let region = &Region::whole(&game);
        let add = |position: &G::Position, error: &dyn Fn(Option<u64>) -> Error| {
            let canonical = game.canonical(position);
            let rank = game.rank(&canonical);
            match rank.filter(|rank| *rank < game.ranks()) {
                Some(rank) if found.contains(rank) => Ok(()),
                Some(rank) if region.canonical_position(rank).as_ref() == Some(&canonical) => {
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
        for start in starts {
            let text = format!("{start:?} is not a position of the game; start from one with a rank");
            add(&start, &|_| Error::new(ErrorKind::NoPosition, text.clone()))?;
        }
        let expand = |span| {
            let mut expanded = 0;
            for from in open.drain(span) {
                expanded += 1;
                let position = region.unrank(from).filter(|position| game.known_value(position).is_none());
                if let Some(position) = position {
                    let error = |rank| region.no_position(rank, Some(from));
                    region.successors(&position, |successor| add(&successor, &error))?;
                }
            }
            done.fetch_add(expanded, Ordering::Relaxed);
            Ok(())
        };
        loop {
            let spans = open.spans();
            if spans.is_empty() {
                break;
            }
            for batch in spans.chunks(SPANS_PER_REPORT) {
                self.threads.try_map(batch.to_vec(), &expand)?;
                let [done, total] = [&done, &total].map(|count| count.load(Ordering::Relaxed));
                self.report(Stage::Exploring, done, total)?;
            }
        }
        drop(open);
        let set = IndexedSet::new(found.into_words())?;
        Ok(Subset { game, set })
    }
}

forward_game!(Subset<G>, self => self.game);

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
