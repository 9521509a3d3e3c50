//! Retrograde analysis: from the ends of the game backwards, one ply at a time.

use std::num::NonZero;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};

use crate::cell::Cell;
use crate::error::SolveError;
use crate::game::{Predecessors, Ranked, canonical_position};
use crate::incoming::{IncomingMove, IncomingMoves, OnDemand};
use crate::outgoing::Outgoing;
use crate::pending::Pending;
use crate::rank_set::{RankSet, SPAN};
use crate::reverse_graph::ReverseGraph;
use crate::runner::{Runner, Stage, pieces};
use crate::sample::check_a_few_predecessors;
use crate::solution::Solution;
use crate::table::{State, Table};
use crate::value::{Outcome, Value};

/// Solves a game: finds the value of every position.
///
/// The solution keeps the game, or borrows it in `solve(&game)`. A game without a formula for ranks is wrapped in
/// [`Explored`](crate::Explored). One that implements [`Predecessors`] is solved in less memory, and usually faster, by
/// [`solve_with_predecessors`]. [`Runner::solve`] can work on several threads.
///
/// # Complexity
///
/// Each move is visited twice forwards and once backwards. The moves of a lost position are visited again if some move loses that
/// leads to a known value at a greater distance than the position's own. Solving takes two and a quarter bytes per rank, plus the reverse
/// graph: 12 bytes per rank while it is built (16 from 2^32 ranks on) and 8 afterwards, 1 to 5 bytes for each move of a
/// canonical position (up to 6 from 2^32 ranks on), and about 20 MB to sort moves. A move takes fewer bytes in a denser graph:
/// about 1.5 if a position is reached from one in 64 of all ranks, 2.5 for one in 8,192, and 3.5 for one in a million. Moves
/// to positions of known value are not stored.
///
/// # Errors
///
/// If the game is too large, or its methods are found to be inconsistent. With several errors and several threads, any of the
/// errors is returned. Not every inconsistency is found: where [`audit`](crate::audit()) reports one, the solution may be
/// wrong, and [`verify`](crate::verify()) tells whether it is.
///
/// # Panics
///
/// Only if a method of the game does, for instance because it is called with a position that the game itself should not have
/// produced.
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
/// Takes two and a quarter bytes per rank. Moves are visited once, unless [`Game::move_count`](crate::Game::move_count) counts them faster, and
/// predecessors once for each canonical position that is won or lost; where most positions are drawn, most predecessors are
/// never visited. The moves of a lost position are visited again if some move loses that leads to a known value at a greater
/// distance than the position's own.
///
/// # Errors
///
/// As for [`solve`]. A small sample of positions is checked before all work, so that a game whose predecessors are not those
/// of its successors is refused as a rule: [`SolveError::Predecessors`]. Only
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
        let solver = Solver::new(&game, self)?;
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
        let solver = Solver::new(&game, self)?;
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

/// A move to a position that was decided in the last ply.
#[derive(Clone, Copy)]
struct DecidedMove {
    from: u64,
    to: u64,
    /// How much it counts among all moves of where it starts.
    weight: u32,
    /// Whether it wins.
    wins: bool,
}

struct Solver<'g, G> {
    game: &'g G,
    table: Table,
    /// The positions that were decided in the last ply.
    last: RankSet,
    /// The positions that are decided in this ply.
    next: RankSet,
    /// Where positions are decided at a later ply.
    pending: Pending,
    /// Whether there may be any.
    has_pending: AtomicBool,
    /// The longest loss by a move to a position of known value: no lost position has to be postponed after that.
    last_exit: AtomicU16,
    /// The number of canonical positions.
    positions: AtomicU64,
    /// The number of canonical positions that are done: drawn by rule, or decided and the moves to them visited.
    done: AtomicU64,
}

impl<'g, G: Ranked> Solver<'g, G> {
    fn new(game: &'g G, runner: &Runner<'_>) -> Result<Self, SolveError> {
        Ok(Self {
            game,
            table: Table::new(game.ranks(), &runner.threads)?,
            last: RankSet::new(game.ranks(), &runner.threads)?,
            next: RankSet::new(game.ranks(), &runner.threads)?,
            pending: Pending::new(game.ranks())?,
            has_pending: AtomicBool::new(false),
            last_exit: AtomicU16::new(0),
            positions: AtomicU64::new(0),
            done: AtomicU64::new(0),
        })
    }

    /// Calls `start` for each canonical position in a span of ranks, and counts them.
    fn enumerate(
        &self,
        span: Range<u64>,
        start: impl Fn(u64, &G::Position) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut positions = 0;
        for rank in span {
            let Some(position) = canonical_position(self.game, rank) else { continue };
            positions += 1;
            start(rank, &position)?;
        }
        self.positions.fetch_add(positions, Ordering::Relaxed);
        Ok(())
    }

    /// Stores what is known of a position from its moves, each of which has this weight.
    fn start_position(
        &self,
        rank: u64,
        position: &G::Position,
        moves: Outgoing,
        weight: u32,
    ) -> Result<(), SolveError> {
        let Outgoing { inside, exits } = moves;
        if let Some(plies) = exits.loss {
            self.last_exit.fetch_max(plies, Ordering::Relaxed);
        }
        // A position with a move that draws never runs out of moves that may not lose.
        let weight = inside * u64::from(weight) + u64::from(exits.draws);
        let value = match (exits.win, exits.loss) {
            (Some(plies), _) => Value::Win(plies),
            _ if weight > 0 => {
                let moves = u16::try_from(weight).ok().filter(|moves| *moves <= State::MAX_MOVES);
                let moves = moves.and_then(NonZero::new).ok_or(SolveError::TooManyMoves { rank })?;
                self.table.set(rank, State::with_moves(moves));
                return Ok(());
            }
            (None, Some(plies)) => Value::Loss(plies),
            (None, None) => Value::of_ending(self.game.ending(position)),
        };
        self.start_decided(rank, value)
    }

    /// Stores the value of a position that does not depend on other positions of the game; a win may still become shorter.
    fn start_decided(&self, rank: u64, value: Value) -> Result<(), SolveError> {
        self.table.set(rank, State::of_value(value).ok_or(SolveError::DistanceTooLong { rank })?);
        match value.plies() {
            None => {
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            Some(0) => {
                self.last.insert(rank);
            }
            Some(plies) => self.postpone(rank, plies),
        }
        Ok(())
    }

    /// Has the moves to a position visited when its ply has come.
    #[cold]
    fn postpone(&self, rank: u64, plies: u16) {
        self.pending.add(rank, plies);
        self.has_pending.store(true, Ordering::Relaxed);
    }

    fn work_backwards(
        mut self,
        runner: &mut Runner<'_>,
        incoming: &impl IncomingMoves<G>,
    ) -> Result<Vec<Cell>, SolveError> {
        /// Progress is reported after this many spans.
        const SPANS_PER_REPORT: usize = 1024;
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
                self.add_pending(runner, plies)?;
                spans = self.last.spans();
            }
            plies += 1;
            for batch in spans.chunks(SPANS_PER_REPORT) {
                runner.threads.try_map(batch.to_vec(), |span| self.step_back(incoming, span, plies))?;
                self.report(runner, plies);
            }
            std::mem::swap(&mut self.last, &mut self.next);
        }
        Ok(self.table.finish())
    }

    fn first_pending(&self) -> Option<u16> {
        if self.has_pending.load(Ordering::Relaxed) { self.pending.first() } else { None }
    }

    /// Adds the positions to `last` that were decided earlier and have this distance.
    fn add_pending(&self, runner: &Runner<'_>, plies: u16) -> Result<(), SolveError> {
        let add = |groups: Range<u64>| {
            for ranks in groups.filter_map(|group| self.pending.take(group, plies)) {
                let mut later = None;
                let decided = |rank| Some((self.table.get(rank)?.decided()?.plies()?, rank));
                for (distance, rank) in ranks.filter_map(decided) {
                    if distance == plies {
                        self.last.insert(rank);
                    } else if distance > plies {
                        later = Some(later.map_or((distance, rank), |other| (distance, rank).min(other)));
                    }
                }
                if let Some((distance, rank)) = later {
                    self.pending.add(rank, distance);
                }
            }
            Ok(())
        };
        runner.threads.try_map(pieces(0..self.pending.groups(), SPAN), add).map(|_| ())
    }

    fn report(&self, runner: &mut Runner<'_>, plies: u16) {
        let [done, positions] = [&self.done, &self.positions].map(|count| count.load(Ordering::Relaxed));
        runner.report(Stage::WorkingBackwards { plies }, done, positions);
    }

    /// Decides what follows from the positions of a span that were decided in the last ply.
    ///
    /// Threads may process spans in any order: in a consistent game, no position is won by one of these moves and lost by
    /// another in the same ply, because a move that wins is never subtracted as one that loses.
    fn step_back(&self, incoming: &impl IncomingMoves<G>, span: u64, plies: u16) -> Result<(), SolveError> {
        /// So many moves are gathered before their positions are decided, so that the memory for all of these is loaded at the
        /// same time. A locked instruction would wait for each.
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

    /// Decides what follows from some moves.
    fn decide(&self, moves: &[DecidedMove], plies: u16) -> Result<(), Box<SolveError>> {
        for reached in moves {
            self.table.prefetch(reached.from);
        }
        for &DecidedMove { from, to, weight, wins } in moves {
            let out_of_range = || Box::new(SolveError::RankOutOfRange { rank: from, from: to });
            let change = |state| self.after_move([from, to], state, weight, wins, plies);
            let changed = self.table.update(from, out_of_range, change)?;
            match changed.and_then(State::decided).and_then(Value::plies) {
                Some(distance) if distance > plies => self.postpone(from, distance),
                Some(_) => {
                    self.next.insert(from);
                }
                None => {}
            }
        }
        Ok(())
    }

    /// The new state of a position after some of its moves, which lead to the position `to`, are found to win, or to lose, in
    /// `plies`; `None` if it stays the same.
    #[inline]
    fn after_move(
        &self,
        [from, to]: [u64; 2],
        state: State,
        weight: u32,
        wins: bool,
        plies: u16,
    ) -> Result<Option<State>, Box<SolveError>> {
        let too_many = || Box::new(SolveError::TooManyPredecessors { rank: from });
        let value = if let Some(moves) = state.undecided_moves() {
            let moves_left = u16::try_from(weight).ok().and_then(|weight| moves.get().checked_sub(weight));
            match NonZero::new(moves_left.ok_or_else(too_many)?) {
                _ if wins => Value::Win(plies),
                Some(moves_left) => return Ok(Some(State::with_moves(moves_left))),
                None if self.last_exit.load(Ordering::Relaxed) <= plies => Value::Loss(plies),
                None => Value::Loss(plies.max(self.longest_exit(from))),
            }
        } else {
            match state.decided() {
                // A lost position has been visited once for each of its moves, and one that was won at once has none.
                Some(Value::Loss(_) | Value::Win(0)) => return Err(too_many()),
                // A win that is known to be there, but not sooner.
                Some(Value::Win(distance)) if wins && distance > plies => Value::Win(plies),
                Some(_) => return Ok(None),
                None => return Err(Box::new(SolveError::NoPosition { rank: from, from: to })),
            }
        };
        State::of_value(value).map(Some).ok_or_else(|| Box::new(SolveError::DistanceTooLong { rank: from }))
    }

    /// The longest loss of a position by a move to one of known value; 0 if there is none.
    #[cold]
    fn longest_exit(&self, rank: u64) -> u16 {
        let exits = self.game.unrank(rank).map(|position| Outgoing::count(self.game, &position).exits);
        exits.and_then(|exits| exits.loss).unwrap_or(0)
    }
}

/// Whether a move to a won or lost position wins for the player who makes it.
fn move_wins(reached_is_won: bool, moves_again: bool) -> bool {
    // The value of the position reached is for the player who moves there: the opponent, unless the turn is kept.
    if moves_again { reached_is_won } else { !reached_is_won }
}
