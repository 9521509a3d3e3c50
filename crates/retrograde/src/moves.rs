//! The moves from and to a position: counted, visited, and up to symmetry.

use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::region::{Place, Region, rank_of_predecessor};
use crate::value::{Outcome, Value};

/// The moves from a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outgoing {
    /// The number of moves to ranks of the region.
    pub(crate) inside: u64,
    /// The shortest win by a move to a known value.
    pub(crate) win: Option<u16>,
    /// The longest loss by such a move.
    pub(crate) loss: Option<u16>,
    /// Whether such a move draws.
    pub(crate) draws: bool,
}

impl Outgoing {
    fn add_known(&mut self, value: Value, moves_again: bool) {
        match value.for_mover(moves_again).before_move() {
            Value::Win(plies) => self.win = Some(self.win.map_or(plies, |win| win.min(plies))),
            Value::Loss(plies) => self.loss = self.loss.max(Some(plies)),
            Value::Draw => self.draws = true,
        }
    }

    /// The value of a position without a move to a rank of the region.
    pub(crate) fn value(self, ending: impl FnOnce() -> Outcome) -> Value {
        match self {
            Self { win: Some(plies), .. } => Value::Win(plies),
            Self { draws: true, .. } => Value::Draw,
            Self { loss: Some(plies), .. } => Value::Loss(plies),
            _ => Value::of_ending(ending()),
        }
    }
}

impl<G: Ranked> Region<'_, G> {
    /// Looks at all moves, and calls `visit` with the rank of each successor within the region, and with whether the
    /// move to it keeps the turn. `from` is the rank of the position, for errors.
    pub(crate) fn visit_moves(
        &self,
        from: u64,
        position: &G::Position,
        mut visit: impl FnMut(u64, bool) -> Result<(), Error>,
    ) -> Result<Outgoing, Error> {
        let mut outgoing = Outgoing::default();
        self.successors(position, |successor| {
            let moves_again = self.game.moves_again(position, &successor);
            match self.place(&successor)? {
                Place::Known(value) => outgoing.add_known(value, moves_again),
                Place::Rank(to) => {
                    outgoing.inside += 1;
                    visit(to, moves_again)?;
                }
                Place::Nowhere(None) => {
                    let text = "which has neither a rank nor a known value; give it one of them";
                    let text = format_args!("({position:?}) has a move to {successor:?}, {text}");
                    return Err(self.error(ErrorKind::Game, from, text));
                }
                Place::Nowhere(rank) => return Err(self.no_position(rank, Some(from))),
            }
            Ok(())
        })?;
        Ok(outgoing)
    }

    /// Only counts the moves.
    pub(crate) fn count_moves(&self, position: &G::Position) -> Result<Outgoing, Error> {
        let mut outgoing = Outgoing::default();
        if let Some(moves) = self.game.move_count(position) {
            outgoing.inside = moves.into();
            return Ok(outgoing);
        }
        self.successors(position, |successor| {
            match self.known(&successor)? {
                Some(value) => outgoing.add_known(value, self.game.moves_again(position, &successor)),
                None => outgoing.inside += 1,
            }
            Ok(())
        })?;
        Ok(outgoing)
    }

    pub(crate) fn class_of_successor(&self, position: &G::Position, successor: &G::Position) -> Result<Class, Error> {
        Ok(Class { place: self.place(successor)?, moves_again: self.game.moves_again(position, successor) })
    }

    /// The successors, in ascending order.
    pub(crate) fn successor_classes(&self, position: &G::Position) -> Result<Vec<Class>, Error> {
        let mut classes = Vec::new();
        self.successors(position, |successor| {
            classes.push(self.class_of_successor(position, &successor)?);
            Ok(())
        })?;
        classes.sort_unstable();
        Ok(classes)
    }

    /// The predecessors that are not to be ignored, in ascending order.
    pub(crate) fn predecessor_classes(&self, position: &G::Position) -> Vec<Class> {
        let mut classes = Vec::new();
        self.game.predecessors(position, &mut |predecessor| {
            if let Some(rank) = self.rank_of_predecessor(&predecessor) {
                let moves_again = self.game.moves_again(&predecessor, position);
                classes.push(Class { place: Place::Rank(rank), moves_again });
            }
        });
        classes.sort_unstable();
        classes
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
    /// Visits each move that leads to the canonical position of this rank or to a symmetric one.
    fn visit(
        &self,
        region: &Region<'_, G>,
        rank: u64,
        visit: impl FnMut(IncomingMove) -> Result<(), Error>,
    ) -> Result<(), Error>;
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
        region: &Region<'_, G>,
        rank: u64,
        mut visit: impl FnMut(IncomingMove) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let game = region.game;
        let position = region.unrank(rank).ok_or_else(|| region.no_position(Some(rank), Some(rank)))?;
        if game.known_value(&position).is_some() {
            // Moves to it were looked at from where they start.
            return Ok(());
        }
        let (weight, ranks) = (game.orbit(&position), region.ranks_of_predecessors());
        region.predecessors(&position, |predecessor| {
            let Some(from) = rank_of_predecessor(game, &ranks, &predecessor) else { return Ok(()) };
            visit(IncomingMove { from, weight, moves_again: game.moves_again(&predecessor, &position) })
        })
    }
}

/// A successor or predecessor up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) place: Place,
    /// Whether the move to or from it keeps the turn.
    pub(crate) moves_again: bool,
}

impl Class {
    /// The rank in the region, if it has one.
    pub(crate) fn rank(&self) -> Option<u64> {
        if let Place::Rank(rank) = self.place { Some(rank) } else { None }
    }

    /// The number of moves to or from a rank that pass the turn, and that keep it, each counted `times` times.
    pub(crate) fn count(classes: &[Self], rank: u64, times: u32) -> [u64; 2] {
        [false, true].map(|moves_again| {
            let class = Self { place: Place::Rank(rank), moves_again };
            classes.iter().filter(|other| **other == class).count() as u64 * u64::from(times)
        })
    }
}
