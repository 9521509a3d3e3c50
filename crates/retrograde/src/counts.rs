//! How many positions have which value, counted in one pass on all threads.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use crate::error::Error;
use crate::game::{Game, Ranked};
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::value::Value;
use crate::values::Values;

impl Solver<'_> {
    /// The number of positions with each key among these ranks, such as a [part](crate::Part) has, with symmetric ones
    /// counted separately: each canonical position counts as often as [`Game::orbit`] says.
    /// `key` receives that position and its value; its result must be the same for symmetric positions. Positions of
    /// known value are counted if they have a rank.
    pub fn counts_by<V: Values + Sync, K: Ord + Send>(
        &self,
        values: &V,
        ranks: Range<u64>,
        key: impl Fn(&<V::Game as Game>::Position, Value) -> K + Sync + Send,
    ) -> Result<BTreeMap<K, u64>, Error> {
        self.count(values, ranks, key, |position| values.game().orbit(position))
    }

    /// The number of canonical positions with each key: of symmetric ones only one is counted.
    pub fn canonical_counts_by<V: Values + Sync, K: Ord + Send>(
        &self,
        values: &V,
        ranks: Range<u64>,
        key: impl Fn(&<V::Game as Game>::Position, Value) -> K + Sync + Send,
    ) -> Result<BTreeMap<K, u64>, Error> {
        self.count(values, ranks, key, |_| 1)
    }

    /// Counts each canonical position as often as `times` says.
    fn count<V: Values + Sync, K: Ord + Send>(
        &self,
        values: &V,
        ranks: Range<u64>,
        key: impl Fn(&<V::Game as Game>::Position, Value) -> K + Sync + Send,
        times: impl Fn(&<V::Game as Game>::Position) -> u32 + Sync + Send,
    ) -> Result<BTreeMap<K, u64>, Error> {
        let counts = Mutex::new(BTreeMap::new());
        self.for_each_piece(Stage::Counting, ranks.end.saturating_sub(ranks.start), SPAN, |span| {
            let mut of_span = BTreeMap::new();
            values.for_each_value(span.start + ranks.start..span.end + ranks.start, |rank, value| {
                if let Some(position) = values.game().unrank(rank) {
                    *of_span.entry(key(&position, value)).or_insert(0) += u64::from(times(&position));
                }
            })?;
            let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
            for (key, count) in of_span {
                *counts.entry(key).or_insert(0) += count;
            }
            Ok(())
        })?;
        Ok(counts.into_inner().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<G: Ranked> Solution<G> {
    /// The number of positions with each value, in one thread; [`Solver::counts_by`] counts by any key on all. Worst values come first.
    pub fn counts(&self) -> BTreeMap<Value, u64> {
        let mut counts = BTreeMap::new();
        for (position, value) in self.iter() {
            *counts.entry(value).or_insert(0) += u64::from(self.game().orbit(&position));
        }
        counts
    }

    /// How many positions are won, lost and drawn, symmetric ones counted separately, and the longest distances.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        self.counts().into_iter().for_each(|(value, count)| summary.add(value, count));
        summary
    }
}

/// How many positions are won, lost and drawn for the player to move, and the longest distances. Made by
/// [`Solution::summary`](crate::Solution::summary).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Summary {
    /// The number of positions that the player to move wins.
    pub won: u64,
    /// The number of positions that the player to move loses.
    pub lost: u64,
    /// The number of positions that neither player can win.
    pub drawn: u64,
    /// The most plies that a win takes.
    pub longest_win: Option<u16>,
    /// The most plies that a loss takes.
    pub longest_loss: Option<u16>,
}

impl Summary {
    pub(crate) fn add(&mut self, value: Value, count: u64) {
        match value {
            Value::Win(plies) => {
                self.won += count;
                self.longest_win = self.longest_win.max(Some(plies));
            }
            Value::Loss(plies) => {
                self.lost += count;
                self.longest_loss = self.longest_loss.max(Some(plies));
            }
            Value::Draw => self.drawn += count,
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |longest: Option<u16>| longest.map_or(String::new(), |plies| format!(" (in {plies})"));
        let (won, lost) = (plies(self.longest_win), plies(self.longest_loss));
        write!(out, "won {}{won}, lost {}{lost}, drawn {}", self.won, self.lost, self.drawn)
    }
}
