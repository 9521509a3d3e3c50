//! What a game tells the library.
//!
//! - Moves go to a visitor, not into an iterator: where moves come from nested loops, an iterator takes longer, 8 % for
//!   dobutsu shogi without elephants.
//! - Whether a game lists predecessors is a constant. So one call solves any game, and what a game cannot do is not
//!   compiled for it.
//! - A game is `Sync`. So one solver serves one thread and many; a game is a description, and seldom anything else.

use std::fmt::Debug;

use crate::value::{Outcome, Value};

/// A finite game of two players: its positions and the moves between them.
///
/// Required are the moves. The other methods have defaults: the player who cannot move loses, every move passes the
/// turn, no value is known beforehand, and there are no symmetries. A game that also has a formula for ranks implements
/// [`Ranked`] and can be solved at once; for any other, [`Solver::explore`](crate::Solver::explore) finds the positions
/// and numbers them. [`Solver::audit`](crate::Solver::audit) checks that the methods agree with one another.
///
/// # Threads
///
/// A game is `Sync`, because several threads may use it at once. Tables that its methods need are built when the game
/// is made, or in a [`LazyLock`](std::sync::LazyLock).
pub trait Game: Sync {
    /// A position, including whose turn it is where that matters.
    type Position: Clone + PartialEq + Debug;

    /// Whether the game lists [`predecessors`](Self::predecessors). By default it does not.
    const LISTS_PREDECESSORS: bool = false;

    /// Visits the position after each move from `position`. The same position may be visited more than once. Not called
    /// for a position whose value is [known](Self::known_value).
    ///
    /// An implementation ends in `iterator.for_each(visit)`, or calls `visit(position)` in a loop.
    fn successors(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Position));

    /// Visits each position that has `position` among its [`successors`](Self::successors), once for each such move. A
    /// game that does so sets [`LISTS_PREDECESSORS`](Self::LISTS_PREDECESSORS), and is solved without storing its
    /// moves.
    ///
    /// Of several symmetric predecessors any that has a move to `position` may be visited in place of another, if both
    /// moves keep the turn or neither does. Positions outside of the game need not be visited. Ignored are predecessors
    /// whose value is [known](Self::known_value), and those without a rank. Not called for a position whose value is
    /// known.
    fn predecessors(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Position)) {
        let _ = (position, visit);
    }

    /// The position after each move, as a list. To be called, and not to be implemented.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Position> {
        let mut moves = Vec::new();
        self.successors(position, &mut |successor| moves.push(successor));
        moves
    }

    /// The number of positions that [`successors`](Self::successors) visits, if there is a faster way to count them
    /// than to visit them all and none of them has a [known value](Self::known_value). It may be `None` for some
    /// positions only. By default it is `None` for all: they are visited.
    fn move_count(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Whether the player who moves from `from` to its successor `to` keeps the turn, so that `to` is seen by the same
    /// player. By default no move does. Each such move counts as a ply, and play in which one player keeps the turn
    /// forever is a draw.
    ///
    /// ```
    /// use retrograde::{Game, Solver, Value};
    ///
    /// /// A heap from which a player takes one or two; a player who takes two moves again.
    /// struct TakeTwo;
    ///
    /// impl Game for TakeTwo {
    ///     type Position = u32;
    ///     fn successors(&self, heap: &u32, visit: &mut impl FnMut(u32)) {
    ///         (1..=2).filter_map(|taken| heap.checked_sub(taken)).for_each(visit)
    ///     }
    ///     fn moves_again(&self, from: &u32, to: &u32) -> bool { from - to == 2 }
    /// }
    ///
    /// let solver = Solver::new();
    /// let solution = solver.solve(solver.explore(TakeTwo, [9])?)?;
    /// assert_eq!(solution.value(&2), Value::Loss(2)); // to take two leaves the same player without a move
    /// assert_eq!(solution.best_moves(&3), [1]); // take two, then the last one
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn moves_again(&self, from: &Self::Position, to: &Self::Position) -> bool {
        let _ = (from, to);
        false
    }

    /// The result for the player to move in a position without successors: by default [`Outcome::Loss`]. After a move
    /// that [keeps the turn](Self::moves_again) that is the player who made it. Its distance is 0.
    fn ending(&self, position: &Self::Position) -> Outcome {
        let _ = position;
        Outcome::Loss
    }

    /// The value of a position, for the player to move, if it is known without a look at the moves; by default `None`.
    ///
    /// That decides a position by itself, for instance with [`Value::Win(1)`](Value::Win) where the king can be
    /// captured. It also lets moves leave the game: a position that a move leads to needs no rank if its value is
    /// known, whether the game has ended there or the position belongs to a part of the game that is already
    /// solved. If it has a rank, it takes as much memory as any other, and is counted and saved. Distances are exact,
    /// whichever distances are known. Neither successors nor predecessors of a position with a known value are visited.
    ///
    /// The method is called often, with positions that `unrank` returns and with successors and predecessors. So is
    /// [`canonical`](Self::canonical), which must not panic where the value is known.
    ///
    /// ```
    /// use retrograde::{Game, Ranked, Solver, Value};
    ///
    /// /// Two kings on a board of one row and eight columns. The player to move steps to the left or to the right, and wins
    /// /// by capturing the king of the other, or by reaching the far end, where it cannot be captured at once.
    /// struct Duel;
    ///
    /// #[derive(Clone, Debug, PartialEq)]
    /// struct Kings { own: u64, other: u64 }
    ///
    /// impl Game for Duel {
    ///     type Position = Kings;
    ///     fn successors(&self, at: &Kings, visit: &mut impl FnMut(Kings)) {
    ///         // The board is turned, so that both players move from the left to the right.
    ///         let to = [at.own.wrapping_sub(1), at.own + 1].into_iter().filter(|to| *to < 8);
    ///         to.map(|to| Kings { own: 7 - at.other, other: 7 - to }).for_each(visit)
    ///     }
    ///     fn known_value(&self, at: &Kings) -> Option<Value> {
    ///         match at {
    ///             _ if at.own.abs_diff(at.other) == 1 => Some(Value::Win(1)), // the capture: no position after it is needed
    ///             Kings { other: 0, .. } => Some(Value::Loss(0)), // the other player has got through
    ///             _ => None,
    ///         }
    ///     }
    /// }
    ///
    /// impl Ranked for Duel {
    ///     fn ranks(&self) -> u64 { 64 }
    ///     fn rank(&self, at: &Kings) -> Option<u64> { Some(at.own * 8 + at.other) }
    ///     fn unrank(&self, rank: u64) -> Option<Kings> {
    ///         let at = Kings { own: rank / 8, other: rank % 8 };
    ///         (at.own != at.other).then_some(at)
    ///     }
    /// }
    ///
    /// let solution = Solver::new().solve(Duel)?;
    /// assert_eq!(solution.value(&Kings { own: 3, other: 6 }), Value::Win(5)); // the other king is driven to the edge
    /// # Ok::<(), retrograde::SolveError>(())
    /// ```
    fn known_value(&self, position: &Self::Position) -> Option<Value> {
        let _ = position;
        None
    }

    /// The representative of the positions that are symmetric to this one: the same position for all of them. By
    /// default each position represents itself.
    ///
    /// Two positions are symmetric if a symmetry of the game takes one to the other. It takes successors to successors,
    /// and keeps who moves again, which values are known, and how the game ends.
    ///
    /// The method is called with positions from [`Ranked::unrank`], and with successors and predecessors just as the
    /// game visits them: any of the symmetric positions may come. [`Ranked`] has an example.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// The number of positions that are symmetric to this one, itself included: those with the same
    /// [`canonical`](Self::canonical) position. By default 1.
    fn orbit(&self, position: &Self::Position) -> u32 {
        let _ = position;
        1
    }
}

/// A game with a formula that numbers its positions, and finds a position by its number.
///
/// Only [canonical](Game::canonical) positions need a rank, so a game that can number the classes of symmetric
/// positions takes memory for these alone. Where only a formula for all positions is known,
/// [`Solver::subset`](crate::Solver::subset) does the same at the price of a bit for each of them.
///
/// Here is a game with ranks, predecessors and a symmetry:
///
/// ```
/// use retrograde::{Check, Game, Ranked, Solver, Value};
///
/// /// A cat and a mouse on a row of rooms. Who moves enters a room next door; the cat wins where it meets the mouse. The
/// /// symmetry is to see the row from its other end.
/// struct Row { rooms: u64 }
///
/// #[derive(Clone, Debug, PartialEq, PartialOrd)]
/// struct Chase { cat: u64, mouse: u64, cat_moves: bool }
///
/// impl Row {
///     fn step(&self, at: &Chase, cat_steps: bool) -> Vec<Chase> {
///         let from = if cat_steps { at.cat } else { at.mouse };
///         let rooms = [from.wrapping_sub(1), from + 1].into_iter().filter(|to| *to < self.rooms);
///         let moved = |to| if cat_steps { Chase { cat: to, ..*at } } else { Chase { mouse: to, ..*at } };
///         rooms.map(|to| Chase { cat_moves: !at.cat_moves, ..moved(to) }).collect()
///     }
///     fn mirrored(&self, at: &Chase) -> Chase {
///         let [cat, mouse] = [at.cat, at.mouse].map(|room| self.rooms - 1 - room);
///         Chase { cat, mouse, ..*at }
///     }
/// }
///
/// impl Game for Row {
///     type Position = Chase;
///     const LISTS_PREDECESSORS: bool = true;
///     fn successors(&self, at: &Chase, visit: &mut impl FnMut(Chase)) {
///         self.step(at, at.cat_moves).into_iter().for_each(visit);
///     }
///     fn predecessors(&self, at: &Chase, visit: &mut impl FnMut(Chase)) {
///         self.step(at, !at.cat_moves).into_iter().for_each(visit); // who does not move now has moved before
///     }
///     fn known_value(&self, at: &Chase) -> Option<Value> {
///         (at.cat == at.mouse).then_some(if at.cat_moves { Value::Win(0) } else { Value::Loss(0) })
///     }
///     fn canonical(&self, at: &Chase) -> Chase {
///         let mirrored = self.mirrored(at);
///         if mirrored < *at { mirrored } else { at.clone() }
///     }
///     fn orbit(&self, at: &Chase) -> u32 { if self.mirrored(at) == *at { 1 } else { 2 } }
/// }
///
/// impl Ranked for Row {
///     fn ranks(&self) -> u64 { self.rooms * self.rooms * 2 }
///     fn rank(&self, at: &Chase) -> Option<u64> {
///         Some((at.cat * self.rooms + at.mouse) * 2 + u64::from(at.cat_moves))
///     }
///     fn unrank(&self, rank: u64) -> Option<Chase> {
///         let rooms = rank / 2;
///         Some(Chase { cat: rooms / self.rooms, mouse: rooms % self.rooms, cat_moves: rank % 2 == 1 })
///     }
/// }
///
/// let solver = Solver::new();
/// solver.audit(&Row { rooms: 6 })?;
/// let solution = solver.solve(Row { rooms: 6 })?;
/// assert_eq!(solver.verify(&solution)?, Check::Successors); // no position is drawn
/// assert_eq!(solution.value(&Chase { cat: 0, mouse: 2, cat_moves: false }), Value::Loss(8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "the positions of `{Self}` have no numbers",
    label = "a game that is not `Ranked`",
    note = "have `Solver::explore(game, starts)` find all positions and number them, or implement `Ranked`"
)]
pub trait Ranked: Game {
    /// The number of ranks: every rank is below it.
    fn ranks(&self) -> u64;

    /// The rank of a canonical position, different for each; `None` for what is not a position of the game.
    ///
    /// It is called with the canonical position of whatever `unrank`, `successors` and `predecessors` yield, also if
    /// the [value is known](Game::known_value): it must not panic then, and may well return `None`. For any other
    /// successor `None` is an error; such a predecessor is ignored.
    fn rank(&self, position: &Self::Position) -> Option<u64>;

    /// The position with this rank, or `None` if no position has it: a hole, which costs as much memory as a position
    /// does unless a [`Subset`](crate::Subset) leaves it out. A position that is not canonical is a hole too. The audit
    /// counts symmetric positions, so either all of them have ranks or only the canonical ones.
    fn unrank(&self, rank: u64) -> Option<Self::Position>;
}

/// Implements [`Game`] by another game that a type holds. Where the type has fewer positions, the predecessors outside
/// of it have no rank.
macro_rules! forward_game {
    ($type:ty, |$outer:ident| $inner:expr $(, where $($bound:tt)+)?) => {
        impl<G: Game> Game for $type $(where $($bound)+)? {
            type Position = G::Position;
            const LISTS_PREDECESSORS: bool = G::LISTS_PREDECESSORS;

            #[inline]
            fn successors(&self, position: &G::Position, visit: &mut impl FnMut(G::Position)) {
                let $outer = self;
                $inner.successors(position, visit);
            }

            #[inline]
            fn predecessors(&self, position: &G::Position, visit: &mut impl FnMut(G::Position)) {
                let $outer = self;
                $inner.predecessors(position, visit);
            }

            #[inline]
            fn move_count(&self, position: &G::Position) -> Option<u32> {
                let $outer = self;
                $inner.move_count(position)
            }

            #[inline]
            fn moves_again(&self, from: &G::Position, to: &G::Position) -> bool {
                let $outer = self;
                $inner.moves_again(from, to)
            }

            #[inline]
            fn ending(&self, position: &G::Position) -> Outcome {
                let $outer = self;
                $inner.ending(position)
            }

            #[inline]
            fn known_value(&self, position: &G::Position) -> Option<Value> {
                let $outer = self;
                $inner.known_value(position)
            }

            #[inline]
            fn canonical(&self, position: &G::Position) -> G::Position {
                let $outer = self;
                $inner.canonical(position)
            }

            #[inline]
            fn orbit(&self, position: &G::Position) -> u32 {
                let $outer = self;
                $inner.orbit(position)
            }
        }
    };
}
pub(crate) use forward_game;

forward_game!(&G, |game| (**game));

#[diagnostic::do_not_recommend]
impl<G: Ranked> Ranked for &G {
    #[inline]
    fn ranks(&self) -> u64 {
        (**self).ranks()
    }

    #[inline]
    fn rank(&self, position: &G::Position) -> Option<u64> {
        (**self).rank(position)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<G::Position> {
        (**self).unrank(rank)
    }
}

/// Makes a visitor that keeps the first error of `visit` in `result`, and does nothing from then on.
#[inline]
pub(crate) fn until_error<P, E>(
    result: &mut Result<(), E>,
    mut visit: impl FnMut(P) -> Result<(), E>,
) -> impl FnMut(P) {
    move |position| {
        if result.is_ok() {
            *result = visit(position);
        }
    }
}

/// The first rank that has a position, canonical or not.
pub(crate) fn first_position<G: Ranked>(game: &G) -> Option<u64> {
    (0..game.ranks()).find(|rank| game.unrank(*rank).is_some())
}

/// The position of a rank, if it is canonical.
pub(crate) fn canonical_position<G: Ranked>(game: &G, rank: u64) -> Option<G::Position> {
    game.unrank(rank).filter(|position| game.canonical(position) == *position)
}
