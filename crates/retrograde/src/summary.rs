//! What a solution comes to, in a line.

use std::collections::BTreeMap;
use std::fmt;

use crate::value::Value;

/// How many positions are won, lost and drawn for the player to move, and the longest distances. Made by
/// [`Solution::summary`](crate::Solution::summary).
///
/// ```
/// use std::collections::BTreeMap;
///
/// use retrograde::{Summary, Value};
///
/// let counts = BTreeMap::from([(Value::Loss(0), 2), (Value::Win(1), 3), (Value::Win(3), 1)]);
/// assert_eq!(Summary::of(&counts).to_string(), "won 4 (in 3), lost 2 (in 0), drawn 0");
/// ```
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
    /// Adds up the number of positions with each value.
    #[must_use]
    pub fn of(counts: &BTreeMap<Value, u64>) -> Self {
        let mut summary = Self::default();
        for (&value, &count) in counts {
            match value {
                Value::Win(plies) => {
                    summary.won += count;
                    summary.longest_win = summary.longest_win.max(Some(plies));
                }
                Value::Loss(plies) => {
                    summary.lost += count;
                    summary.longest_loss = summary.longest_loss.max(Some(plies));
                }
                Value::Draw => summary.drawn += count,
            }
        }
        summary
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plies = |longest: Option<u16>| longest.map_or(String::new(), |plies| format!(" (in {plies})"));
        let (won, lost) = (plies(self.longest_win), plies(self.longest_loss));
        write!(out, "won {}{won}, lost {}{lost}, drawn {}", self.won, self.lost, self.drawn)
    }
}
