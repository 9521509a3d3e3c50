//! The moves from and to a position: counted, visited, and up to symmetry.

use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::region::{Lookup, Region};
use crate::value::{Outcome, Value};

/// The moves from a position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outgoing {
    /// The number of moves to ranks of the region.
    pub(crate) inside: u64,
    /// The best value that a move to a known value gives.
    pub(crate) known: Option<Value>,
}

impl Outgoing {
    fn add_known(&mut self, value: Value, moves_again: bool) {
        self.known = self.known.max(Some(value.for_mover(moves_again).before_move()));
    }

    /// The value of a position without a move to a rank of the region.
    pub(crate) fn value(self, ending: impl FnOnce() -> Outcome) -> Value {
        self.known.unwrap_or_else(|| Value::of_ending(ending()))
    }
}

impl<G: Ranked> Region<'_, G> {
    /// Calls `visit` with each successor, and what the move to it is up to symmetry.
    #[inline]
    pub(crate) fn visit_classes(
        &self,
        position: &G::Position,
        mut visit: impl FnMut(&G::Position, Class) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.successors(position, |successor| {
            let moves_again = self.game.moves_again(position, &successor);
            visit(&successor, Class { place: self.place(&successor)?, moves_again })
        })
    }

    /// Looks at all moves, and calls `visit` with the rank of each successor within the region, and with whether the
    /// move to it keeps the turn. `from` is the rank of the position, for errors.
    pub(crate) fn visit_moves(
        &self,
        from: u64,
        position: &G::Position,
        mut visit: impl FnMut(u64, bool) -> Result<(), Error>,
    ) -> Result<Outgoing, Error> {
        let mut outgoing = Outgoing::default();
        self.visit_classes(position, |successor, Class { place, moves_again }| match place {
            Lookup::Known(value) => {
                outgoing.add_known(value, moves_again);
                Ok(())
            }
            Lookup::Rank(to) => {
                outgoing.inside += 1;
                visit(to, moves_again)
            }
            Lookup::Nowhere(rank) => Err(self.nowhere(from, position, successor, rank)),
        })?;
        Ok(outgoing)
    }

    /// The error of a move to what has neither a rank of the game nor a known value.
    #[cold]
    pub(crate) fn nowhere(&self, from: u64, position: &G::Position, to: &G::Position, rank: Option<u64>) -> Error {
        if rank.is_some() {
            return self.no_position(rank, Some(from));
        }
        let text = "which has neither a rank nor a known value; give it one of them";
        self.error(ErrorKind::Game, from, format_args!("({position:?}) has a move to {to:?}, {text}"))
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

    /// Visits each move that leads to the canonical position of this rank or to a symmetric one, by asking the game for
    /// its predecessors. Only canonical positions occur, and no moves from or to positions of known value.
    ///
    /// With symmetries, a canonical position stands for its whole orbit. Let `a` have `out` moves into the orbit of `b`,
    /// and `b` have `back` predecessors in the orbit of `a`. Symmetric positions have symmetric moves, so
    /// `orbit(a) * out == orbit(b) * back`: both count the moves from one orbit into the other. Therefore a position
    /// starts with the weight `orbit(a)` for each of its moves, and loses the weight `orbit(b)` for each predecessor that
    /// `b` visits.
    #[inline]
    pub(crate) fn visit_incoming(
        &self,
        rank: u64,
        mut visit: impl FnMut(IncomingMove) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let game = self.game;
        let position = self.unrank(rank).ok_or_else(|| self.no_position(Some(rank), Some(rank)))?;
        if game.known_value(&position).is_some() {
            // Moves to it were looked at from where they start.
            return Ok(());
        }
        let weight = game.orbit(&position);
        self.predecessors(&position, |predecessor, from| {
            let Some(from) = from else { return Ok(()) };
            visit(IncomingMove { from, weight, moves_again: game.moves_again(predecessor, &position) })
        })
    }

    /// The successors, in ascending order.
    pub(crate) fn successor_classes(&self, position: &G::Position) -> Result<Vec<Class>, Error> {
        let mut classes = Vec::new();
        self.visit_classes(position, |_, class| {
            classes.push(class);
            Ok(())
        })?;
        classes.sort_unstable();
        Ok(classes)
    }

    /// The predecessors that are not to be ignored, in ascending order.
    pub(crate) fn predecessor_classes(&self, position: &G::Position) -> Result<Vec<Class>, Error> {
        let mut classes = Vec::new();
        self.predecessors(position, |predecessor, rank| {
            let class =
                |rank| Class { place: Lookup::Rank(rank), moves_again: self.game.moves_again(predecessor, position) };
            classes.extend(rank.map(class));
            Ok(())
        })?;
        classes.sort_unstable();
        Ok(classes)
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

/// A successor or predecessor up to symmetry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Class {
    pub(crate) place: Lookup,
    /// Whether the move to or from it keeps the turn.
    pub(crate) moves_again: bool,
}

impl Class {
    /// The rank in the region, if it has one.
    pub(crate) fn rank(&self) -> Option<u64> {
        if let Lookup::Rank(rank) = self.place { Some(rank) } else { None }
    }

    /// The number of moves to or from a rank that pass the turn, and that keep it, each counted `times` times.
    pub(crate) fn count(classes: &[Self], rank: u64, times: u32) -> [u64; 2] {
        [false, true].map(|moves_again| {
            let class = Self { place: Lookup::Rank(rank), moves_again };
            classes.iter().filter(|other| **other == class).count() as u64 * u64::from(times)
        })
    }
}
