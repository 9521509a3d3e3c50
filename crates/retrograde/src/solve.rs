//! Retrograde analysis: from the ends of the game backwards, one ply at a time.
//!
//! A position takes two bytes: first the number of its moves that may not lose, then its value (`table.rs`, and
//! `cell.rs` for the value as it is stored). The positions that were decided in the last ply are a bit set
//! (`rank_set.rs`). It is drained in the order of ranks, so its size is fixed and memory is read forwards. The moves
//! that lead to a position come from the game's own predecessors (`incoming.rs`) or from a reverse graph that is built
//! once (`reverse_graph.rs`).
//!
//! # Known values
//!
//! A known value may lie at any ply. Moves to positions of known value are looked at once, from where they start
//! (`outgoing.rs`). They are never looked at from the known position, which therefore needs no rank.
//!
//! - A win by such a move is stored at once with its distance. It becomes shorter if a move within the game wins
//!   sooner. Which parts of the table hold values at later plies takes two bytes for 256 ranks (`pending.rs`).
//! - A loss by such a move is not stored. When all other moves of the position have lost, its moves are visited again,
//!   but only if some such loss in the whole game is longer than the ply.

use std::sync::atomic::Ordering;

use crate::cell::Cell;
use crate::error::SolveError;
use crate::game::{Predecessors, Ranked, first_position};
use crate::incoming::{IncomingMove, IncomingMoves, OnDemand};
use crate::outgoing::Outgoing;
use crate::rank_set::SPAN;
use crate::reverse_graph::ReverseGraph;
use crate::runner::{Runner, Stage, pieces};
use crate::sample::check_a_few_predecessors;
use crate::solution::Solution;
use crate::solver::{All, DecidedMove, Solver, move_wins};
use crate::table::State;
use crate::value::Outcome;

/// Solves a game: finds the value of every position.
///
/// The solution keeps the game, or borrows it in `solve(&game)`. A game without a formula for ranks is wrapped in
/// [`Explored`](crate::Explored). One that implements [`Predecessors`] is solved in less memory, and usually faster, by
/// [`solve_with_predecessors`]. [`Runner::solve`] can work on several threads.
///
/// # Complexity
///
/// Each move is visited twice forwards and once backwards. The moves of a lost position are visited again if some move
/// loses that leads to a known value at a greater distance than the position's own. Solving takes two and a quarter
/// bytes per rank, plus the reverse graph: 12 bytes per rank while it is built (16 from 2^32 ranks on) and 8
/// afterwards, 1 to 5 bytes for each move of a canonical position (up to 6 from 2^32 ranks on), and about 20 MB to sort
/// moves. A move takes fewer bytes in a denser graph: about 1.5 if a position is reached from one in 64 of all ranks,
/// 2.5 for one in 8,192, and 3.5 for one in a million. Moves to positions of known value are not stored.
///
/// # Errors
///
/// If the game is too large, or its methods are found to be inconsistent. With several errors and several threads, any
/// of the errors is returned. Not every inconsistency is found: where [`audit`](crate::audit()) reports one, the
/// solution may be wrong, and [`verify`](crate::verify()) tells whether it is.
///
/// # Panics
///
/// Only if a method of the game does, for instance because it is called with a position that the game itself should not
/// have produced.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{Game, Ranked, Value, solve};
///
/// /// A heap from which a player takes one, two or three.
/// struct Heap(u64);
///
/// impl Game for Heap {
///     type Position = u64;
///     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
///         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
///     }
/// }
///
/// impl Ranked for Heap {
///     fn ranks(&self) -> u64 { self.0 + 1 }
///     fn rank(&self, heap: &u64) -> u64 { *heap }
///     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
/// }
///
/// let solution = solve(Heap(21))?;
/// assert_eq!(solution.value(&20), Value::Loss(10));
/// assert_eq!(solution.value(&21), Value::Win(11));
/// # Ok::<(), retrograde::SolveError>(())
/// ```
pub fn solve<G: Ranked>(game: G) -> Result<Solution<G>, SolveError> {
    Runner::new().solve(game)
}

/// Solves a game by its own predecessors, without storing the graph.
///
/// The solution equals that of [`solve`]. [`Runner::solve_with_predecessors`] can work on all threads.
///
/// # Complexity
///
/// Takes two and a quarter bytes per rank. Moves are visited once, unless [`Game::move_count`](crate::Game::move_count)
/// counts them faster, and predecessors once for each canonical position that is won or lost; where most positions are
/// drawn, most predecessors are never visited. The moves of a lost position are visited again if some move loses that
/// leads to a known value at a greater distance than the position's own.
///
/// # Errors
///
/// As for [`solve`]. A small sample of positions is checked before all work, so that a game whose predecessors are not
/// those of its successors is refused as a rule: [`SolveError::Predecessors`]. Only
/// [`audit_with_predecessors`](crate::audit_with_predecessors()) tells for sure whether they agree.
///
/// # Panics
///
/// As for [`solve`].
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{Game, Predecessors, Ranked, Value, solve_with_predecessors};
///
/// # struct Heap(u64);
/// # impl Game for Heap {
/// #     type Position = u64;
/// #     fn successors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
/// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
/// #     }
/// # }
/// # impl Ranked for Heap {
/// #     fn ranks(&self) -> u64 { self.0 + 1 }
/// #     fn rank(&self, heap: &u64) -> u64 { *heap }
/// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
/// # }
/// impl Predecessors for Heap {
///     fn predecessors(&self, heap: &u64, visit: impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
///         (1..=3).map(|taken| heap + taken).filter(|before| *before <= self.0).try_for_each(visit)
///     }
/// }
///
/// let solution = solve_with_predecessors(Heap(21))?;
/// assert_eq!(solution.value(&20), Value::Loss(10));
/// # Ok::<(), retrograde::SolveError>(())
/// ```
pub fn solve_with_predecessors<G: Ranked + Predecessors>(game: G) -> Result<Solution<G>, SolveError> {
    Runner::new().solve_with_predecessors(game)
}

impl Runner<'_> {
    /// Does the same as [`solve`](crate::solve()).
    ///
    /// # Errors
    ///
    /// The same.
    pub fn solve<G: Ranked>(&mut self, game: G) -> Result<Solution<G>, SolveError> {
        let solver = Solver::new(&game, All(game.ranks()), &self.threads)?;
        self.for_each_span(Stage::Enumerating, game.ranks(), |span| {
            solver.enumerate(span, |rank, position| {
                if let Some(value) = game.known_value(position) {
                    return solver.start_decided(rank, value);
                }
                // Building the graph visits all moves, so they are counted there.
                solver.table.set(rank, State::NOT_COUNTED);
                Ok(())
            })
        })?;
        let graph = ReverseGraph::build(self, &game, &solver.table, |rank, position, moves| {
            solver.start_position(rank, position, moves, 1)
        })?;
        let cells = solver.work_backwards(self, &graph)?;
        Ok(Solution::new(game, cells))
    }

    /// Does the same as [`solve_with_predecessors`](crate::solve_with_predecessors()).
    ///
    /// # Errors
    ///
    /// The same.
    pub fn solve_with_predecessors<G: Ranked + Predecessors>(&mut self, game: G) -> Result<Solution<G>, SolveError> {
        check_a_few_predecessors(&game)?;
        let solver = Solver::new(&game, All(game.ranks()), &self.threads)?;
        self.for_each_span(Stage::Enumerating, game.ranks(), |span| {
            solver.enumerate(span, |rank, position| match game.known_value(position) {
                Some(value) => solver.start_decided(rank, value),
                None => solver.start_position(rank, position, Outgoing::count(&game, position), game.orbit(position)),
            })
        })?;
        let cells = solver.work_backwards(self, &OnDemand)?;
        Ok(Solution::new(game, cells))
    }
}

impl<G: Ranked> Solver<&G, All> {
    fn work_backwards(
        mut self,
        runner: &mut Runner<'_>,
        incoming: &impl IncomingMoves<G>,
    ) -> Result<Vec<Cell>, SolveError> {
        /// Progress is reported after this many spans.
        const SPANS_PER_REPORT: usize = 1024;
        if *self.positions.get_mut() == 0
            && let Some(rank) = first_position(self.game)
        {
            return Err(SolveError::NotCanonical { rank });
        }
        // All positions that are won or lost in so many plies are decided, and those in `last` are among them.
        let mut plies = 0;
        self.report(runner, plies);
        loop {
            let first_pending = self.first_pending();
            let mut spans = self.last.spans();
            if spans.is_empty() {
                // No position is decided in the plies between.
                let Some(first) = first_pending else { break };
                plies = first;
            }
            if first_pending == Some(plies) {
                let groups = pieces(0..self.pending_groups(), SPAN);
                let add = |groups| {
                    self.add_pending(groups, plies);
                    Ok::<_, SolveError>(())
                };
                runner.threads.try_map(groups, &add)?;
                spans = self.last.spans();
            }
            plies += 1;
            for batch in spans.chunks(SPANS_PER_REPORT) {
                runner.threads.try_map(batch.to_vec(), &|span| self.step_back(incoming, span, plies))?;
                self.report(runner, plies);
            }
            std::mem::swap(&mut self.last, &mut self.next);
        }
        Ok(self.table.finish())
    }

    fn report(&self, runner: &mut Runner<'_>, plies: u16) {
        let [done, positions] = [&self.done, &self.positions].map(|count| count.load(Ordering::Relaxed));
        runner.report(Stage::WorkingBackwards { plies }, done, positions);
    }

    /// Decides what follows from the positions of a span that were decided in the last ply.
    ///
    /// Threads may process spans in any order: in a consistent game, no position is won by one of these moves and lost
    /// by another in the same ply, because a move that wins is never subtracted as one that loses.
    fn step_back(&self, incoming: &impl IncomingMoves<G>, span: u64, plies: u16) -> Result<(), SolveError> {
        /// So many moves are gathered before their positions are decided, so that the memory for all of these is loaded
        /// at the same time. A locked instruction would wait for each.
        const MOVES: usize = 128;
        let mut done = 0;
        let mut moves = Vec::with_capacity(2 * MOVES);
        for rank in self.last.drain(span) {
            let value = self.table.get(rank).and_then(State::decided);
            let reached_is_won = value.is_some_and(|value| value.outcome() == Outcome::Win);
            incoming
                .visit(self.game, rank, |IncomingMove { from, weight, moves_again }| {
                    moves.push(DecidedMove { from, to: rank, weight, wins: move_wins(reached_is_won, moves_again) });
                    Ok(())
                })
                .map_err(|error| *error)?;
            done += 1;
            if moves.len() >= MOVES {
                self.decide(&moves, plies).map_err(|error| *error)?;
                moves.clear();
            }
        }
        self.decide(&moves, plies).map_err(|error| *error)?;
        self.done.fetch_add(done, Ordering::Relaxed);
        Ok(())
    }
}
