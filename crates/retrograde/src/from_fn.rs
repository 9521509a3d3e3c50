//! A game from closures.

use std::fmt::Debug;

use crate::game::Game;
use crate::value::Value;

/// A game from two closures: the value of a position where the game has ended, and the positions after the moves from
/// any other. The player who cannot move loses.
///
/// ```
/// use retrograde::{Solver, Value, Values, from_fn};
///
/// // A marker on a ring of ten rooms goes one or three rooms on, or two back. Who enters room 0 has won.
/// let ended = |room: &u8| (*room == 0).then_some(Value::Loss(0));
/// let game = from_fn(ended, |room| [1, 3, 8].map(|steps| (room + steps) % 10));
/// let solver = Solver::new();
/// let solution = solver.solve(solver.explore(game, [5])?)?;
/// assert_eq!(solution.best_move(&9)?, Some(0));
/// # Ok::<(), retrograde::Error>(())
/// ```
pub fn from_fn<P: Clone + PartialEq + Debug, I: IntoIterator<Item = P>>(
    known_value: impl Fn(&P) -> Option<Value> + Sync,
    moves: impl Fn(&P) -> I + Sync,
) -> impl Game<Position = P> {
    FromFn { known_value, moves, positions: std::marker::PhantomData }
}

struct FromFn<P, V, M> {
    known_value: V,
    moves: M,
    positions: std::marker::PhantomData<fn() -> P>,
}

impl<P, I, V, M> Game for FromFn<P, V, M>
where
    P: Clone + PartialEq + Debug,
    I: IntoIterator<Item = P>,
    V: Fn(&P) -> Option<Value> + Sync,
    M: Fn(&P) -> I + Sync,
{
    type Position = P;

    fn successors(&self, position: &P, visit: &mut impl FnMut(P)) {
        (self.moves)(position).into_iter().for_each(visit);
    }

    fn known_value(&self, position: &P) -> Option<Value> {
        (self.known_value)(position)
    }
}
