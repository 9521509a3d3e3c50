//! Whether a solution is right, by looking at each position and its moves alone.

use std::fmt;

use crate::game::{Game, Outcome, Value};
use crate::solution::Solution;

/// The first position, by rank, whose value cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The rank of the position.
    pub rank: u32,
    /// What the solution says of it.
    pub claimed: Value,
    /// What follows from what the solution says of its successors, or from the game if there are none. `None` if nothing
    /// does, because the game's own code is wrong: [`audit`](crate::audit()) finds out.
    pub follows: Option<Value>,
}

impl fmt::Display for Mistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "the position of rank {} is said to be a {}", self.rank, self.claimed)?;
        match self.follows {
            Some(value) => write!(out, ", but from its successors follows {value}"),
            None => write!(out, ", but it leads to a rank that the game does not have"),
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
/// use retrograde::{Game, Value, solve, verify};
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
/// assert_eq!(verify(&game, &solution).map_err(|mistake| mistake.rank), Err(20));
/// # Ok::<(), retrograde::SolveError>(())
/// ```
pub fn verify<G: Game>(game: &G, solution: &Solution) -> Result<(), Mistake> {
    for rank in 0..game.ranks() {
        let Some(position) = game.unrank(rank) else { continue };
        let claimed = solution.value(game, &position);
        let follows = value_from_successors(game, solution, &position);
        if follows != Some(claimed) {
            return Err(Mistake { rank, claimed, follows });
        }
    }
    Ok(())
}

/// The value by definition: the soonest win if there is one, else a draw if there is one, else the latest loss.
fn value_from_successors<G: Game>(game: &G, solution: &Solution, position: &G::Position) -> Option<Value> {
    let (mut soonest_win, mut draw, mut latest_loss, mut stray) = (None, false, None, false);
    game.successors(position, |successor| {
        if game.rank(&game.canonical(&successor)) >= game.ranks() {
            stray = true;
            return;
        }
        match solution.value(game, &successor) {
            Value::Loss(plies) => soonest_win = Some(soonest_win.map_or(plies, |soonest: u16| soonest.min(plies))),
            Value::Win(plies) => latest_loss = Some(latest_loss.map_or(plies, |latest: u16| latest.max(plies))),
            Value::Draw => draw = true,
        }
    });
    if stray {
        return None;
    }
    Some(match (soonest_win, draw, latest_loss) {
        (Some(plies), _, _) => Value::Win(plies + 1),
        (None, true, _) => Value::Draw,
        (None, false, Some(plies)) => Value::Loss(plies + 1),
        (None, false, None) => match game.ending(position) {
            Outcome::Win => Value::Win(0),
            Outcome::Loss => Value::Loss(0),
            Outcome::Draw => Value::Draw,
        },
    })
}
