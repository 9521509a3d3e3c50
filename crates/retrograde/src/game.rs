//! What a game tells the library.
//!
//! Moves go to a visitor, not into an iterator, which would take longer where moves come from nested loops: 8 % for
//! dobutsu shogi without elephants. Whether a game lists predecessors is a constant, so that what a game cannot do is
//! not compiled for it.

use std::fmt::Debug;

use crate::part::Part;
use crate::value::{Outcome, Value};

/// A finite game of two players: its positions and the moves between them.
///
/// Required are the moves. By default the player who cannot move loses, every move passes the turn, no value is known
/// beforehand, and there are no symmetries. A game with a formula for ranks implements [`Ranked`] and can be solved at
/// once; for any other, [`Solver::explore`](crate::Solver::explore) numbers the positions.
/// [`Solver::audit`](crate::Solver::audit) checks that the methods agree with one another.
///
/// A game is `Sync`, because several threads may use it at once. Tables that its methods need are built when the game
/// is made, or in a [`LazyLock`](std::sync::LazyLock).
pub trait Game: Sync {
    /// A position, including whose turn it is where that matters.
    type Position: Clone + PartialEq + Debug;

    /// Whether the game lists [`predecessors`](Self::predecessors).
    const LISTS_PREDECESSORS: bool = false;

    /// Visits the position after each move from `position`, in `iterator.for_each(visit)` or by `visit(position)` in a
    /// loop. The same position may be visited more than once. Not called where the value is
    /// [known](Self::known_value).
    fn successors(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Position));

    /// Visits each position that has `position` among its [`successors`](Self::successors), once for each such move. A
    /// game that does so sets [`LISTS_PREDECESSORS`](Self::LISTS_PREDECESSORS), and is solved without storing its
    /// moves. Not called where the value is [known](Self::known_value).
    ///
    /// Of several symmetric predecessors any that has a move to `position` may be visited in place of another, if both
    /// moves keep the turn or neither does. Ignored are predecessors whose value is known, and those without a rank,
    /// so that positions outside of the game may be visited or not. Where a game has [parts](Ranked::parts), those in
    /// the same part are enough.
    fn predecessors(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Position)) {
        let _ = (position, visit);
    }

    /// The position after each move, as a list. To be called, and not to be implemented.
    fn moves(&self, position: &Self::Position) -> Vec<Self::Position> {
        let mut moves = Vec::new();
        self.successors(position, &mut |successor| moves.push(successor));
        moves
    }

    /// How a move is called, such as `e2-e4`. By default, by the position after it.
    fn label(&self, from: &Self::Position, to: &Self::Position) -> String {
        let _ = from;
        format!("{to:?}")
    }

    /// The number of positions that [`successors`](Self::successors) visits, for some positions or all, if there is a
    /// faster way to count them than to visit them, and none of them has a [known value](Self::known_value) or belongs
    /// to another [part](Ranked::parts).
    fn move_count(&self, position: &Self::Position) -> Option<u32> {
        let _ = position;
        None
    }

    /// Whether the player who moves from `from` to its successor `to` keeps the turn, so that `to` is seen by the same
    /// player. Each such move counts as a ply, and play in which one player keeps the turn forever is a draw.
    fn moves_again(&self, from: &Self::Position, to: &Self::Position) -> bool {
        let _ = (from, to);
        false
    }

    /// The result for the player to move in a position without successors, at a distance of 0. After a move that
    /// [keeps the turn](Self::moves_again) that is the player who made it.
    fn ending(&self, position: &Self::Position) -> Outcome {
        let _ = position;
        Outcome::Loss
    }

    /// The value of a position, for the player to move, if it is known without a look at the moves.
    ///
    /// That decides a position by itself, for instance with [`Value::Win(1)`](Value::Win) where the king can be
    /// captured, so that no position after the capture is needed. It also lets moves leave the game: a position needs
    /// no rank if its value is known, whether the game has ended there or the position belongs to a part of the game
    /// that is already solved. If it has a rank, it takes as much memory as any other, and is counted and saved.
    /// Distances are exact, whichever distances are known.
    ///
    /// The method is called often, with positions that `unrank` returns and with successors and predecessors. So is
    /// [`canonical`](Self::canonical), which must not panic where the value is known.
    fn known_value(&self, position: &Self::Position) -> Option<Value> {
        let _ = position;
        None
    }

    /// The representative of the positions that are symmetric to this one: the same position for all of them, such as
    /// the [least](Self::least_image). By default each position represents itself.
    ///
    /// Two positions are symmetric if a symmetry of the game takes one to the other. It takes successors to successors,
    /// and keeps who moves again, which values are known, and how the game ends. The method is called with positions
    /// from [`Ranked::unrank`], and with successors and predecessors just as the game visits them.
    fn canonical(&self, position: &Self::Position) -> Self::Position {
        position.clone()
    }

    /// Visits the image of a position under each symmetry of the game but the identity, once for each symmetry.
    /// [`least_image`](Self::least_image) and [`orbit`](Self::orbit) follow; a game that has faster ways to both needs
    /// no images.
    fn images(&self, position: &Self::Position, visit: &mut impl FnMut(Self::Position)) {
        let _ = (position, visit);
    }

    /// The least of a position and its [images](Self::images). To be called by [`canonical`](Self::canonical), and not
    /// to be implemented.
    fn least_image(&self, position: &Self::Position) -> Self::Position
    where
        Self::Position: Ord,
    {
        let mut least = position.clone();
        self.images(position, &mut |image| {
            if image < least {
                least = image;
            }
        });
        least
    }

    /// The number of positions that are symmetric to this one, itself included: those with the same
    /// [`canonical`](Self::canonical) position.
    fn orbit(&self, position: &Self::Position) -> u32 {
        let (mut symmetries, mut keeping) = (1, 1);
        self.images(position, &mut |image| {
            symmetries += 1;
            keeping += u32::from(image == *position);
        });
        symmetries / keeping
    }
}

/// A game with a formula that numbers its positions, and finds a position by its number.
///
/// Only [canonical](Game::canonical) positions need a rank, so a game that can number the classes of symmetric
/// positions takes memory for these alone. Where only a formula for all positions is known,
/// [`Solver::reachable`](crate::Solver::reachable) does the same at the price of a bit for each of them.
///
/// ```
/// use retrograde::{Game, Ranked, Solver, Value, Values};
///
/// /// Two heaps of at most this size. A player takes any number from one of them. The symmetry is to swap the heaps.
/// struct TwoHeaps(u64);
///
/// impl Game for TwoHeaps {
///     type Position = [u64; 2];
///     const LISTS_PREDECESSORS: bool = true;
///     fn successors(&self, &[a, b]: &[u64; 2], visit: &mut impl FnMut([u64; 2])) {
///         (0..a).map(|fewer| [fewer, b]).chain((0..b).map(|fewer| [a, fewer])).for_each(visit)
///     }
///     fn predecessors(&self, &[a, b]: &[u64; 2], visit: &mut impl FnMut([u64; 2])) {
///         (a + 1..=self.0).map(|more| [more, b]).chain((b + 1..=self.0).map(|more| [a, more])).for_each(visit)
///     }
///     fn images(&self, &[a, b]: &[u64; 2], visit: &mut impl FnMut([u64; 2])) { visit([b, a]) }
///     fn canonical(&self, heaps: &[u64; 2]) -> [u64; 2] { self.least_image(heaps) }
/// }
///
/// impl Ranked for TwoHeaps {
///     fn ranks(&self) -> u64 { (self.0 + 1).pow(2) }
///     fn rank(&self, [a, b]: &[u64; 2]) -> Option<u64> { Some(a * (self.0 + 1) + b) }
///     fn unrank(&self, rank: u64) -> Option<[u64; 2]> { Some([rank / (self.0 + 1), rank % (self.0 + 1)]) }
/// }
///
/// let solver = Solver::new();
/// solver.audit(&TwoHeaps(9))?;
/// let solution = solver.solve(TwoHeaps(9))?;
/// solver.verify(&solution)?;
/// assert_eq!(solution.value(&[7, 7])?, Value::Loss(14)); // the opponent makes the heaps equal again and again
/// # Ok::<(), retrograde::Error>(())
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
    /// It is called with the canonical position of whatever `unrank`, `successors` and `predecessors` yield, even if
    /// the [value is known](Game::known_value): it must not panic then, and may well return `None`. For any other
    /// successor `None` is an error; such a predecessor is ignored.
    fn rank(&self, position: &Self::Position) -> Option<u64>;

    /// The position with this rank, or `None` if no position has it: a hole, which costs as much memory as a position
    /// does unless a [`Subset`](crate::Subset) leaves it out. A position that is not canonical is a hole too. The audit
    /// counts symmetric positions, so either all of them have ranks or only the canonical ones.
    fn unrank(&self, rank: u64) -> Option<Self::Position>;

    /// The parts of the game in an order in which they can be solved. By default all of it is one part.
    fn parts(&self) -> Vec<Part> {
        vec![Part::whole(self.ranks())]
    }

    /// The number of the part that a position belongs to, whose value is not [known](Game::known_value), if there is a
    /// faster way to tell than by its rank.
    fn part_of(&self, position: &Self::Position) -> Option<usize> {
        let _ = position;
        None
    }
}

/// Implements methods by the methods of another value.
macro_rules! forward {
    ($self:ident => $inner:expr; $($name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(#[inline]
        fn $name(&$self, $($argument: $type),*) $(-> $result)? {
            $inner.$name($($argument),*)
        })*
    };
}
pub(crate) use forward;

/// Implements [`Game`] by another game that a type holds. Where the type has fewer positions, the predecessors outside
/// of it have no rank.
macro_rules! forward_game {
    ($type:ty, $self:ident => $inner:expr $(, where $($bound:tt)+)?) => {
        impl<G: Game> Game for $type $(where $($bound)+)? {
            type Position = G::Position;
            const LISTS_PREDECESSORS: bool = G::LISTS_PREDECESSORS;

            $crate::game::forward! {
                $self => $inner;
                successors(position: &G::Position, visit: &mut impl FnMut(G::Position));
                label(from: &G::Position, to: &G::Position) -> String;
                predecessors(position: &G::Position, visit: &mut impl FnMut(G::Position));
                move_count(position: &G::Position) -> Option<u32>;
                moves_again(from: &G::Position, to: &G::Position) -> bool;
                ending(position: &G::Position) -> Outcome;
                known_value(position: &G::Position) -> Option<Value>;
                canonical(position: &G::Position) -> G::Position;
                orbit(position: &G::Position) -> u32;
            }
        }
    };
}
pub(crate) use forward_game;

forward_game!(&G, self => (**self));

#[diagnostic::do_not_recommend]
impl<G: Ranked> Ranked for &G {
    forward! {
        self => (**self);
        ranks() -> u64;
        rank(position: &G::Position) -> Option<u64>;
        unrank(rank: u64) -> Option<G::Position>;
        parts() -> Vec<Part>;
        part_of(position: &G::Position) -> Option<usize>;
    }
}

/// Whether a position represents itself.
pub(crate) fn is_canonical<G: Game>(game: &G, position: &G::Position) -> bool {
    game.canonical(position) == *position
}

/// The rank of the canonical form of a position, unless the rank is another position's.
pub(crate) fn checked_rank<G: Ranked>(game: &G, position: &G::Position) -> Option<u64> {
    let canonical = game.canonical(position);
    let rank = game.rank(&canonical).filter(|rank| *rank < game.ranks())?;
    (game.unrank(rank) == Some(canonical)).then_some(rank)
}
