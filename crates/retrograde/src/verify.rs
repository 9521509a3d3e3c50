//! Whether a solution is right, by looking at each position and its moves alone.

use std::fmt;
use std::ops::Range;

use crate::game::{Game, Outcome, Value};
use crate::runner::{Runner, Stage};
use crate::solution::Solution;

/// What is wrong with a solution: the first position, by rank, that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// A position has another value than follows from those of its successors, or from the game if there are none.
    Value {
        /// The rank of the position.
        rank: u32,
        /// What the solution says of it.
        claimed: Value,
        /// What follows.
        follows: Value,
    },
    /// A position or one of its successors is none of those that the solution is about. [`audit`](crate::audit()) finds out
    /// what is wrong with the game.
    Stray {
        /// The rank of the position.
        rank: u32,
    },
    /// The solution is of another game: it has another number of ranks.
    OtherGame {
        /// How many ranks it has.
        ranks: u32,
    },
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value { rank, claimed, follows } => {
                write!(
                    out,
                    "the position of rank {rank} is said to be a {claimed}, but from its successors follows {follows}"
                )
            }
            Self::Stray { rank } => {
                write!(out, "the position of rank {rank}, or a successor of it, is not in the solution; audit the game")
            }
            Self::OtherGame { ranks } => write!(out, "the solution is of another game, with {ranks} ranks"),
        }
    }
}

impl std::error::Error for Mistake {}

/// Checks a solution in one pass over all positions and their moves, without looking at how it was found.
///
/// A solution that passes is right. Won and lost positions are, because each rests on others whose distance is smaller,
/// down to the ends of the game. Drawn ones are, because each has a drawn successor and none that is lost: whoever stays
/// among them cannot be beaten, and whoever leaves them loses.
///
/// ```
/// use retrograde::{Game, Mistake, Value, solve, verify};
/// # struct Heap(u32);
/// # impl Game for Heap {
/// #     type Position = u32;
/// #     fn ranks(&self) -> u32 { self.0 + 1 }
/// #     fn rank(&self, heap: &u32) -> u32 { *heap }
/// #     fn unrank(&self, rank: u32) -> Option<u32> { Some(rank) }
/// #     fn successors(&self, heap: &u32, visit: impl FnMut(u32)) {
/// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit);
/// #     }
/// # }
/// let game = Heap(21);
/// let mut solution = solve(&game)?;
/// assert_eq!(verify(&game, &solution), Ok(()));
///
/// solution.set(&game, &20, Value::Loss(8));
/// let mistake = verify(&game, &solution).unwrap_err();
/// assert_eq!(mistake, Mistake::Value { rank: 20, claimed: Value::Loss(8), follows: Value::Loss(10) });
/// # Ok::<(), retrograde::SolveError>(())
/// ```
pub fn verify<G: Game>(game: &G, solution: &Solution) -> Result<(), Mistake> {
    Runner::new().verify(game, solution)
}

impl Runner<'_> {
    /// Does what [`verify`](crate::verify()) does.
    ///
    /// # Errors
    ///
    /// Likewise: the first mistake by rank, on any number of threads.
    pub fn verify<G: Game>(&mut self, game: &G, solution: &Solution) -> Result<(), Mistake> {
        if solution.ranks() != game.ranks() {
            return Err(Mistake::OtherGame { ranks: solution.ranks() });
        }
        self.each_span(Stage::Verifying, game.ranks(), |span| verify_span(game, solution, span))
    }
}

fn verify_span<G: Game>(game: &G, solution: &Solution, span: Range<u32>) -> Result<(), Mistake> {
    for rank in span {
        let Some(position) = game.unrank(rank) else { continue };
        let claimed = solution.get(game, &position);
        let follows = value_from_successors(game, solution, &position);
        match (claimed, follows) {
            (Some(claimed), Some(follows)) if claimed == follows => {}
            (Some(claimed), Some(follows)) => return Err(Mistake::Value { rank, claimed, follows }),
            _ => return Err(Mistake::Stray { rank }),
        }
    }
    Ok(())
}

/// The value by definition: the soonest win if there is one, else a draw if there is one, else the latest loss. `None` if
/// a successor has no value.
fn value_from_successors<G: Game>(game: &G, solution: &Solution, position: &G::Position) -> Option<Value> {
    let (mut soonest_win, mut draw, mut latest_loss, mut stray) = (None, false, None, false);
    game.successors(position, |successor| {
        match (solution.get(game, &successor), game.moves_again(position, &successor)) {
            (Some(Value::Loss(plies)), false) | (Some(Value::Win(plies)), true) => {
                soonest_win = Some(soonest_win.map_or(plies, |soonest: u16| soonest.min(plies)));
            }
            (Some(Value::Win(plies)), false) | (Some(Value::Loss(plies)), true) => {
                latest_loss = Some(latest_loss.map_or(plies, |latest: u16| latest.max(plies)));
            }
            (Some(Value::Draw), _) => draw = true,
            (None, _) => stray = true,
        }
    });
    match (soonest_win, draw, latest_loss) {
        _ if stray => None,
        (Some(plies), _, _) => Some(Value::Win(plies + 1)),
        (None, true, _) => Some(Value::Draw),
        (None, false, Some(plies)) => Some(Value::Loss(plies + 1)),
        (None, false, None) => Some(match game.ending(position) {
            Outcome::Win => Value::Win(0),
            Outcome::Loss => Value::Loss(0),
            Outcome::Draw => Value::Draw,
        }),
    }
}
