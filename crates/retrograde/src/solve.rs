//! Retrograde analysis: from the ends of the game backwards, one ply at a time.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cell::{Cell, Table};
use crate::game::{Game, Outcome, Predecessors, Value};
use crate::incoming::{IncomingMove, IncomingMoves, OnDemand, canonical_position};
use crate::rank_set::RankSet;
use crate::reverse_graph::ReverseGraph;
use crate::runner::{Runner, Stage};
use crate::solution::Solution;
use crate::threads::Threads;

/// Why a game cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// A successor or a predecessor of a position has a rank that is not below [`Game::ranks`].
    RankOutOfRange {
        /// The rank.
        rank: u32,
        /// The rank of the position that has the successor or predecessor.
        from: u32,
    },
    /// A successor or a predecessor has a rank that [`Game::unrank`] has no position for, or its canonical position has a
    /// rank whose position is not canonical.
    NoPosition {
        /// The rank.
        rank: u32,
    },
    /// A position has more than 32,766 moves. With predecessors, the moves of all symmetric positions count together.
    TooManyMoves {
        /// The rank of the position.
        rank: u32,
    },
    /// A position is won or lost in more than 16,383 plies.
    DistanceTooLong {
        /// The rank of the position.
        rank: u32,
    },
    /// A position is visited as a predecessor more often than it has moves.
    /// [`audit_with_predecessors`](crate::audit_with_predecessors()) reports such an error more precisely, and also finds
    /// missing predecessors.
    TooManyPredecessors {
        /// The rank of the position.
        rank: u32,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RankOutOfRange { rank, from } => write!(
                f,
                "the position of rank {from} has a successor or predecessor of rank {rank}, which is out of range; \
                 audit the game"
            ),
            Self::NoPosition { rank } => {
                write!(f, "rank {rank} is reached, but no canonical position has it; audit the game")
            }
            Self::TooManyMoves { rank } => {
                write!(f, "the position of rank {rank} has more than {} moves", Cell::MAX_MOVES)
            }
            Self::DistanceTooLong { rank } => {
                write!(f, "the position of rank {rank} is won or lost in more than {} plies", Cell::MAX_DISTANCE)
            }
            Self::TooManyPredecessors { rank } => write!(
                f,
                "the position of rank {rank} is visited as a predecessor more often than it has moves; audit the game"
            ),
        }
    }
}

impl std::error::Error for SolveError {}

/// Solves a game: finds the value of every position.
///
/// The solution keeps the game, or borrows it in `solve(&game)`. A game that implements [`Predecessors`] is solved in less
/// memory, and usually faster, by [`solve_with_predecessors`]. [`Runner::solve`] can work on all threads.
///
/// # Complexity
///
/// Each move is visited a constant number of times. Solving takes two and a quarter bytes per rank, plus the reverse graph: 12
/// bytes per rank while it is built and 8 afterwards, 1 to 5 bytes for each move of a canonical position, and about 20 MB to
/// sort moves. A move takes fewer bytes in a denser graph: about 1.5 if a position is reached from one in 64 of all ranks,
/// 2.5 for one in 8,192, and 3.5 for one in a million.
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
/// use retrograde::{Game, Value, solve};
///
/// /// A heap from which a player takes one, two or three.
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type Position = u32;
///     fn ranks(&self) -> u32 { self.0 + 1 }
///     fn rank(&self, heap: &u32) -> u32 { *heap }
///     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
///     fn successors(&self, heap: &u32, visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
///         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
///     }
/// }
///
/// let solution = solve(Heap(21))?;
/// assert_eq!(solution.value(&20), Value::Loss(10));
/// assert_eq!(solution.value(&21), Value::Win(11));
/// # Ok::<(), retrograde::SolveError>(())
/// ```
pub fn solve<G: Game>(game: G) -> Result<Solution<G>, SolveError> {
    Runner::new().solve(game)
}

/// Solves a game by its own predecessors, without storing the graph.
///
/// The solution equals that of [`solve`]. [`Runner::solve_with_predecessors`] can work on all threads.
///
/// # Complexity
///
/// Takes two and a quarter bytes per rank. Moves are counted once by [`Game::move_count`], and predecessors are visited once
/// for each canonical position that is won or lost; where most positions are drawn, most moves are never visited.
///
/// # Errors
///
/// As for [`solve`]. [`audit_with_predecessors`](crate::audit_with_predecessors()) tells whether successors and predecessors
/// agree.
///
/// # Panics
///
/// As for [`solve`].
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{Game, Predecessors, Value, solve_with_predecessors};
///
/// # struct Heap(u32);
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     fn ranks(&self) -> u32 { self.0 + 1 }
/// #     fn rank(&self, heap: &u32) -> u32 { *heap }
/// #     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
/// #     fn successors(&self, heap: &u32, visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
/// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).try_for_each(visit)
/// #     }
/// # }
/// impl Predecessors for Heap {
///     fn predecessors(&self, heap: &u32, visit: impl FnMut(u32) -> ControlFlow<()>) -> ControlFlow<()> {
///         (1..=3).map(|taken| heap + taken).filter(|before| *before <= self.0).try_for_each(visit)
///     }
/// }
///
/// let solution = solve_with_predecessors(Heap(21))?;
/// assert_eq!(solution.value(&20), Value::Loss(10));
/// # Ok::<(), retrograde::SolveError>(())
/// ```
pub fn solve_with_predecessors<G: Predecessors>(game: G) -> Result<Solution<G>, SolveError> {
    Runner::new().solve_with_predecessors(game)
}

impl Runner<'_> {
    /// Does the same as [`solve`](crate::solve()).
    ///
    /// # Errors
    ///
    /// The same.
    pub fn solve<G: Game>(&mut self, game: G) -> Result<Solution<G>, SolveError> {
        let solver = Solver::new(&game, self.threads);
        self.for_each_span(Stage::Enumerating, game.ranks(), |span| {
            solver.enumerate(span, |rank, _| {
                // Building the graph visits all moves, so they are counted there.
                solver.table.set(rank, Cell::NOT_COUNTED);
                Ok(())
            })
        })?;
        let graph = ReverseGraph::build(self, &game, &solver.table, |rank, position, moves| {
            solver.start_position(rank, position, moves)
        })?;
        let cells = solver.work_backwards(self, &graph)?;
        Ok(Solution::new(game, cells))
    }

    /// Does the same as [`solve_with_predecessors`](crate::solve_with_predecessors()).
    ///
    /// # Errors
    ///
    /// The same.
    pub fn solve_with_predecessors<G: Predecessors>(&mut self, game: G) -> Result<Solution<G>, SolveError> {
        let solver = Solver::new(&game, self.threads);
        self.for_each_span(Stage::Enumerating, game.ranks(), |span| {
            solver.enumerate(span, |rank, position| {
                solver.start_position(rank, position, OnDemand::weight_of_all_moves(&game, position))
            })
        })?;
        let cells = solver.work_backwards(self, &OnDemand)?;
        Ok(Solution::new(game, cells))
    }
}

struct Solver<'g, G> {
    game: &'g G,
    table: Table,
    /// The positions that were decided in the last ply.
    last: RankSet,
    /// The positions that are decided in this ply.
    next: RankSet,
    /// The number of canonical positions.
    positions: AtomicUsize,
    /// The number of canonical positions that are decided.
    decided: AtomicUsize,
}

impl<'g, G: Game> Solver<'g, G> {
    fn new(game: &'g G, threads: Threads) -> Self {
        Self {
            game,
            table: Table::new(game.ranks(), threads),
            last: RankSet::new(game.ranks(), threads),
            next: RankSet::new(game.ranks(), threads),
            positions: AtomicUsize::new(0),
            decided: AtomicUsize::new(0),
        }
    }

    /// Calls `start` for each canonical position in a span of ranks, and counts them.
    fn enumerate(
        &self,
        span: Range<u32>,
        start: impl Fn(u32, &G::Position) -> Result<(), SolveError>,
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

    /// Stores the weight of all moves of a position, or its value if it has no moves.
    fn start_position(&self, rank: u32, position: &G::Position, weight: u64) -> Result<(), SolveError> {
        if weight > 0 {
            let weight = u16::try_from(weight).ok().filter(|&weight| weight <= Cell::MAX_MOVES);
            self.table.set(rank, Cell::undecided(weight.ok_or(SolveError::TooManyMoves { rank })?));
            return Ok(());
        }
        let value = Value::of_ending(self.game.ending(position));
        self.table.set(rank, Cell::decided(value).ok_or(SolveError::DistanceTooLong { rank })?);
        self.decided.fetch_add(1, Ordering::Relaxed);
        if value != Value::Draw {
            self.last.insert(rank);
        }
        Ok(())
    }

    fn work_backwards(
        mut self,
        runner: &mut Runner<'_>,
        incoming: &impl IncomingMoves<G>,
    ) -> Result<Vec<Cell>, SolveError> {
        /// Progress is reported after this many spans.
        const SPANS_PER_REPORT: usize = 1024;
        let mut plies = 0;
        self.report(runner, plies);
        let mut spans = self.last.spans();
        while !spans.is_empty() {
            plies += 1;
            for batch in spans.chunks(SPANS_PER_REPORT) {
                runner.threads.try_map(batch.to_vec(), |span| self.step_back(incoming, span, plies))?;
                self.report(runner, plies);
            }
            std::mem::swap(&mut self.last, &mut self.next);
            spans = self.last.spans();
        }
        Ok(self.table.finish())
    }

    fn report(&self, runner: &mut Runner<'_>, plies: u16) {
        let [decided, positions] = [&self.decided, &self.positions].map(|count| count.load(Ordering::Relaxed));
        runner.report(Stage::WorkingBackwards { plies }, decided, positions);
    }

    /// Decides what follows from the positions of a span that were decided in the last ply.
    ///
    /// Threads may process spans in any order: in a consistent game, no position is won by one of these moves and lost by
    /// another in the same ply, because a move that wins is never subtracted as one that loses.
    fn step_back(&self, incoming: &impl IncomingMoves<G>, span: u32, plies: u16) -> Result<(), SolveError> {
        let mut decided = 0;
        for rank in self.last.drain(span) {
            let reached_is_won = self.table.get(rank).is_some_and(|cell| cell.value().outcome() == Outcome::Win);
            incoming.visit(self.game, rank, |incoming| {
                let IncomingMove { from, weight, moves_again } = incoming;
                let wins = move_wins(reached_is_won, moves_again);
                let out_of_range = SolveError::RankOutOfRange { rank: from, from: rank };
                let change = |cell| after_move(from, cell, weight, wins, plies);
                let changed = self.table.update(from, out_of_range, change)?;
                if changed.is_some_and(|cell| cell.undecided_moves().is_none()) {
                    self.next.insert(from);
                    decided += 1;
                }
                Ok(())
            })?;
        }
        self.decided.fetch_add(decided, Ordering::Relaxed);
        Ok(())
    }
}

/// Whether a move to a won or lost position wins for the player who makes it.
fn move_wins(reached_is_won: bool, moves_again: bool) -> bool {
    // The value of the position reached is for the player who moves there: the opponent, unless the turn is kept.
    if moves_again { reached_is_won } else { !reached_is_won }
}

/// The new cell of a position after some of its moves are found to win, or to lose, in `plies`; `None` if it stays the same.
#[inline]
fn after_move(rank: u32, cell: Cell, weight: u32, wins: bool, plies: u16) -> Result<Option<Cell>, SolveError> {
    if cell == Cell::NO_POSITION {
        return Err(SolveError::NoPosition { rank });
    }
    let Some(moves) = cell.undecided_moves() else {
        // A lost position has been visited once for each of its moves, and one that was won at once has none.
        let has_no_more_moves = matches!(cell.value(), Value::Loss(_) | Value::Win(0));
        return if has_no_more_moves { Err(SolveError::TooManyPredecessors { rank }) } else { Ok(None) };
    };
    let moves_left = u16::try_from(weight).ok().and_then(|weight| moves.checked_sub(weight));
    let moves_left = moves_left.ok_or(SolveError::TooManyPredecessors { rank })?;
    let value = match moves_left {
        _ if wins => Value::Win(plies),
        0 => Value::Loss(plies),
        _ => return Ok(Some(Cell::undecided(moves_left))),
    };
    Cell::decided(value).map(Some).ok_or(SolveError::DistanceTooLong { rank })
}
