//! What a game says of itself, and what is said of its positions.

use std::fmt::{self, Debug};

/// A finite game of two players who move in turn.
///
/// Required are the positions, their ranks and their moves. Everything else has a meaning of its own if it is left out:
/// who cannot move loses, each move passes the turn, the library finds out for itself where a position comes from, and no
/// two positions are alike. The crate's first page has a whole game. [`audit`](crate::audit()) tells whether the methods
/// agree with one another.
///
/// A game is `Sync` so that it can be asked by several threads; what is computed once and kept goes into a
/// [`LazyLock`](std::sync::LazyLock) or is computed when the game is made.
pub trait Game: Sync {
    /// A position, together with whose turn it is where that matters.
    type Position: Clone + PartialEq + Debug;

    /// Whether [`predecessors`](Self::predecessors) is implemented.
    const KNOWS_PREDECESSORS: bool = false;

    /// All ranks are below this.
    fn ranks(&self) -> u32;

    /// The number of a position, which no other position has.
    fn rank(&self, position: &Self::Position) -> u32;

    /// The position with this rank; `None` if there is none. The better the ranks are filled, the less memory is wasted.
    fn unrank(&self, rank: u32) -> Option<Self::Position>;

    /// Visits what each move of `position` leads to. The same position may be visited more than once.
    fn successors(&self, position: &Self::Position, visit: impl FnMut(Self::Position));

    /// How many positions [`successors`](Self::successors) visits. Worth implementing if counting is faster than visiting.
    fn move_count(&self, position: &Self::Position) -> u32 {
        let mut count = 0;
        self.successors(position, |_| count += 1);
        count
    }

    /// Whether the player who moves from `from` to `to`, a successor of it, moves again, so that `to` is seen by the same
    /// player. Each such move is a ply of its own, and who can go on like this for ever draws.
    ///
    /// ```
    /// use retrograde::{Game, Value, solve};
    ///
    /// /// A heap from which one or two are taken; whoever takes two moves again.
    /// struct Greedy;
    ///
    /// impl Game for Greedy {
    ///     type Position = u32;
    ///     fn ranks(&self) -> u32 { 10 }
    ///     fn rank(&self, heap: &u32) -> u32 { *heap }
    ///     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
    ///     fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
    ///         (1..=2).filter_map(|taken| heap.checked_sub(taken)).for_each(visit);
    ///     }
    ///     fn moves_again(&self, from: &u32, to: &u32) -> bool { from - to == 2 }
    /// }
    ///
    /// let solution = solve(&Greedy)?;
    /// assert_eq!(solution.value(&Greedy, &2), Value::Loss(2)); // two taken, and stuck at once
    /// assert_eq!(solution.best_moves(&Greedy, &3), [1]); // and then the last one
    /// # Ok::<(), retrograde::SolveError>(())
    /// ```
    fn moves_again(&self, from: &Self::Position, to: &Self::Position) -> bool {
        let _ = (from, to);
        false
    }

    /// How the game has ended for the player to move, in a position without moves. Where the one who got there would
    /// [move again](Self::moves_again), that is the same player.
    fn ending(&self, position: &Self::Position) -> Outcome {
        let _ = position;
        Outcome::Loss
    }

    /// Visits each position that has `position` among its successors, as often as it has.
    fn predecessors(&self, position: &Self::Position, visit: impl FnMut(Self::Position)) {
        let _ = (position, visit);
    }

    /// The one among the positions that are alike which stands for all of them. Positions are alike if a symmetry of the
    /// game, which keeps successors, predecessors, endings and who moves again, turns one into the other.
    ///
    /// ```
    /// use retrograde::{Game, audit, solve};
    ///
    /// /// Two heaps, from one of which one or two are taken; it does not matter which heap comes first.
    /// struct TwoHeaps;
    ///
    /// impl Game for TwoHeaps {
    ///     type Position = [u32; 2];
    ///     fn ranks(&self) -> u32 { 64 }
    ///     fn rank(&self, [one, other]: &[u32; 2]) -> u32 { one * 8 + other }
    ///     fn unrank(&self, rank: u32) -> Option<[u32; 2]> { Some([rank / 8, rank % 8]) }
    ///     fn successors(&self, [one, other]: &[u32; 2], mut visit: impl FnMut([u32; 2])) {
    ///         for taken in 1..=2 {
    ///             if let Some(left) = one.checked_sub(taken) { visit([left, *other]) }
    ///             if let Some(left) = other.checked_sub(taken) { visit([*one, left]) }
    ///         }
    ///     }
    ///     fn canonical(&self, [one, other]: &[u32; 2]) -> [u32; 2] { [*one.min(other), *one.max(other)] }
    ///     fn orbit(&self, [one, other]: &[u32; 2]) -> u32 { if one == other { 1 } else { 2 } }
    /// }
    ///
    /// audit(&TwoHeaps)?;
    /// assert_eq!(solve(&TwoHeaps)?.winning_moves(&TwoHeaps, &[7, 3]), [[6, 3], [7, 1]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// How many positions are alike to this one, itself included.
    fn orbit(&self, position: &Self::Position) -> u32 {
        let _ = position;
        1
    }
}

/// How a game ends for the player to move if both play perfectly.
///
/// ```
/// use retrograde::{Outcome, Value};
/// assert_eq!(Value::Loss(0).outcome(), Outcome::Loss);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The player to move wins.
    Win,
    /// The player to move loses.
    Loss,
    /// Nobody can force a win.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
        })
    }
}

/// What a position is worth to the player to move. A distance counts plies, single moves, to the end: the winner takes the
/// shortest way, the loser the longest. It is 0 where the game has ended.
///
/// Values are ordered for lists, wins first and by distance, and not by what a player would rather have.
///
/// ```
/// use retrograde::Value;
///
/// assert_eq!(Value::Win(19).plies(), Some(19));
/// assert_eq!(Value::Draw.to_string(), "draw");
/// assert_eq!(Value::Win(1).to_string(), "win in 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// Won in so many plies.
    Win(u16),
    /// Lost in so many plies.
    Loss(u16),
    /// Drawn.
    Draw,
}

impl Value {
    /// Who wins, without the distance.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            Self::Win(_) => Outcome::Win,
            Self::Loss(_) => Outcome::Loss,
            Self::Draw => Outcome::Draw,
        }
    }

    /// The distance to the end, if the game ends.
    #[must_use]
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// The same for the other player.
    ///
    /// ```
    /// use retrograde::Value;
    /// assert_eq!(Value::Win(3).for_the_other(), Value::Loss(3));
    /// ```
    #[must_use]
    pub fn for_the_other(self) -> Self {
        match self {
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
        }
    }

    /// The value of a position in which the game is over.
    pub(crate) fn at_the_end(ending: Outcome) -> Self {
        match ending {
            Outcome::Win => Self::Win(0),
            Outcome::Loss => Self::Loss(0),
            Outcome::Draw => Self::Draw,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(out, "win in {plies}"),
            Self::Loss(plies) => write!(out, "loss in {plies}"),
            Self::Draw => write!(out, "draw"),
        }
    }
}
