//! Outcomes, and values with distances.

use std::cmp::Ordering;
use std::fmt;

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
/// The distance counts plies (single moves) while the winner takes the shortest way and the loser the longest. It is 0
/// where the game has ended.
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

    /// The value for the player who moved to the position with this value, which is the player to move there only if
    /// the turn was kept.
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

    /// The value one ply before: of a position whose only move leads to this value, for the player who makes it. A
    /// distance that the type cannot hold stays as it is; none in a solution is near it.
    pub(crate) fn before_move(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Loss(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Win(plies.saturating_add(1)),
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
