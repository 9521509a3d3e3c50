//! The moves of a game, stored the other way round: for each canonical position those that lead to it.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use crate::error::{Error, ErrorKind};
use crate::game::Ranked;
use crate::memory::{filled, index};
use crate::moves::{IncomingMove, Outgoing};
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::share::Share;
use crate::solver::Solver;
use crate::table::State;

/// The moves to rank `r` are `moves[ends[r - 1]..ends[r]]`, in any order. Takes 4 bytes per move, and 8 per rank.
pub(crate) struct ReverseGraph {
    ends: Vec<AtomicUsize>,
    /// Each is twice the rank that a move starts from, and 1 more if the player keeps the turn.
    moves: Vec<AtomicU32>,
}

/// The most ranks whose moves can be stored.
pub(crate) const MAX_RANKS: u64 = 1 << 31;

impl ReverseGraph {
    /// Checks that the moves of `ranks` ranks can be stored.
    pub(crate) fn check_ranks(ranks: u64) -> Result<(), Error> {
        if ranks <= MAX_RANKS {
            return Ok(());
        }
        let text = format!("the moves of {ranks} ranks are too many to be stored; list predecessors, or use a subset");
        Err(Error::new(ErrorKind::TooLarge, text))
    }

    /// Stores all moves in two passes: the first counts the moves to each rank, and starts each position with the moves
    /// from it, unless all are started already; the second stores them.
    pub(crate) fn build<G: Ranked>(solver: &Solver<'_>, share: &Share<'_, G>) -> Result<Self, Error> {
        let ranks = share.region.ranks();
        // First the number of moves to each rank; then where the next one is stored, and at last where they end.
        let places: Vec<AtomicUsize> = filled(ranks, 0)?.into_iter().map(AtomicUsize::new).collect();
        // Without other threads, no step needs to be locked.
        let is_single = solver.threads.is_single();
        let advance = |place: &AtomicUsize| {
            if is_single {
                let old = place.load(Ordering::Relaxed);
                place.store(old + 1, Ordering::Relaxed);
                old
            } else {
                place.fetch_add(1, Ordering::Relaxed)
            }
        };
        solver.for_each_piece(Stage::StoringMoves { pass: 1 }, ranks, SPAN, |span| {
            let count = |to: usize, _| {
                advance(&places[to]);
            };
            visit_moves(share, span, count, |rank, position, outgoing| {
                if share.is_started { Ok(()) } else { share.start_position(rank, position, outgoing, 1) }
            })
        })?;
        let total =
            places.iter().try_fold(0_usize, |start, place| start.checked_add(place.swap(start, Ordering::Relaxed)));
        let total = total.ok_or_else(|| Error::memory(u64::MAX))? as u64;
        solver.allow(Solver::bytes::<G>(ranks).saturating_add(total.saturating_mul(4)))?;
        let moves: Vec<AtomicU32> = filled(total, 0)?.into_iter().map(AtomicU32::new).collect();
        solver.for_each_piece(Stage::StoringMoves { pass: 2 }, ranks, SPAN, |span| {
            let store = |to: usize, from| moves[advance(&places[to])].store(from, Ordering::Relaxed);
            visit_moves(share, span, store, |_, _, _| Ok(()))
        })?;
        Ok(Self { ends: places, moves })
    }

    /// Visits each move that leads to the position of this rank.
    pub(crate) fn visit(
        &self,
        rank: u64,
        mut visit: impl FnMut(IncomingMove) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let end = |rank: u64| self.ends[index(rank)].load(Ordering::Relaxed);
        let start = rank.checked_sub(1).map_or(0, end);
        for code in self.moves[start..end(rank)].iter().map(|code| code.load(Ordering::Relaxed)) {
            visit(IncomingMove { from: (code / 2).into(), weight: 1, moves_again: code % 2 == 1 })?;
        }
        Ok(())
    }
}

/// Calls `visit` with each move from the canonical positions of a span: with the rank that it leads to, and with what
/// is stored of it. Calls `finish` with each position and what its moves are.
fn visit_moves<G: Ranked>(
    share: &Share<'_, G>,
    span: Range<u64>,
    visit: impl Fn(usize, u32),
    finish: impl Fn(u64, &G::Position, Outgoing) -> Result<(), Error>,
) -> Result<(), Error> {
    let Share { region, table, .. } = share;
    let is_position = |rank: u64| table.get(rank).is_some_and(|state| state != State::NO_POSITION);
    for from in span.filter(|&from| is_position(from)) {
        let position = region.unrank(from).ok_or_else(|| region.no_position(Some(from), Some(from)))?;
        if region.game.known_value(&position).is_some() {
            continue;
        }
        let first = u32::try_from(2 * from).expect("below 2^31");
        let outgoing = region.visit_moves(from, &position, |to, moves_again| {
            if !is_position(to) {
                return Err(region.no_position(Some(region.rank_in_game(to)), Some(from)));
            }
            visit(index(to), first + u32::from(moves_again));
            Ok(())
        })?;
        finish(from, &position, outgoing)?;
    }
    Ok(())
}
