//! Outcomes, and values with distances.

use std::cmp::Ordering;
use std::fmt;

/// How a game ends for the player to move if both players play perfectly. The greater outcome is better for the player
/// to move.
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
/// where the game has ended. The greater value is better for the player to move, who would rather lose later and win
/// sooner.
///
/// ```
/// use retrograde::{Outcome, Value, Value::*};
///
/// let ascending = [Loss(0), Loss(1), Loss(9), Loss(u16::MAX), Draw, Win(u16::MAX), Win(9), Win(1), Win(0)];
/// assert!(ascending.is_sorted_by(|a, b| a < b) && ascending.map(Value::outcome).is_sorted());
/// assert!(ascending.map(Value::for_opponent).is_sorted_by(|a, b| a > b));
/// assert_eq!((Win(19).plies(), Win(19).outcome(), Win(19).for_opponent()), (Some(19), Outcome::Win, Loss(19)));
/// assert_eq!([Draw, Win(1), Loss(2)].map(|value| value.to_string()), ["draw", "win in 1", "loss in 2"]);
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
    #[must_use]
    pub fn for_opponent(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies),
        }
    }

    /// The value for the player who moved to the position with this value, and may have kept the turn.
    pub(crate) fn for_mover(self, moves_again: bool) -> Self {
        if moves_again { self } else { self.for_opponent() }
    }

    /// The value one ply before, for the same player. A distance that the type cannot hold stays as it is; none in a
    /// solution is near it.
    pub(crate) fn before_move(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Loss(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Win(plies.saturating_add(1)),
        }
    }

    /// The value where the game has ended, or plies are not counted any further.
    pub(crate) fn of_ending(ending: Outcome) -> Self {
        match ending {
            Outcome::Loss => Self::Loss(0),
            Outcome::Draw => Self::Draw,
            Outcome::Win => Self::Win(0),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = |value: &Self| match *value {
            Self::Loss(plies) => i32::from(plies) - (1 << u16::BITS),
            Self::Draw => 0,
            Self::Win(plies) => (1 << u16::BITS) - i32::from(plies),
        };
        order(self).cmp(&order(other))
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
