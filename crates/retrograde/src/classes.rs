//! Successors and predecessors up to symmetry.

use crate::game::{Game, Ranked};
use crate::incoming::rank_of_predecessor;
use crate::value::Value;

/// A successor or predecessor up to symmetry, and whether the move to or from it keeps the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) reached: Reached,
    pub(crate) moves_again: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Reached {
    /// The rank of the canonical position, if it has one.
    Rank(Option<u64>),
    /// The known value.
    Known(Value),
}

impl Class {
    pub(crate) fn of_successor<G: Ranked>(game: &G, position: &G::Position, successor: &G::Position) -> Self {
        let rank = || Reached::Rank(game.rank(&game.canonical(successor)));
        let reached = game.known_value(successor).map_or_else(rank, Reached::Known);
        Self { reached, moves_again: game.moves_again(position, successor) }
    }

    /// The successors, in the order of the game.
    pub(crate) fn of_successors<G: Ranked>(game: &G, position: &G::Position) -> Vec<Self> {
        let mut classes = Vec::new();
        game.successors(position, &mut |successor| classes.push(Self::of_successor(game, position, &successor)));
        classes
    }

    /// The predecessors, in the order of the game, without those that are to be ignored. `None` if more than `limit`
    /// are visited.
    pub(crate) fn of_predecessors<G: Ranked>(game: &G, position: &G::Position, limit: usize) -> Option<Vec<Self>> {
        let (mut classes, mut visited) = (Vec::new(), 0);
        game.predecessors(position, &mut |predecessor| {
            visited += 1;
            if visited <= limit
                && let Some(rank) = rank_of_predecessor(game, &predecessor)
            {
                let moves_again = game.moves_again(&predecessor, position);
                classes.push(Self { reached: Reached::Rank(Some(rank)), moves_again });
            }
        });
        (visited <= limit).then_some(classes)
    }

    /// The rank, if there is one and the value is not known.
    pub(crate) fn rank(self) -> Option<u64> {
        match self.reached {
            Reached::Rank(rank) => rank,
            Reached::Known(_) => None,
        }
    }
}

/// The number of moves to or from a rank, each counted `times` times: moves that pass the turn, and moves that keep it.
pub(crate) fn count(classes: &[Class], rank: u64, times: u32) -> [u64; 2] {
    [false, true].map(|moves_again| {
        let class = Class { reached: Reached::Rank(Some(rank)), moves_again };
        classes.iter().filter(|other| **other == class).count() as u64 * u64::from(times)
    })
}

/// The same classes in ascending order.
pub(crate) fn sorted(mut classes: Vec<Class>) -> Vec<Class> {
    classes.sort_unstable();
    classes
}

/// Whether a position represents itself.
pub(crate) fn is_canonical<G: Game>(game: &G, position: &G::Position) -> bool {
    game.canonical(position) == *position
}
