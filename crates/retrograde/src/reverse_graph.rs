//! The moves of a game, stored the other way round: for each canonical position those that lead to it.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

use crate::analysis::Analysis;
use crate::error::SolveError;
use crate::game::Ranked;
use crate::memory::{index, zeroed};
use crate::moves::{IncomingMove, IncomingMoves, Outgoing};
use crate::progress::Stage;
use crate::solver::Solver;
use crate::table::{State, Table};

/// The moves to rank `r` are `moves[ends[r - 1]..ends[r]]`, in any order. Takes 4 bytes per move, and 8 per rank.
pub(crate) struct ReverseGraph {
    ends: Vec<AtomicUsize>,
    /// Each is twice the rank that a move starts from, and 1 more if the player keeps the turn.
    moves: Vec<AtomicU32>,
}

impl ReverseGraph {
    /// The size of `moves` moves of a game with `ranks` ranks, in bytes.
    #[cfg(feature = "files")]
    pub(crate) fn bytes(ranks: u64, moves: u64) -> u64 {
        ranks.saturating_mul(8).saturating_add(moves.saturating_mul(4))
    }

    /// Checks that the moves of `ranks` ranks can be stored.
    pub(crate) fn check_ranks(ranks: u64) -> Result<(), SolveError> {
        if ranks > 1 << 31 { Err(SolveError::TooManyRanks { ranks }) } else { Ok(()) }
    }

    /// Stores all moves in two passes: the first counts the moves to each rank, and starts each position with the moves
    /// from it; the second stores them.
    pub(crate) fn build<G: Ranked>(solver: &Solver<'_>, analysis: &Analysis<&G>) -> Result<Self, SolveError> {
        let (game, table, ranks) = (analysis.game, &analysis.table, analysis.game.ranks());
        // First the number of moves to each rank; then where the next one is stored, and at last where they end.
        let places: Vec<AtomicUsize> = zeroed(ranks)?.into_iter().map(AtomicUsize::new).collect();
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
        solver.for_each_span(Stage::StoringMoves { pass: 1 }, ranks, |span| {
            let count = |to: usize, _| {
                advance(&places[to]);
            };
            visit_moves(game, table, span, count, |rank, position, outgoing| {
                analysis.start_position(rank, position, outgoing, 1)
            })
        })?;
        let total =
            places.iter().try_fold(0_usize, |start, place| start.checked_add(place.swap(start, Ordering::Relaxed)));
        let total = total.ok_or(SolveError::OutOfMemory { bytes: u64::MAX })?;
        let moves: Vec<AtomicU32> = zeroed(total as u64)?.into_iter().map(AtomicU32::new).collect();
        solver.for_each_span(Stage::StoringMoves { pass: 2 }, ranks, |span| {
            // The second pass may find more moves only if the game has changed meanwhile.
            let store = |to: usize, from| {
                if let Some(place) = moves.get(advance(&places[to])) {
                    place.store(from, Ordering::Relaxed);
                }
            };
            visit_moves(game, table, span, store, |_, _, _| Ok(()))
        })?;
        Ok(Self { ends: places, moves })
    }
}

/// Calls `visit` with each move from the canonical positions of a span: with the rank that it leads to, and with what
/// is stored of it. Calls `finish` with each position and what its moves are.
fn visit_moves<G: Ranked>(
    game: &G,
    table: &Table,
    span: Range<u64>,
    visit: impl Fn(usize, u32),
    finish: impl Fn(u64, &G::Position, Outgoing) -> Result<(), SolveError>,
) -> Result<(), SolveError> {
    for from in span.filter(|&from| table.get(from).is_some_and(|state| state != State::NO_POSITION)) {
        let position = game.unrank(from).ok_or(SolveError::NoPosition { rank: Some(from), from: Some(from) })?;
        if game.known_value(&position).is_some() {
            continue;
        }
        let first = u32::try_from(2 * from).expect("below 2^31");
        let outgoing = Outgoing::visit(game, &position, |successor| {
            let rank = game.rank(&game.canonical(&successor));
            let is_position = |to: &u64| table.get(*to).is_some_and(|state| state != State::NO_POSITION);
            let to = rank.filter(is_position).ok_or(SolveError::NoPosition { rank, from: Some(from) })?;
            visit(index(to), first + u32::from(game.moves_again(&position, &successor)));
            Ok::<_, SolveError>(())
        })?;
        finish(from, &position, outgoing)?;
    }
    Ok(())
}

impl<G: Ranked> IncomingMoves<G> for ReverseGraph {
    fn visit(
        &self,
        _: &G,
        rank: u64,
        mut visit: impl FnMut(IncomingMove) -> Result<(), Box<SolveError>>,
    ) -> Result<(), Box<SolveError>> {
        let end = |rank: u64| self.ends[index(rank)].load(Ordering::Relaxed);
        let start = rank.checked_sub(1).map_or(0, end);
        // A game that lists other moves the second time may have more than were counted.
        let moves = self.moves.get(start..end(rank)).ok_or(SolveError::TooManyPredecessors { rank })?;
        for code in moves.iter().map(|code| code.load(Ordering::Relaxed)) {
            visit(IncomingMove { from: (code / 2).into(), weight: 1, moves_again: code % 2 == 1 })?;
        }
        Ok(())
    }
}
