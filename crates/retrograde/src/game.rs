//! What a game tells the library.
//!
//! - Predecessors are a trait of their own. So the compiler knows whether a game lists them, and a game that does not
//!   cannot be solved as if it did.
//! - A game is `Sync`. So one solver serves one thread and many; a game is a description, and seldom anything else.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::value::{Outcome, Value};

/// A finite game of two players: its positions and the moves between them.
///
/// Required are the moves. The other methods have defaults: the player who cannot move loses, every move passes the
/// turn, no value is known beforehand, and there are no symmetries. A game that also has a formula for ranks implements
/// [`Ranked`] and can be solved at once; for any other, [`Explored`](crate::Explored) finds the positions and numbers
/// them. [`audit`](crate::audit()) checks that the methods agree with one another.
///
/// # Visitors
///
/// [`successors`](Self::successors) calls `visit` for each position and stops as soon as `visit` returns
/// [`ControlFlow::Break`], which it returns; otherwise it returns [`ControlFlow::Continue`]. So an implementation ends
/// in `iterator.try_for_each(visit)`, or calls `visit(position)?` and ends in `ControlFlow::Continue(())`, and the
/// library need not look at the remaining moves once it knows enough.
///
/// # Threads
///
/// A game is `Sync`, because several threads may use it at once. Tables that its methods need are built when the game
/// is made, or in a [`LazyLock`](std::sync::LazyLock).
pub trait Game: Sync {
    /// A position, including whose turn it is where that matters.
    type Position: Clone + PartialEq + Debug;

    /// Visits the position after each move from `position`, until `visit` breaks. The same position may be visited more
    /// than once. Not called for a position whose value is [known](Self::known_value).
    fn successors(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

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
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{Explored, Game, Value, solve};
    ///
    /// /// A heap from which a player takes one or two; a player who takes two moves again.
    /// struct TakeTwo;
    ///
    /// impl Game for TakeTwo {
    ///     type Position = u32;
    ///     fn successors(&self, heap: &u32, visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
    ///         (1..=2).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
    ///     }
    ///     fn moves_again(&self, from: &u32, to: &u32) -> bool { from - to == 2 }
    /// }
    ///
    /// let solution = solve(Explored::new(TakeTwo, [9])?)?;
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
    /// known, be it that the game has ended there or that the position belongs to a part of the game that is already
    /// solved. If it has a rank, it takes as much memory as any other, and is counted and saved. Distances are exact,
    /// whichever distances are known. Neither successors nor predecessors of a position with a known value are visited.
    ///
    /// The method is called often, with positions that `unrank` returns and with successors and predecessors. So is
    /// [`canonical`](Self::canonical), which must not panic where the value is known.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{Game, Ranked, Value, solve};
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
    ///     fn successors(&self, at: &Kings, visit: impl FnMut(Kings) -> ControlFlow<()>) -> ControlFlow<()> {
    ///         // The board is turned, so that both players move from the left to the right.
    ///         let to = [at.own.wrapping_sub(1), at.own + 1].into_iter().filter(|to| *to < 8);
    ///         to.map(|to| Kings { own: 7 - at.other, other: 7 - to }).try_for_each(visit)
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
    ///     fn rank(&self, at: &Kings) -> u64 { at.own * 8 + at.other }
    ///     fn unrank(&self, rank: u64) -> Option<Kings> {
    ///         let at = Kings { own: rank / 8, other: rank % 8 };
    ///         (at.own != at.other).then_some(at)
    ///     }
    /// }
    ///
    /// let solution = solve(Duel)?;
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
    /// game visits them: any of the symmetric positions may come.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use retrograde::{Game, Ranked, audit, solve};
    ///
    /// /// Two heaps: a player takes one or two from either. Exchanging the heaps is a symmetry.
    /// struct TwoHeaps;
    ///
    /// impl Game for TwoHeaps {
    ///     type Position = [u64; 2];
    ///     fn successors(&self, [a, b]: &[u64; 2], mut visit: impl FnMut([u64; 2]) -> ControlFlow<()>) -> ControlFlow<()> {
    ///         for taken in 1..=2 {
    ///             if let Some(left) = a.checked_sub(taken) { visit([left, *b])? }
    ///             if let Some(left) = b.checked_sub(taken) { visit([*a, left])? }
    ///         }
    ///         ControlFlow::Continue(())
    ///     }
    ///     fn canonical(&self, [a, b]: &[u64; 2]) -> [u64; 2] { [*a.min(b), *a.max(b)] }
    ///     fn orbit(&self, [a, b]: &[u64; 2]) -> u32 { if a == b { 1 } else { 2 } }
    /// }
    ///
    /// impl Ranked for TwoHeaps {
    ///     fn ranks(&self) -> u64 { 64 }
    ///     fn rank(&self, [a, b]: &[u64; 2]) -> u64 { a * 8 + b }
    ///     fn unrank(&self, rank: u64) -> Option<[u64; 2]> { Some([rank / 8, rank % 8]) }
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
/// [`Subset::canonical`](crate::Subset::canonical) does the same at the price of a bit for each of them.
#[diagnostic::on_unimplemented(
    message = "the positions of `{Self}` have no numbers",
    label = "a game that is not `Ranked`",
    note = "wrap it in `Explored::new(game, starts)`, which finds all positions and numbers them, or implement `Ranked`"
)]
pub trait Ranked: Game {
    /// The number of ranks: every rank is below it.
    fn ranks(&self) -> u64;

    /// The rank of a canonical position, different for each; [`NO_RANK`] for what is not a position of the game.
    ///
    /// It is called with the canonical position of whatever `unrank`, `successors` and `predecessors` yield, also if
    /// the [value is known](Game::known_value): it must not panic then, and may well return `NO_RANK`. For any other
    /// successor `NO_RANK` is an error; such a predecessor is ignored.
    fn rank(&self, position: &Self::Position) -> u64;

    /// The position with this rank, or `None` if no position has it: a hole, which costs as much memory as a position
    /// does unless a [`Subset`](crate::Subset) leaves it out. A position that is not canonical is a hole too. The audit
    /// counts symmetric positions, so either all of them have ranks or only the canonical ones.
    fn unrank(&self, rank: u64) -> Option<Self::Position>;
}

/// What [`Ranked::rank`] returns for what is not a position of the game.
pub const NO_RANK: u64 = u64::MAX;

/// A game that can list the predecessors of a position.
///
/// [`solve_with_predecessors`](crate::solve_with_predecessors()) solves such a game without storing its graph.
/// [`audit_with_predecessors`](crate::audit_with_predecessors()) checks that successors and predecessors agree.
pub trait Predecessors: Game {
    /// Visits each position that has `position` among its [`successors`](Game::successors), once for each such move,
    /// until `visit` breaks.
    ///
    /// Of several symmetric predecessors any that has a move to `position` may be visited in place of another, if both
    /// moves keep the turn or neither does. Positions outside of the game need not be visited. Ignored are predecessors
    /// whose [value is known](Game::known_value), and those whose rank is [`NO_RANK`]. Not called for a position whose
    /// value is known.
    fn predecessors(
        &self,
        position: &Self::Position,
        visit: impl FnMut(Self::Position) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}

/// Implements [`Game`], and [`Predecessors`] if the other has them, by another game that a type holds. Where the type
/// has fewer positions, the predecessors outside of it have [no rank](NO_RANK).
macro_rules! forward_game {
    ($type:ty, |$outer:ident| $inner:expr $(, where $($bound:tt)+)?) => {
        impl<G: Game> Game for $type $(where $($bound)+)? {
            type Position = G::Position;

            #[inline]
            fn successors(
                &self,
                position: &G::Position,
                visit: impl FnMut(G::Position) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                let $outer = self;
                $inner.successors(position, visit)
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

        impl<G: Predecessors> Predecessors for $type $(where $($bound)+)? {
            #[inline]
            fn predecessors(
                &self,
                position: &G::Position,
                visit: impl FnMut(G::Position) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                let $outer = self;
                $inner.predecessors(position, visit)
            }
        }
    };
}
pub(crate) use forward_game;

forward_game!(&G, |game| (**game));

impl<G: Ranked> Ranked for &G {
    #[inline]
    fn ranks(&self) -> u64 {
        (**self).ranks()
    }

    #[inline]
    fn rank(&self, position: &G::Position) -> u64 {
        (**self).rank(position)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Option<G::Position> {
        (**self).unrank(rank)
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

/// The first rank that has a position, canonical or not.
pub(crate) fn first_position<G: Ranked>(game: &G) -> Option<u64> {
    (0..game.ranks()).find(|rank| game.unrank(*rank).is_some())
}

/// The position of a rank, if it is canonical.
pub(crate) fn canonical_position<G: Ranked>(game: &G, rank: u64) -> Option<G::Position> {
    game.unrank(rank).filter(|position| game.canonical(position) == *position)
}
