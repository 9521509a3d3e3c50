//! Games that hide their predecessors, to be solved and verified without them: a game as it is, and one that is divided
//! into parts as a whole.

use std::collections::BTreeMap;

use retrograde::tiers::Tiered;
use retrograde::{Game, Outcome, Ranked, Value};

/// The same game, which does not say that it lists predecessors, with its own ranks or with other ones.
#[derive(Clone, Debug)]
pub(crate) struct Forward<G, R = ()>(pub(crate) G, R);

impl<G> Forward<G> {
    pub(crate) fn new(game: G) -> Self {
        Self(game, ())
    }
}

/// The ranks of all parts of a game, one part after another.
pub(crate) struct RanksOfParts<P> {
    /// The first rank of each part, in the order of the parts.
    parts: BTreeMap<P, u64>,
    /// The parts in the order of their first ranks.
    first_ranks: Vec<(u64, P)>,
    count: u64,
}

impl<T: Tiered> Forward<T, RanksOfParts<T::Part>> {
    /// A tiered game as one game of these parts.
    pub(crate) fn whole(game: T, parts: impl IntoIterator<Item = T::Part>) -> Self {
        let (mut count, mut first_ranks) = (0, Vec::new());
        for part in parts {
            first_ranks.push((count, part.clone()));
            count += game.ranks_in(&part);
        }
        let parts = first_ranks.iter().map(|(first, part)| (part.clone(), *first)).collect();
        Self(game, RanksOfParts { parts, first_ranks, count })
    }
}

impl<G: Game, R: Sync> Game for Forward<G, R> {
    type Position = G::Position;

    fn successors(&self, position: &G::Position, visit: &mut impl FnMut(G::Position)) {
        self.0.successors(position, visit);
    }

    fn move_count(&self, position: &G::Position) -> Option<u32> {
        self.0.move_count(position)
    }

    fn moves_again(&self, from: &G::Position, to: &G::Position) -> bool {
        self.0.moves_again(from, to)
    }

    fn ending(&self, position: &G::Position) -> Outcome {
        self.0.ending(position)
    }

    fn known_value(&self, position: &G::Position) -> Option<Value> {
        self.0.known_value(position)
    }

    fn canonical(&self, position: &G::Position) -> G::Position {
        self.0.canonical(position)
    }

    fn orbit(&self, position: &G::Position) -> u32 {
        self.0.orbit(position)
    }
}

impl<G: Ranked> Ranked for Forward<G> {
    fn ranks(&self) -> u64 {
        self.0.ranks()
    }

    fn rank(&self, position: &G::Position) -> Option<u64> {
        self.0.rank(position)
    }

    fn unrank(&self, rank: u64) -> Option<G::Position> {
        self.0.unrank(rank)
    }
}

impl<T: Tiered> Ranked for Forward<T, RanksOfParts<T::Part>> {
    fn ranks(&self) -> u64 {
        self.1.count
    }

    fn rank(&self, at: &T::Position) -> Option<u64> {
        if self.0.known_value(at).is_some() {
            return None;
        }
        let part = self.0.part(at);
        Some(self.1.parts.get(&part)? + self.0.rank_in(&part, at)?)
    }

    fn unrank(&self, rank: u64) -> Option<T::Position> {
        let number = self.1.first_ranks.partition_point(|(first, _)| *first <= rank).checked_sub(1)?;
        let (first, part) = &self.1.first_ranks[number];
        self.0.unrank_in(part, rank - first)
    }
}

impl<T: Tiered> Tiered for Forward<T> {
    type Part = T::Part;

    fn name(&self) -> String {
        self.0.name()
    }

    fn part_name(&self, part: &T::Part) -> String {
        self.0.part_name(part)
    }

    fn part(&self, position: &T::Position) -> T::Part {
        self.0.part(position)
    }

    fn next_parts(&self, part: &T::Part) -> Vec<T::Part> {
        self.0.next_parts(part)
    }

    fn move_count_within_part(&self, position: &T::Position) -> Option<u32> {
        self.0.move_count_within_part(position)
    }

    fn ranks_in(&self, part: &T::Part) -> u64 {
        self.0.ranks_in(part)
    }

    fn rank_in(&self, part: &T::Part, position: &T::Position) -> Option<u64> {
        self.0.rank_in(part, position)
    }

    fn unrank_in(&self, part: &T::Part, rank: u64) -> Option<T::Position> {
        self.0.unrank_in(part, rank)
    }
}
