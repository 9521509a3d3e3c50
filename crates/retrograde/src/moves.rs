//! The moves from and to a position: counted, visited, and up to symmetry.

use std::convert::Infallible;

use crate::error::SolveError;
use crate::game::{Game, Ranked, until_error};
use crate::value::Value;

/// The moves from a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outgoing {
    /// The number of moves to positions whose value is not known.
    pub(crate) inside: u64,
    /// The shortest win by a move to a known value.
    pub(crate) win: Option<u16>,
    /// The longest loss by such a move.
    pub(crate) loss: Option<u16>,
    /// Whether such a move draws.
    pub(crate) draws: bool,
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
                outgoing.add_known(value.for_mover(game.moves_again(position, &successor)).before_move());
                return Ok(());
            }
            outgoing.inside += 1;
            visit(successor)
        };
        game.successors(position, &mut until_error(&mut result, visit));
        result.map(|()| outgoing)
    }

    fn add_known(&mut self, value: Value) {
        match value {
            Value::Win(plies) => self.win = Some(self.win.map_or(plies, |win| win.min(plies))),
            Value::Loss(plies) => self.loss = self.loss.max(Some(plies)),
            Value::Draw => self.draws = true,
        }
    }

    /// Only counts the moves.
    pub(crate) fn count<G: Game>(game: &G, position: &G::Position) -> Self {
        if let Some(moves) = game.move_count(position) {
            return Self { inside: moves.into(), ..Self::default() };
        }
        let Ok(outgoing) = Self::visit(game, position, |_| Ok::<_, Infallible>(()));
        outgoing
    }
}

/// A move, or several symmetric ones, seen from the canonical position that it leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IncomingMove {
    /// The rank of the canonical position of where the move starts.
    pub(crate) from: u64,
    /// How much the move counts among all moves of that position.
    pub(crate) weight: u32,
    /// Whether the player who makes the move keeps the turn.
    pub(crate) moves_again: bool,
}

/// Finds the moves that lead to a position. Only canonical positions occur, and no moves from or to positions of known
/// value.
pub(crate) trait IncomingMoves<G: Ranked>: Sync {
    /// Visits each move that leads to the canonical position of this rank or to a symmetric one. An error is in a box,
    /// so that a result fits into a register.
    fn visit(
        &self,
        game: &G,
        rank: u64,
        visit: impl FnMut(IncomingMove) -> Result<(), Box<SolveError>>,
    ) -> Result<(), Box<SolveError>>;
}

/// Asks the game for the predecessors of a position whenever they are needed.
///
/// With symmetries, a canonical position stands for its whole orbit. Let `a` have `out` moves into the orbit of `b`,
/// and `b` have `back` predecessors in the orbit of `a`. Symmetric positions have symmetric moves, so
/// `orbit(a) * out == orbit(b) * back`: both count the moves from one orbit into the other. Therefore a position starts
/// with the weight `orbit(a)` for each of its moves, and loses the weight `orbit(b)` for each predecessor that `b`
/// visits.
pub(crate) struct OnDemand;

impl<G: Ranked> IncomingMoves<G> for OnDemand {
    #[inline]
    fn visit(
        &self,
        game: &G,
        rank: u64,
        mut visit: impl FnMut(IncomingMove) -> Result<(), Box<SolveError>>,
    ) -> Result<(), Box<SolveError>> {
        let position = game.unrank(rank).ok_or(SolveError::NoPosition { rank: Some(rank), from: Some(rank) })?;
        if game.known_value(&position).is_some() {
            // Moves to it were looked at from where they start.
            return Ok(());
        }
        let weight = game.orbit(&position);
        let mut result = Ok(());
        let visit = |predecessor| {
            let Some(from) = rank_of_predecessor(game, &predecessor) else { return Ok(()) };
            visit(IncomingMove { from, weight, moves_again: game.moves_again(&predecessor, &position) })
        };
        game.predecessors(&position, &mut until_error(&mut result, visit));
        result
    }
}

/// The rank of a predecessor's canonical position; `None` if the predecessor is to be ignored.
#[allow(
    clippy::inline_always,
    reason = "a call for each predecessor would take a quarter of the time that the L game takes"
)]
#[inline(always)]
pub(crate) fn rank_of_predecessor<G: Ranked>(game: &G, predecessor: &G::Position) -> Option<u64> {
    if game.known_value(predecessor).is_some() { None } else { game.rank(&game.canonical(predecessor)) }
}

/// A successor or predecessor up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    /// The rank of the canonical position, if it has one and its value is not known.
    pub(crate) rank: Option<u64>,
    pub(crate) known: Option<Value>,
    /// Whether the move to or from it keeps the turn.
    pub(crate) moves_again: bool,
}

impl Class {
    pub(crate) fn of_successor<G: Ranked>(game: &G, position: &G::Position, successor: &G::Position) -> Self {
        let known = game.known_value(successor);
        let rank = if known.is_some() { None } else { game.rank(&game.canonical(successor)) };
        Self { rank, known, moves_again: game.moves_again(position, successor) }
    }

    /// The successors, in the order of the game.
    pub(crate) fn of_successors<G: Ranked>(game: &G, position: &G::Position) -> Vec<Self> {
        let mut classes = Vec::new();
        game.successors(position, &mut |successor| classes.push(Self::of_successor(game, position, &successor)));
        classes
    }

    /// The predecessors that are not to be ignored, in the order of the game; `None` if more than `limit` are visited.
    pub(crate) fn of_predecessors<G: Ranked>(game: &G, position: &G::Position, limit: usize) -> Option<Vec<Self>> {
        let (mut classes, mut visited) = (Vec::new(), 0);
        game.predecessors(position, &mut |predecessor| {
            visited += 1;
            if visited <= limit
                && let Some(rank) = rank_of_predecessor(game, &predecessor)
            {
                let moves_again = game.moves_again(&predecessor, position);
                classes.push(Self { rank: Some(rank), known: None, moves_again });
            }
        });
        (visited <= limit).then_some(classes)
    }

    /// The number of moves to or from a rank that pass the turn, and that keep it, each counted `times` times.
    pub(crate) fn count(classes: &[Self], rank: u64, times: u32) -> [u64; 2] {
        [false, true].map(|moves_again| {
            let class = Self { rank: Some(rank), known: None, moves_again };
            classes.iter().filter(|other| **other == class).count() as u64 * u64::from(times)
        })
    }
}
