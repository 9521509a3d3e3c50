//! The moves from a position, as the solver sees them.

use crate::game::{Game, until_error};
use crate::value::Value;

/// What moves to positions of known value mean for the player who makes them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct KnownMoves {
    /// The shortest win by such a move.
    pub(crate) win: Option<u16>,
    /// The longest loss by such a move.
    pub(crate) loss: Option<u16>,
    /// Whether such a move draws.
    pub(crate) draws: bool,
}

impl KnownMoves {
    /// Adds a move after which the value is this one for the player who made it.
    fn add(&mut self, value: Value) {
        // A distance that grows beyond what the type holds is too long for a solution already.
        match value {
            Value::Win(plies) => {
                let plies = plies.saturating_add(1);
                self.win = Some(self.win.map_or(plies, |win| win.min(plies)));
            }
            Value::Loss(plies) => self.loss = self.loss.max(Some(plies.saturating_add(1))),
            Value::Draw => self.draws = true,
        }
    }
}

/// The moves from a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outgoing {
    /// The number of moves to positions whose value is not known.
    pub(crate) inside: u64,
    pub(crate) known: KnownMoves,
}

impl Outgoing {
    /// Looks at all moves, and calls `visit` with each successor whose value is not known.
    pub(crate) fn visit<G: Game, E>(
        game: &G,
        position: &G::Position,
        mut visit: impl FnMut(G::Position) -> Result<(), E>,
    ) -> Result<Self, E> {
        let (mut outgoing, mut result) = (Self::default(), Ok(()));
        let visit = |successor| {
            if let Some(value) = game.known_value(&successor) {
                outgoing.known.add(value.for_mover(game.moves_again(position, &successor)));
                return Ok(());
            }
            outgoing.inside += 1;
            visit(successor)
        };
        game.successors(position, &mut until_error(&mut result, visit));
        result.map(|()| outgoing)
    }

    /// Only counts the moves.
    pub(crate) fn count<G: Game>(game: &G, position: &G::Position) -> Self {
        if let Some(moves) = game.move_count(position) {
            return Self { inside: moves.into(), known: KnownMoves::default() };
        }
        let Ok(outgoing) = Self::visit(game, position, |_| Ok::<_, std::convert::Infallible>(()));
        outgoing
    }
}
