//! What a game that is solved part by part tells the library.

use std::fmt::Debug;

use crate::game::Game;

/// A game whose positions fall into parts that play never re-enters: by the stones that are left, for instance, where
/// captures alone lead from part to part. [`Tiers`](super::Tiers) solves one part after another and keeps each in a
/// file, so that the game may be far larger than memory.
///
/// The moves are the moves of the [`Game`], of all parts together, so the game needs to know nothing of solved parts.
/// Of [predecessors](Game::predecessors), those in other parts need not be visited, unless the game is also
/// [explored](crate::Solver::explore) or solved as a whole. Each part has its own ranks, which obey the contract of
/// [`Ranked`](crate::Ranked).
///
/// As players take turns, the part of a position seen by the player to move must be the same for both: 4 stones against
/// 3 belong together with 3 against 4.
pub trait Tiered: Game + Send {
    /// What tells the parts apart.
    type Part: Clone + Debug + Ord + Send + Sync;

    /// The name of the game, with all that tells its solutions from others: the rules, and the version of the code that
    /// ranks positions. Files of a game with another name are refused.
    fn name(&self) -> String;

    /// A short name for a part and its file, a different one for each, such as `4-3`: at most 100 letters, digits, `-`,
    /// `+`, `_` and `.`, which is not the first. Names of devices, such as `con`, are refused, as some systems have no
    /// files of such names.
    fn part_name(&self, part: &Self::Part) -> String;

    /// The part that a position belongs to. Symmetric positions belong to the same part. Not called for positions whose
    /// value is [known](Game::known_value).
    fn part(&self, position: &Self::Position) -> Self::Part;

    /// The other parts that moves from a part lead to, to positions whose value is not [known](Game::known_value). They
    /// are solved before the part.
    fn next_parts(&self, part: &Self::Part) -> Vec<Self::Part>;

    /// As [`Game::move_count`], which is not used, as it counts moves to other parts too: the number of
    /// [`successors`](Game::successors) of a position, if all of them are in its part. A wrong number gives wrong
    /// values, unless the sample that is checked before solving shows it.
    fn move_count_within_part(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// The number of ranks of a part, as [`Ranked::ranks`](crate::Ranked::ranks).
    fn ranks_in(&self, part: &Self::Part) -> u64;

    /// The rank of a canonical position in its part, as [`Ranked::rank`](crate::Ranked::rank).
    fn rank_in(&self, part: &Self::Part, position: &Self::Position) -> Option<u64>;

    /// The position of a part with this rank, as [`Ranked::unrank`](crate::Ranked::unrank).
    fn unrank_in(&self, part: &Self::Part, rank: u64) -> Option<Self::Position>;
}

/// The parts that moves from a part lead to, each once.
pub(crate) fn next_parts<T: Tiered>(game: &T, part: &T::Part) -> Vec<T::Part> {
    let mut next = game.next_parts(part);
    next.sort_unstable();
    next.dedup();
    next
}
