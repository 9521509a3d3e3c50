//! Retrograde analysis: from the ends of the game backwards, a ply at a time.

use std::fmt;

use crate::game::{Game, Outcome, Value};
use crate::reverse::{Asked, Gathered, Reverse, canonical_position};
use crate::solution::{Cell, Solution};

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
    /// A game that does not know its predecessors has more than 2^32 - 1 moves in all.
    TooManyMovesInAll,
    /// A position is won or lost in more plies than 14 bits can count.
    TooFar {
        /// The position's rank.
        rank: u32,
    },
    /// A position is visited as a predecessor more often than it has moves. [`audit`](crate::audit()) finds out more.
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
            Self::TooManyMovesInAll => write!(
                out,
                "the game has more than {} moves; let it say where positions come from (Game::predecessors)",
                u32::MAX
            ),
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
/// Takes two bytes for each rank, four for each position that is decided at the distance at hand and the next, and for a
/// game that does not know its predecessors four more for each rank and each move. Each move is looked at a constant
/// number of times.
///
/// # Errors
///
/// What is found to be wrong on the way, or too large. Not all that can be wrong with a game is: where its methods
/// contradict one another, and [`audit`](crate::audit()) says so, the solution may be anything, and
/// [`verify`](crate::verify()) finds out.
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
    if G::KNOWS_PREDECESSORS { solve_with(game, &Asked) } else { solve_with(game, &Gathered::new(game)?) }
}

fn solve_with<G: Game>(game: &G, reverse: &impl Reverse<G>) -> Result<Solution, SolveError> {
    let (mut cells, mut decided) = begin(game, reverse)?;
    let mut plies = 0;
    let mut next = Vec::new();
    while !decided.is_empty() {
        plies += 1;
        for rank in decided.drain(..) {
            let lost = cells[rank as usize].value().outcome() == Outcome::Loss;
            reverse.predecessors(game, rank, |before, weight| {
                let cell = cells.get_mut(before as usize).ok_or(SolveError::NoSuchRank { rank: before, from: rank })?;
                if *cell == Cell::NO_POSITION {
                    return Err(SolveError::NoPosition { rank: before });
                }
                let Some(moves) = cell.undecided_moves() else { return Ok(()) };
                let left = u16::try_from(weight).ok().and_then(|weight| moves.checked_sub(weight));
                let value = match left.ok_or(SolveError::TooManyPredecessors { rank: before })? {
                    _ if lost => Value::Win(plies),
                    0 => Value::Loss(plies),
                    left => {
                        *cell = Cell::undecided(left);
                        return Ok(());
                    }
                };
                *cell = Cell::decided(value).ok_or(SolveError::TooFar { rank: before })?;
                next.push(before);
                Ok(())
            })?;
        }
        std::mem::swap(&mut decided, &mut next);
    }
    Ok(Solution::new(cells))
}

/// Where the game has ended, and how many moves each other position has.
fn begin<G: Game>(game: &G, reverse: &impl Reverse<G>) -> Result<(Vec<Cell>, Vec<u32>), SolveError> {
    let mut cells = vec![Cell::NO_POSITION; game.ranks() as usize];
    let mut decided = Vec::new();
    for (rank, cell) in (0..game.ranks()).zip(&mut cells) {
        let Some(position) = canonical_position(game, rank) else { continue };
        let weight = reverse.weight_of_all_moves(game, &position);
        if weight > 0 {
            let weight = u16::try_from(weight).ok().filter(|&weight| weight <= Cell::MOST_MOVES);
            *cell = Cell::undecided(weight.ok_or(SolveError::TooManyMoves { rank })?);
            continue;
        }
        let value = Value::at_the_end(game.ending(&position));
        *cell = Cell::decided(value).ok_or(SolveError::TooFar { rank })?;
        if value != Value::Draw {
            decided.push(rank);
        }
    }
    Ok((cells, decided))
}
