//! The solved game, and the choice of a move.

use std::alloc::{Layout, handle_alloc_error};
use std::sync::LazyLock;

use retrograde::{ErrorKind, Ranked, Solution, Solver, Value, Values};

use crate::game::LGame;
use crate::rules::Position;

/// The solution of the game, which the first call finds: that takes less than a millisecond and some hundred KiB.
/// Without that memory the process ends, as it does wherever the standard library finds none.
///
/// ```
/// use lgame::solution;
/// use retrograde::Value;
///
/// assert_eq!(solution().counts()[&Value::Loss(0)], 120);
/// ```
///
/// # Panics
///
/// Never: the game is consistent, as an audit in the tests shows.
pub fn solution() -> &'static Solution<LGame> {
    static SOLUTION: LazyLock<Solution<LGame>> = LazyLock::new(|| match Solver::new().solve(LGame) {
        Ok(solution) => solution,
        Err(error) if error.kind() == ErrorKind::Memory => {
            let bytes = usize::try_from(Solver::bytes::<LGame>(LGame.ranks())).ok();
            let layout = bytes.and_then(|bytes| Layout::array::<u8>(bytes).ok());
            handle_alloc_error(layout.unwrap_or(Layout::new::<u8>()))
        }
        Err(inconsistent) => panic!("{inconsistent}"),
    });
    &SOLUTION
}

/// The value of a position for the player to move.
///
/// ```
/// use lgame::{Position, value};
/// use retrograde::Value;
///
/// let position = Position::parse([*b"...x", *b"###.", *b"#***", *b"x..*"]).expect("a legal position");
/// assert_eq!(value(position), Value::Draw);
/// ```
///
/// # Panics
///
/// Never: every position is one of the game. The same holds for all functions here.
pub fn value(position: Position) -> Value {
    solution().get(&position).expect("every position is one of the game")
}

/// All moves of a position in the order of the rules: the position after each, seen by the opponent, and the value that
/// the position would have if there were no other move.
///
/// # Panics
///
/// Never.
pub fn moves(position: Position) -> Vec<(Position, Value)> {
    solution().moves(&position).expect("every position is one of the game")
}

/// Chooses a move, the same on every machine: the position after it, still seen by the player who makes it, or `None`
/// if that player cannot move.
///
/// Of the best moves, those that leave the neutral pieces where they are take precedence, and of those the one whose
/// grid comes first in lexicographic order.
///
/// ```
/// use lgame::{Position, choose};
///
/// let position = Position::parse([*b".***", *b"#*.x", *b"###.", *b"x..."]).expect("a legal position");
/// let after = choose(position).map(Position::grid);
/// assert_eq!(after, Some([*b".***", *b"x*#x", *b"###.", *b"...."]));
/// ```
///
/// # Panics
///
/// Never.
pub fn choose(position: Position) -> Option<Position> {
    let best = solution().best_moves(&position).expect("every position is one of the game");
    let best = best.into_iter().map(Position::swapped);
    best.min_by_key(|after| (after.neutrals() != position.neutrals(), after.grid()))
}

/// The positions from this one to the end of the game if both players make the [chosen](choose) moves, each seen by the
/// player to move. A drawn game has no end, so its line is the position alone.
///
/// ```
/// use lgame::{Position, best_line};
///
/// let position = Position::parse([*b".***", *b"#*.x", *b"###.", *b"x..."]).expect("a legal position");
/// assert_eq!(best_line(position).len(), 1 + 5); // won with the fifth move
/// ```
pub fn best_line(position: Position) -> Vec<Position> {
    let mut line = vec![position];
    if value(position) != Value::Draw {
        while let Some(after) = line.last().and_then(|&last| choose(last)) {
            line.push(after.swapped());
        }
    }
    line
}

/// All positions, ordered by rank.
pub(crate) fn positions() -> impl Iterator<Item = Position> {
    (0..LGame.ranks()).filter_map(|rank| LGame.unrank(rank))
}
