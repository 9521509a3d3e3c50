//! Counting positions, in one pass on all threads.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Mutex, PoisonError};

use crate::game::Ranked;
use crate::progress::Stage;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::value::Value;

impl Solver<'_> {
    /// The number of positions with each key, symmetric ones counted separately. `key` receives a canonical position
    /// and its value; its result must be the same for symmetric positions. Each counts as often as
    /// [`Game::orbit`](crate::Game::orbit) says.
    ///
    /// Like all counts, these are of the canonical positions that have a rank, and found in one pass. Positions of
    /// known value are counted if they have a rank.
    pub fn counts_by<G: Ranked, K: Ord + Send>(
        &self,
        solution: &Solution<G>,
        key: impl Fn(&G::Position, Value) -> K + Sync + Send,
    ) -> BTreeMap<K, u64> {
        self.count(solution, key, |position| solution.game().orbit(position).into())
    }

    /// The number of canonical positions with each key: of symmetric ones only one is counted.
    pub fn canonical_counts_by<G: Ranked, K: Ord + Send>(
        &self,
        solution: &Solution<G>,
        key: impl Fn(&G::Position, Value) -> K + Sync + Send,
    ) -> BTreeMap<K, u64> {
        self.count(solution, key, |_| 1)
    }

    /// Counts each canonical position as often as `times` says.
    fn count<G: Ranked, K: Ord + Send>(
        &self,
        solution: &Solution<G>,
        key: impl Fn(&G::Position, Value) -> K + Sync + Send,
        times: impl Fn(&G::Position) -> u64 + Sync + Send,
    ) -> BTreeMap<K, u64> {
        let counts = Mutex::new(BTreeMap::new());
        let Ok(()) = self.for_each_span(Stage::Counting, solution.ranks(), |span| {
            let mut of_span = BTreeMap::new();
            for (rank, value) in span.filter_map(|rank| Some((rank, solution.value_of_rank(rank)?))) {
                let Some(position) = solution.game().unrank(rank) else { continue };
                *of_span.entry(key(&position, value)).or_insert(0) += times(&position);
            }
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, count) in of_span {
                *counts.entry(key).or_insert(0) += count;
            }
            Ok::<_, Infallible>(())
        });
        counts.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
