//! What the values of positions say: the same for a solution in memory, in a file, and in a folder.

use std::fmt::Debug;
use std::ops::Range;

use crate::error::{Error, ErrorKind};
use crate::game::{Game, Ranked, checked_rank};
use crate::value::Value;

type Position<V> = <<V as Values>::Game as Game>::Position;

/// The values of a solved game, wherever they are, and the answers that follow from them.
///
/// Where nothing else is said, an error is [`ErrorKind::NoPosition`] if the game has no such position, and values in
/// files have further ones.
///
/// ```
/// use retrograde::{Solver, Value, Values};
/// # mod heap { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/doc/heap.rs")); }
/// # use heap::Heap;
///
/// // A heap from which a player takes one, two or three.
/// let solution = Solver::new().solve(Heap(10))?;
/// assert_eq!(solution.value(&10)?, Value::Win(5));
/// assert!(solution.value(&11).is_err());
/// assert_eq!(solution.moves(&5)?, [(4, Value::Win(3)), (3, Value::Loss(2)), (2, Value::Loss(2))]);
/// assert_eq!(solution.best_move(&10)?, Some(8));
/// assert_eq!(solution.best_moves(&8)?, [7, 6, 5]); // each loses in four
/// assert_eq!(solution.line(&10)?, [10, 8, 7, 4, 3, 0]);
/// # Ok::<(), retrograde::Error>(())
/// ```
pub trait Values {
    /// The game that is solved.
    type Game: Ranked;

    /// The game that is solved.
    fn game(&self) -> &Self::Game;

    /// The value at a rank; `None` if the rank has no canonical position, or there is no such rank.
    fn value_at(&self, rank: u64) -> Result<Option<Value>, Error>;

    /// Calls `visit` with each of these ranks that has a value. In a file that takes less time than to look up each.
    fn for_each_value(&self, ranks: Range<u64>, mut visit: impl FnMut(u64, Value)) -> Result<(), Error> {
        for rank in ranks {
            if let Some(value) = self.value_at(rank)? {
                visit(rank, value);
            }
        }
        Ok(())
    }

    /// The value of a position for the player to move. Costs one call each of [`Game::known_value`],
    /// [`Game::canonical`], [`Ranked::rank`] and [`Ranked::unrank`], and one look-up.
    fn value(&self, position: &Position<Self>) -> Result<Value, Error> {
        if let Some(known) = self.game().known_value(position) {
            return Ok(known);
        }
        let value = checked_rank(self.game(), position).map_or(Ok(None), |rank| self.value_at(rank))?;
        value.ok_or_else(|| not_a_position(position))
    }

    /// All moves in the order of [`Game::successors`], each by the position after it, with its value for the player who
    /// makes it: what the position would be worth if there were no other move. None where the value is
    /// [known](Game::known_value). [`Game::label`] names a move.
    fn moves(&self, position: &Position<Self>) -> Result<Vec<(Position<Self>, Value)>, Error> {
        let game = self.game();
        if game.known_value(position).is_some() {
            return Ok(Vec::new());
        }
        let moves = game.moves(position).into_iter().map(|successor| {
            let value = self.value(&successor)?.for_mover(game.moves_again(position, &successor));
            Ok((successor, value.before_move()))
        });
        moves.collect()
    }

    /// All best moves, in the order of [`Game::successors`]: the fastest wins of a won position, the slowest losses of
    /// a lost one, the moves of a drawn one that keep the draw. Empty if there is none, or the value is
    /// [known](Game::known_value).
    fn best_moves(&self, position: &Position<Self>) -> Result<Vec<Position<Self>>, Error> {
        let best = self.value(position)?;
        let moves = self.moves(position)?.into_iter();
        Ok(moves.filter(|(_, value)| *value == best).map(|(successor, _)| successor).collect())
    }

    /// The first of the [best moves](Self::best_moves).
    fn best_move(&self, position: &Position<Self>) -> Result<Option<Position<Self>>, Error> {
        Ok(self.best_moves(position)?.into_iter().next())
    }

    /// The positions from this one to the end of the game, or to one whose value is [known](Game::known_value), this one
    /// included, by the first of the best moves in each. The line of a draw that has no end stops where a position comes
    /// back, with that position.
    fn line(&self, position: &Position<Self>) -> Result<Vec<Position<Self>>, Error> {
        let mut line = vec![position.clone()];
        while let Some(next) = self.best_move(&line[line.len() - 1])? {
            let is_repeated = line.contains(&next);
            line.push(next);
            if is_repeated {
                break;
            }
        }
        Ok(line)
    }
}

/// The error of what has no value.
pub(crate) fn not_a_position(position: &impl Debug) -> Error {
    let text = format!("{position:?} is not a position of the game; give another one, or audit the game");
    Error::new(ErrorKind::NoPosition, text)
}
