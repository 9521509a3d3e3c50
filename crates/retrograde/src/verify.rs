//! Verifying a solution: each value must follow from the values of the successors.

use std::fmt;
use std::ops::Range;

use crate::game::{Game, Value, until_error};
use crate::runner::{Runner, Stage};
use crate::solution::Solution;

/// The first error in a solution, by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// A position has another value than follows from its successors, or from [`Game::ending`] if there are none.
    WrongValue {
        /// The rank of the position.
        rank: u32,
        /// The value in the solution.
        found: Value,
        /// The value that follows.
        expected: Value,
    },
    /// A position or one of its successors has no value in the solution. [`audit`](crate::audit()) tells what is wrong with
    /// the game.
    NoValue {
        /// The rank of the position.
        rank: u32,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongValue { rank, found, expected } => {
                write!(
                    f,
                    "the position of rank {rank} has the value \"{found}\", but its successors give \"{expected}\""
                )
            }
            Self::NoValue { rank } => {
                write!(
                    f,
                    "the position of rank {rank} or one of its successors has no value in the solution; audit the game"
                )
            }
        }
    }
}

impl std::error::Error for VerifyError {}

/// Verifies a solution in one pass over all positions and their moves.
///
/// A solution that passes is right, however it was found. Won and lost positions are, because each rests on others with a
/// smaller distance, down to the ends of the game. Drawn ones are, because each has a drawn successor and none that is lost:
/// a player who stays among them cannot be beaten, and one who leaves them loses. [`Runner::verify`] also works on all
/// threads.
///
/// # Errors
///
/// The first wrong value by rank.
///
/// # Panics
///
/// Only if a method of the game does.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use retrograde::{Game, Solution, Value, VerifyError, solve, verify};
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
/// let solution = solve(Heap(21))?;
/// verify(&solution)?;
///
/// let claimed = Solution::from_values(Heap(21), |heap| if *heap == 20 { Value::Loss(8) } else { solution.value(heap) })?;
/// let error = VerifyError::WrongValue { rank: 20, found: Value::Loss(8), expected: Value::Loss(10) };
/// assert_eq!(verify(&claimed), Err(error));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify<G: Game>(solution: &Solution<G>) -> Result<(), VerifyError> {
    Runner::new().verify(solution)
}

impl Runner<'_> {
    /// Does the same as [`verify`](crate::verify()).
    ///
    /// # Errors
    ///
    /// The same, on any number of threads.
    pub fn verify<G: Game>(&mut self, solution: &Solution<G>) -> Result<(), VerifyError> {
        self.for_each_span(Stage::Verifying, solution.game().ranks(), |span| verify_span(solution, span))
    }
}

fn verify_span<G: Game>(solution: &Solution<G>, span: Range<u32>) -> Result<(), VerifyError> {
    for rank in span {
        let Some(position) = solution.game().unrank(rank) else { continue };
        let found = solution.get(&position).ok_or(VerifyError::NoValue { rank })?;
        let expected = value_from_successors(solution, rank, &position)?;
        if found != expected {
            return Err(VerifyError::WrongValue { rank, found, expected });
        }
    }
    Ok(())
}

/// The value by definition: that of the best move, one ply further from the end.
fn value_from_successors<G: Game>(
    solution: &Solution<G>,
    rank: u32,
    position: &G::Position,
) -> Result<Value, VerifyError> {
    let game = solution.game();
    let (mut result, mut best) = (Ok(()), None);
    let visitor = until_error(&mut result, |successor| {
        let value = solution.get(&successor).ok_or(VerifyError::NoValue { rank })?;
        best = best.max(Some(value.for_mover(game.moves_again(position, &successor))));
        Ok(())
    });
    let _ = game.successors(position, visitor);
    result?;
    Ok(match best {
        Some(Value::Win(plies)) => Value::Win(plies + 1),
        Some(Value::Loss(plies)) => Value::Loss(plies + 1),
        Some(Value::Draw) => Value::Draw,
        None => Value::of_ending(game.ending(position)),
    })
}
