//! What a game tells the library, and the values of its positions.

use std::cmp::Ordering;
use std::fmt::{self, Debug};
use std::ops::ControlFlow;

/// A finite game of two players.
///
/// Required are the positions, their ranks and the moves between them. The other methods have defaults: the player who
/// cannot move loses, every move passes the turn, and there are no symmetries. The crate's first page shows a whole game, and
/// [`audit`](crate::audit()) checks that the methods agree with one another.
///
/// # Visitors
///
/// [`successors`](Self::successors) calls `visit` for each position and stops as soon as `visit` returns
/// [`ControlFlow::Break`], which it returns; otherwise it returns [`ControlFlow::Continue`]. So an implementation ends in
/// `iterator.try_for_each(visit)`, or calls `visit(position)?` and ends in `ControlFlow::Continue(())`, and the library need
/// not look at the remaining moves once it knows enough.
///
/// # Threads
///
/// A game is `Sync`, because several threads may use it at once. Tables that its methods need are built when the game is
/// made, or in a [`LazyLock`](std::sync::LazyLock).
pub trait Game: Sync {
    /// A position, including whose turn it is where that matters.
    type Position: Clone + PartialEq + Debug;

    /// The number of ranks: every rank is below it.
    fn ranks(&self) -> u32;

    /// The rank of a position, different for each position.
    fn rank(&self, position: &Self::Position) -> u32;

    /// The position with this rank, or `None` if no position has it. Unused ranks cost as much memory as others.
    fn unrank(&self, rank: u32) -> Option<Self::Position>;

    /// Visits the position after each move from `position`, until `visit` breaks. The same position may be visited more than
    /// once.
    fn successors(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The number of positions that [`successors`](Self::successors) visits. Override it if there is a faster way than to
    /// visit them all.
    fn move_count(&self, position: &Self::Position) -> u32 {
        let mut count = 0;
        let _ = self.successors(position, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Whether the player who moves from `from` to its successor `to` keeps the turn, so that `to` is seen by the same
    /// player. Each such move counts as a ply, and play in which one player keeps the turn forever is a draw.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{Game, Value, solve};
    ///
    /// /// A heap from which a player takes one or two; a player who takes two moves again.
    /// struct TakeTwo;
    ///
    /// impl Game for TakeTwo {
    ///     type Position = u32;
    ///     fn ranks(&self) -> u32 { 10 }
    ///     fn rank(&self, heap: &u32) -> u32 { *heap }
    ///     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
    ///     fn successors(&self, heap: &u32, visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
    ///         (1..=2).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
    ///     }
    ///     fn moves_again(&self, from: &u32, to: &u32) -> bool { from - to == 2 }
    /// }
    ///
    /// let solution = solve(TakeTwo)?;
    /// assert_eq!(solution.value(&2), Value::Loss(2)); // to take two leaves the same player without a move
    /// assert_eq!(solution.best_moves(&3), [1]); // take two, then the last one
    /// # Ok::<(), retrograde::SolveError>(())
    /// ```
    fn moves_again(&self, from: &Self::Position, to: &Self::Position) -> bool {
        let _ = (from, to);
        false
    }

    /// The result for the player to move in a position without successors. After a move that [keeps the
    /// turn](Self::moves_again) that is the player who made it.
    fn ending(&self, position: &Self::Position) -> Outcome {
        let _ = position;
        Outcome::Loss
    }

    /// The representative of the positions that are symmetric to this one: the same position for all of them.
    ///
    /// Two positions are symmetric if a symmetry of the game takes one to the other. It takes successors to successors, and
    /// keeps who moves again and how the game ends.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{Game, audit, solve};
    ///
    /// /// Two heaps: a player takes one or two from either. Exchanging the heaps is a symmetry.
    /// struct TwoHeaps;
    ///
    /// impl Game for TwoHeaps {
    ///     type Position = [u32; 2];
    ///     fn ranks(&self) -> u32 { 64 }
    ///     fn rank(&self, [a, b]: &[u32; 2]) -> u32 { a * 8 + b }
    ///     fn unrank(&self, rank: u32) -> Option<[u32; 2]> { Some([rank / 8, rank % 8]) }
    ///     fn successors(&self, [a, b]: &[u32; 2], mut visit: impl FnMut([u32; 2]) -> ControlFlow<()>) -> ControlFlow<()> {
    ///         for taken in 1..=2 {
    ///             if let Some(left) = a.checked_sub(taken) { visit([left, *b])? }
    ///             if let Some(left) = b.checked_sub(taken) { visit([*a, left])? }
    ///         }
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn canonical(&self, [a, b]: &[u32; 2]) -> [u32; 2] { [*a.min(b), *a.max(b)] }
    ///     fn orbit(&self, [a, b]: &[u32; 2]) -> u32 { if a == b { 1 } else { 2 } }
    /// }
    ///
    /// audit(&TwoHeaps)?;
    /// assert_eq!(solve(&TwoHeaps)?.winning_moves(&[7, 3]), [[6, 3], [7, 1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The number of positions that are symmetric to this one, itself included: those with the same
    /// [`canonical`](Self::canonical) position.
    fn orbit(&self, position: &Self::Position) -> u32 {
        let _ = position;
        1
    }
}

/// A game that can list the predecessors of a position.
///
/// [`solve_with_predecessors`](crate::solve_with_predecessors()) solves such a game without storing its graph.
/// [`audit_with_predecessors`](crate::audit_with_predecessors()) checks that successors and predecessors agree.
pub trait Predecessors: Game {
    /// Visits each position that has `position` among its [`successors`](Game::successors), once for each such move,
    /// until `visit` breaks.
    fn predecessors(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

impl<G: Game> Game for &G {
    type Position = G::Position;

    #[inline]
    fn ranks(&self) -> u32 {
        (**self).ranks()
    }

    #[inline]
    fn rank(&self, position: &G::Position) -> u32 {
        (**self).rank(position)
    }

    #[inline]
    fn unrank(&self, rank: u32) -> Option<G::Position> {
        (**self).unrank(rank)
    }

    #[inline]
    fn successors(&self, position: &G::Position, visit: impl FnMut(G::Position) -> ControlFlow<()>) -> ControlFlow<()> {
        (**self).successors(position, visit)
    }

    #[inline]
    fn move_count(&self, position: &G::Position) -> u32 {
        (**self).move_count(position)
    }

    #[inline]
    fn moves_again(&self, from: &G::Position, to: &G::Position) -> bool {
        (**self).moves_again(from, to)
    }

    #[inline]
    fn ending(&self, position: &G::Position) -> Outcome {
        (**self).ending(position)
    }

    #[inline]
    fn canonical(&self, position: &G::Position) -> G::Position {
        (**self).canonical(position)
    }

    #[inline]
    fn orbit(&self, position: &G::Position) -> u32 {
        (**self).orbit(position)
    }
}

impl<G: Predecessors> Predecessors for &G {
    #[inline]
    fn predecessors(
        &self,
        position: &G::Position,
        visit: impl FnMut(G::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        (**self).predecessors(position, visit)
    }
}

/// Makes a visitor that stops at the first error of `visit` and puts it into `result`.
#[inline]
pub(crate) fn until_error<P, E>(
    result: &mut Result<(), E>,
    mut visit: impl FnMut(P) -> Result<(), E>,
) -> impl FnMut(P) -> ControlFlow<()> {
    move |position| match visit(position) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            // A game that goes on all the same does not replace the first error.
            if result.is_ok() {
                *result = Err(error);
            }
            ControlFlow::Break(())
        }
    }
}

/// How a game ends for the player to move if both players play perfectly.
///
/// Outcomes are ordered: the greater one is better for the player to move.
///
/// ```
/// use retrograde::{Outcome, Value};
///
/// assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
/// assert_eq!(Value::Loss(0).outcome(), Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move loses.
    Loss,
    /// Neither player can force a win.
    Draw,
    /// The player to move wins.
    Win,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// The value of a position for the player to move: the outcome, and the distance to the end of the game.
///
/// The distance counts plies (single moves) while the winner takes the shortest way and the loser the longest. It is 0 where
/// the game has ended.
///
/// Values are ordered: the greater one is better for the player to move, who would rather lose later and win sooner.
///
/// ```
/// use retrograde::Value;
///
/// let ascending = [Value::Loss(0), Value::Loss(9), Value::Draw, Value::Win(9), Value::Win(1)];
/// assert!(ascending.is_sorted());
/// assert_eq!(Value::Win(19).plies(), Some(19));
/// assert_eq!(Value::Draw.to_string(), "draw");
/// assert_eq!(Value::Win(1).to_string(), "win in 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move loses in this many plies.
    Loss(u16),
    /// Neither player can force a win.
    Draw,
    /// The player to move wins in this many plies.
    Win(u16),
}

impl Value {
    /// The outcome without the distance.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Loss(_) => Outcome::Loss,
            Self::Draw => Outcome::Draw,
            Self::Win(_) => Outcome::Win,
        }
    }

    /// The distance to the end of the game, or `None` for a draw.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The value of the same position for the player who is not to move.
    ///
    /// ```
    /// use retrograde::Value;
    /// assert_eq!(Value::Win(3).for_opponent(), Value::Loss(3));
    /// ```
    #[must_use]
    pub fn for_opponent(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies),
        }
    }

    /// The value for the player who moved to the position with this value, which is the player to move there only if the
    /// turn was kept.
    pub(crate) fn for_mover(self, moves_again: bool) -> Self {
        if moves_again { self } else { self.for_opponent() }
    }

    /// The value for the player to move here once the best move is made; `None` where the game has ended.
    pub(crate) fn after_best_move(self) -> Option<Self> {
        match self {
            Self::Loss(plies) => plies.checked_sub(1).map(Self::Loss),
            Self::Draw => Some(Self::Draw),
            Self::Win(plies) => plies.checked_sub(1).map(Self::Win),
        }
    }

    /// The value where the game has ended.
    pub(crate) fn of_ending(ending: Outcome) -> Self {
        match ending {
            Outcome::Loss => Self::Loss(0),
            Outcome::Draw => Self::Draw,
            Outcome::Win => Self::Win(0),
        }
    }

    /// A number for each value, in their order.
    fn order(self) -> i32 {
        const DISTANCES: i32 = 1 << u16::BITS;
        match self {
            Self::Loss(plies) => i32::from(plies) - DISTANCES,
            Self::Draw => 0,
            Self::Win(plies) => DISTANCES - i32::from(plies),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(plies) => write!(f, "loss in {plies}"),
            Self::Draw => write!(f, "draw"),
            Self::Win(plies) => write!(f, "win in {plies}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greater_value_is_better_for_the_player_to_move() {
        let losses = [0, 1, 9, u16::MAX].map(Value::Loss);
        let wins = [u16::MAX, 9, 1, 0].map(Value::Win);
        let ascending = [&losses[..], &[Value::Draw], &wins[..]].concat();
        for (i, a) in ascending.iter().enumerate() {
            for (j, b) in ascending.iter().enumerate() {
                assert_eq!(a.cmp(b), i.cmp(&j), "{a} and {b}");
            }
        }
    }

    #[test]
    fn the_better_outcome_has_the_better_values_and_the_opponent_orders_them_the_other_way() {
        let values = [0, 5].map(|plies| [Value::Loss(plies), Value::Draw, Value::Win(plies)]).concat();
        for (a, b) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
            assert!(a > b || a.outcome() <= b.outcome());
            assert_eq!(a.cmp(b), b.for_opponent().cmp(&a.for_opponent()));
        }
    }
}
