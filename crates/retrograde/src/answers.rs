//! What the values of positions say about moves: the same for values in memory and in files.

use crate::game::Game;
use crate::value::Value;

/// All moves, each with the value that the position would have if there were no other move. None where the value is
/// known.
pub(crate) fn moves<G: Game, E>(
    game: &G,
    position: &G::Position,
    value: impl Fn(&G::Position) -> Result<Value, E>,
) -> Result<Vec<(G::Position, Value)>, E> {
    if game.known_value(position).is_some() {
        return Ok(Vec::new());
    }
    let moves = game.moves(position).into_iter().map(|successor| {
        let value = value(&successor)?.for_mover(game.moves_again(position, &successor)).before_move();
        Ok((successor, value))
    });
    moves.collect()
}

/// The moves that give a position its value.
pub(crate) fn best_moves<G: Game, E>(
    game: &G,
    position: &G::Position,
    value: impl Fn(&G::Position) -> Result<Value, E>,
) -> Result<Vec<G::Position>, E> {
    let best = value(position)?;
    let moves = moves(game, position, value)?.into_iter();
    Ok(moves.filter(|(_, value)| *value == best).map(|(successor, _)| successor).collect())
}

/// The positions from this one to the end of the game, by the first of the best moves in each; of a drawn one this
/// alone.
pub(crate) fn principal_line<G: Game, E>(
    game: &G,
    position: &G::Position,
    value: impl Fn(&G::Position) -> Result<Value, E>,
) -> Result<Vec<G::Position>, E> {
    let mut line = vec![position.clone()];
    if value(position)? != Value::Draw {
        while let Some(last) = line.last()
            && let Some(next) = best_moves(game, last, &value)?.into_iter().next()
        {
            line.push(next);
        }
    }
    Ok(line)
}
