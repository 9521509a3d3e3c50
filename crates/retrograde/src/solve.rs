//! Retrograde analysis: from the ends of the game backwards, a ply at a time.

use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::cell::{Cell, Table};
use crate::game::{Game, Outcome, Value};
use crate::gathered::Gathered;
use crate::rank_set::RankSet;
use crate::reverse::{Asked, Reverse, canonical_position, weight_of_all_moves};
use crate::runner::{Runner, Stage};
use crate::solution::Solution;

/// Why a game cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// A position is connected with a rank that is not below [`Game::ranks`]: by one of its successors, or if the game knows
    /// its predecessors, by one of those.
    NoSuchRank {
        /// The rank.
        rank: u32,
        /// The rank of the position that it was reached from.
        from: u32,
    },
    /// Likewise with a rank that [`Game::unrank`] knows no position for, or one that is not its own canonical position.
    NoPosition {
        /// The rank.
        rank: u32,
    },
    /// A position has so many moves that they cannot be counted in 15 bits. Where a game knows its predecessors, moves
    /// count as often as there are positions alike.
    TooManyMoves {
        /// The position's rank.
        rank: u32,
    },
    /// A position is won or lost in more plies than 14 bits can count.
    TooFar {
        /// The position's rank.
        rank: u32,
    },
    /// A position is visited as a predecessor more often than it has moves. [`audit`](crate::audit()) finds out more, and
    /// also finds the predecessors that are missing.
    TooManyPredecessors {
        /// The position's rank.
        rank: u32,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchRank { rank, from } => {
                write!(
                    out,
                    "the position of rank {from} is connected with rank {rank}, which is not below the ranks of the game"
                )
            }
            Self::NoPosition { rank } => {
                write!(out, "rank {rank} is reached, but no canonical position has it; audit the game")
            }
            Self::TooManyMoves { rank } => {
                write!(out, "the position of rank {rank} has more moves than can be counted")
            }
            Self::TooFar { rank } => {
                write!(
                    out,
                    "the position of rank {rank} is decided in more plies than can be counted: {}",
                    Cell::FARTHEST
                )
            }
            Self::TooManyPredecessors { rank } => write!(
                out,
                "the position of rank {rank} is visited as a predecessor more often than it has moves; audit the game"
            ),
        }
    }
}

impl std::error::Error for SolveError {}

/// Solves a game: the value of every position.
///
/// Takes two bytes and a quarter for each rank, beside what the game takes for itself. Each move is looked at a constant
/// number of times. [`Runner::solve`] does the same on all threads.
///
/// A game that does not know its predecessors takes more: eight bytes for each rank, twelve while the graph is turned round,
/// one to five for each move of a canonical position, and some twenty megabytes to sort moves in. The denser the graph, the
/// fewer bytes a move takes: about one and a half where a position is reached from one in 64 of all ranks, two and a half from
/// one in 8,192, and three and a half from one in a million.
///
/// # Errors
///
/// What is found to be wrong on the way, or too large; where there is more than one such thing and several threads, any of
/// them. Not all that can be wrong with a game is found: where its methods contradict one another, and
/// [`audit`](crate::audit()) says so, the solution may be anything, and [`verify`](crate::verify()) finds out.
///
/// ```
/// use retrograde::{Game, Value, solve};
///
/// /// A heap from which one, two or three are taken.
/// struct Heap(u32);
///
/// impl Game for Heap {
///     type Position = u32;
///     fn ranks(&self) -> u32 { self.0 + 1 }
///     fn rank(&self, heap: &u32) -> u32 { *heap }
///     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
///     fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
///         (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit);
///     }
/// }
///
/// let solution = solve(&Heap(21))?;
/// assert_eq!(solution.value(&Heap(21), &20), Value::Loss(10));
/// assert_eq!(solution.value(&Heap(21), &21), Value::Win(11));
/// # Ok::<(), retrograde::SolveError>(())
/// ```
pub fn solve<G: Game>(game: &G) -> Result<Solution, SolveError> {
    Runner::new().solve(game)
}

impl Runner<'_> {
    /// Does what [`solve`](crate::solve()) does.
    ///
    /// # Errors
    ///
    /// Likewise.
    pub fn solve<G: Game>(&mut self, game: &G) -> Result<Solution, SolveError> {
        let state = State {
            game,
            table: Table::new(game.ranks(), self.crew),
            last: RankSet::new(game.ranks(), self.crew),
            next: RankSet::new(game.ranks(), self.crew),
            positions: AtomicUsize::new(0),
            decided: AtomicUsize::new(0),
        };
        self.each_span(Stage::Counting, game.ranks(), |span| state.begin(span))?;
        if G::KNOWS_PREDECESSORS {
            state.go_backwards(self, &Asked)
        } else {
            let begin = |rank, position: &G::Position, moves| state.begin_position(rank, position, moves);
            let gathered = Gathered::new(self, game, &state.table, begin)?;
            state.go_backwards(self, &gathered)
        }
    }
}

struct State<'g, G> {
    game: &'g G,
    table: Table,
    /// What was decided in the last ply: where the next one starts from.
    last: RankSet,
    /// What is being decided in this ply.
    next: RankSet,
    /// How many canonical positions there are.
    positions: AtomicUsize,
    /// How many of them are decided.
    decided: AtomicUsize,
}

impl<G: Game> State<'_, G> {
    /// Finds out which ranks have a position. Where each move has to be looked at later anyway, its moves are not yet counted.
    fn begin(&self, span: Range<u32>) -> Result<(), SolveError> {
        let mut positions = 0;
        for rank in span {
            let Some(position) = canonical_position(self.game, rank) else { continue };
            positions += 1;
            if G::KNOWS_PREDECESSORS {
                self.begin_position(rank, &position, weight_of_all_moves(self.game, &position))?;
            } else {
                self.table.set(rank, Cell::NOT_COUNTED);
            }
        }
        self.positions.fetch_add(positions, Ordering::Relaxed);
        Ok(())
    }

    /// Notes the weight of all moves of a position, or how the game has ended there.
    fn begin_position(&self, rank: u32, position: &G::Position, weight: u64) -> Result<(), SolveError> {
        if weight > 0 {
            let weight = u16::try_from(weight).ok().filter(|&weight| weight <= Cell::MOST_MOVES);
            self.table.set(rank, Cell::undecided(weight.ok_or(SolveError::TooManyMoves { rank })?));
            return Ok(());
        }
        let value = Value::at_the_end(self.game.ending(position));
        self.table.set(rank, Cell::decided(value).ok_or(SolveError::TooFar { rank })?);
        self.decided.fetch_add(1, Ordering::Relaxed);
        if value != Value::Draw {
            self.last.insert(rank);
        }
        Ok(())
    }

    fn go_backwards(mut self, runner: &mut Runner<'_>, reverse: &impl Reverse<G>) -> Result<Solution, SolveError> {
        /// Somebody is told after so many.
        const SPANS_AT_A_TIME: usize = 1024;
        let mut plies = 0;
        self.tell(runner, plies);
        let mut spans = self.last.spans();
        while !spans.is_empty() {
            plies += 1;
            for round in spans.chunks(SPANS_AT_A_TIME) {
                runner.crew.try_map(round.to_vec(), |span| self.step_back(reverse, span, plies))?;
                self.tell(runner, plies);
            }
            std::mem::swap(&mut self.last, &mut self.next);
            spans = self.last.spans();
        }
        Ok(Solution::new(self.table.finish()))
    }

    fn tell(&self, runner: &mut Runner<'_>, plies: u16) {
        let [decided, positions] = [&self.decided, &self.positions].map(|count| count.load(Ordering::Relaxed));
        runner.tell(Stage::Deciding { plies }, decided, positions);
    }

    /// Decides what can be decided by the positions of a span, which have just been decided themselves. If the game says the
    /// truth, no position can be won by one of them and lost by another in the same ply: what it is won by, it is never
    /// counted to lose by. So threads come to the same result in whichever order they get there.
    fn step_back(&self, reverse: &impl Reverse<G>, span: u32, plies: u16) -> Result<(), SolveError> {
        let mut decided = 0;
        for rank in self.last.drain(span) {
            let won = self.table.get(rank).is_some_and(|cell| cell.value().outcome() == Outcome::Win);
            reverse.edges(self.game, rank, |edge| {
                let missing = SolveError::NoSuchRank { rank: edge.from, from: rank };
                let change = |cell| after(edge.from, cell, edge.weight, won == edge.again, plies);
                let became = self.table.update(edge.from, missing, change)?;
                if became.is_some_and(|cell| cell.undecided_moves().is_none()) {
                    self.next.insert(edge.from);
                    decided += 1;
                }
                Ok(())
            })?;
        }
        self.decided.fetch_add(decided, Ordering::Relaxed);
        Ok(())
    }
}

/// What becomes of the position of a rank when moves of this weight are found to win or to lose; `None` if nothing.
#[inline]
fn after(rank: u32, cell: Cell, weight: u16, win: bool, plies: u16) -> Result<Option<Cell>, SolveError> {
    if cell == Cell::NO_POSITION {
        return Err(SolveError::NoPosition { rank });
    }
    let Some(moves) = cell.undecided_moves() else {
        // What is lost has been visited once for each of its moves, and what was won at once has none.
        let has_no_more = matches!(cell.value(), Value::Loss(_) | Value::Win(0));
        return if has_no_more { Err(SolveError::TooManyPredecessors { rank }) } else { Ok(None) };
    };
    let value = match moves.checked_sub(weight).ok_or(SolveError::TooManyPredecessors { rank })? {
        _ if win => Value::Win(plies),
        0 => Value::Loss(plies),
        left => return Ok(Some(Cell::undecided(left))),
    };
    Cell::decided(value).map(Some).ok_or(SolveError::TooFar { rank })
}
