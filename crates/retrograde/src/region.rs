//! The ranks that are solved together, and where the moves from them lead.

use std::fmt;
use std::ops::Range;

use crate::cell::Cell;
use crate::error::{Error, ErrorKind};
use crate::game::{Ranked, is_canonical};
use crate::part::Part;
use crate::short_debug::short_debug;
use crate::value::Value;

/// The ranks that are solved together: all of a game, or of a [`Part`]. Positions of the parts that moves lead
/// to are as good as positions of known value.
///
/// Everything that works on positions asks a region only one thing about a move: where it leads, to a known value or to
/// a rank. Ranks are counted from the start of the region.
pub struct Region<'a, G> {
    pub(crate) game: &'a G,
    /// The ranks in the whole game.
    ranks: Range<u64>,
    /// The same, or none if no move may stay in the region.
    inside: Range<u64>,
    /// Of a part, what is outside of it.
    beside: Option<Beside>,
}

/// What is outside of a part.
struct Beside {
    /// The number of the part.
    number: usize,
    /// The ranks of the other parts that its moves lead to.
    next: Vec<Range<u64>>,
    value: ValueBeside,
}

/// The value at a rank of one of the next parts, both by their number; `None` if it has none.
pub(crate) type ValueBeside = Box<dyn Fn(usize, u64) -> Result<Option<Value>, Error> + Send + Sync>;

/// What looking up a position finds: a value, or a rank of the region, or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Lookup {
    Known(Value),
    Rank(u64),
    /// It has this rank, which is not one of the game, or none.
    Nowhere(Option<u64>),
}

impl<'a, G: Ranked> Region<'a, G> {
    /// All ranks of a game.
    pub fn whole(game: &'a G) -> Self {
        let ranks = 0..game.ranks();
        Self { game, inside: ranks.clone(), ranks, beside: None }
    }

    /// A part, with what gives the values of the parts that its moves lead to.
    pub(crate) fn part(game: &'a G, parts: &[Part], number: usize, value: ValueBeside) -> Self {
        let (part, ranks) = (&parts[number], parts[number].ranks.clone());
        let next = part.others(number).map(|next| parts[next].ranks.clone()).collect();
        let inside = if part.moves_inside(number) { ranks.clone() } else { 0..0 };
        Self { game, ranks, inside, beside: Some(Beside { number, next, value }) }
    }

    /// The number of ranks.
    #[must_use]
    pub fn ranks(&self) -> u64 {
        self.ranks.end - self.ranks.start
    }

    /// The rank in the whole game.
    pub(crate) fn rank_in_game(&self, rank: u64) -> u64 {
        self.ranks.start + rank
    }

    /// The position of a rank, canonical or not.
    #[inline]
    pub(crate) fn unrank(&self, rank: u64) -> Option<G::Position> {
        self.game.unrank(self.ranks.start + rank)
    }

    /// The position of a rank, if it is canonical.
    #[inline]
    pub(crate) fn canonical_position(&self, rank: u64) -> Option<G::Position> {
        self.unrank(rank).filter(|position| is_canonical(self.game, position))
    }

    /// The rank of a canonical position, if it is in the region.
    #[inline]
    pub(crate) fn rank(&self, canonical: &G::Position) -> Option<u64> {
        self.game.rank(canonical).filter(|rank| self.ranks.contains(rank)).map(|rank| rank - self.ranks.start)
    }

    /// The value of a position that needs no look at its moves, because it is known or belongs to another part.
    #[inline]
    pub(crate) fn known(&self, position: &G::Position) -> Result<Option<Value>, Error> {
        match (self.game.known_value(position), &self.beside) {
            (None, Some(beside)) => self.known_beside(beside, position),
            (known, _) => Ok(known),
        }
    }

    #[inline(never)]
    fn known_beside(&self, beside: &Beside, position: &G::Position) -> Result<Option<Value>, Error> {
        if self.game.part_of(position) == Some(beside.number) {
            return Ok(None);
        }
        match self.place(position)? {
            Lookup::Known(value) => Ok(Some(value)),
            Lookup::Rank(_) | Lookup::Nowhere(_) => Ok(None),
        }
    }

    /// Where a position is.
    #[inline]
    pub(crate) fn place(&self, position: &G::Position) -> Result<Lookup, Error> {
        if let Some(value) = self.game.known_value(position) {
            return Ok(Lookup::Known(value));
        }
        match self.game.rank(&self.game.canonical(position)) {
            Some(rank) if self.inside.contains(&rank) => Ok(Lookup::Rank(rank - self.ranks.start)),
            rank => self.place_elsewhere(rank, position),
        }
    }

    /// Where a position is that is not in the region. It has this rank in the whole game.
    // Not inlined, so that what is inside of the region takes little code.
    #[inline(never)]
    fn place_elsewhere(&self, rank: Option<u64>, position: &G::Position) -> Result<Lookup, Error> {
        let (Some(rank), Some(beside)) = (rank, &self.beside) else { return Ok(Lookup::Nowhere(rank)) };
        let Some(next) = beside.next.iter().position(|ranks| ranks.contains(&rank)) else {
            let text = "in a part that is not listed; list it among the next parts, or give the position a known value";
            return Err(wrong_move(rank, position, text));
        };
        let value = (beside.value)(next, rank - beside.next[next].start)?;
        value.map(Lookup::Known).ok_or_else(|| wrong_move(rank, position, "which has no value; audit both parts"))
    }

    /// Calls `visit` with each successor until it fails.
    #[inline]
    pub(crate) fn successors(
        &self,
        position: &G::Position,
        visit: impl FnMut(G::Position) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut result = Ok(());
        self.game.successors(position, &mut until_error(&mut result, visit));
        result
    }

    /// Calls `visit` with each predecessor until it fails, and with the rank of its canonical position; `None` if the
    /// predecessor is to be ignored.
    #[inline]
    pub(crate) fn predecessors(
        &self,
        position: &G::Position,
        mut visit: impl FnMut(&G::Position, Option<u64>) -> Result<(), Error>,
    ) -> Result<(), Error> {
        // In a whole game one that is out of range is an error. The loop keeps the ranks in registers.
        let (game, ranks) = (self.game, if self.beside.is_none() { 0..u64::MAX } else { self.ranks.clone() });
        let mut result = Ok(());
        let visit = |predecessor| visit(&predecessor, rank_of_predecessor(game, &ranks, &predecessor));
        game.predecessors(position, &mut until_error(&mut result, visit));
        result
    }

    /// An error about a rank of the region. The text continues its name.
    #[cold]
    pub(crate) fn error(&self, kind: ErrorKind, rank: u64, text: impl fmt::Display) -> Error {
        let rank = self.rank_in_game(rank);
        Error::at_rank(kind, rank, format!("rank {rank} {text}"))
    }

    /// The error of a position that is decided too late.
    #[cold]
    pub(crate) fn too_long(&self, rank: u64) -> Error {
        let text = format_args!("is won or lost in more than {} plies", Cell::MAX_DISTANCE);
        self.error(ErrorKind::TooLarge, rank, text)
    }

    /// The error of a move between a rank of the region, if it is known, and what is not a position. `rank` is one in
    /// the whole game.
    #[cold]
    pub(crate) fn no_position(&self, rank: Option<u64>, from: Option<u64>) -> Error {
        let to = match rank {
            Some(rank) => format!("of rank {rank}, but no canonical position has that rank; audit the game"),
            None => "without a rank, whose value is not known; audit the game".to_owned(),
        };
        match from {
            Some(from) => self.error(ErrorKind::Game, from, format_args!("has a successor or predecessor {to}")),
            None => Error::new(ErrorKind::Game, format!("a move leads from or to a position {to}")),
        }
    }
}

/// The rank of a predecessor's canonical position, if it is among these.
#[allow(
    clippy::inline_always,
    reason = "a call for each predecessor would take a quarter of the time that the L game takes"
)]
#[inline(always)]
fn rank_of_predecessor<G: Ranked>(game: &G, ranks: &Range<u64>, predecessor: &G::Position) -> Option<u64> {
    if game.known_value(predecessor).is_some() {
        return None;
    }
    let rank = game.rank(&game.canonical(predecessor))?;
    if ranks.contains(&rank) { Some(rank - ranks.start) } else { None }
}

/// Makes a visitor that keeps the first error of `visit` in `result`, and does nothing from then on.
#[inline]
fn until_error<P>(result: &mut Result<(), Error>, mut visit: impl FnMut(P) -> Result<(), Error>) -> impl FnMut(P) {
    move |position| {
        if result.is_ok() {
            *result = visit(position);
        }
    }
}

/// The error of a move from a part to this position of another part.
#[cold]
fn wrong_move(rank: u64, position: &impl fmt::Debug, text: &str) -> Error {
    Error::at_rank(ErrorKind::Game, rank, format!("a move leads to rank {rank}, to {position:?}, {text}"))
}

short_debug!(Region<'_, G>, G);
