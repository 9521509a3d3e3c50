//! Verifying a solution: each value must follow from the values of the successors.
//!
//! Of the solver's code it uses only the way in which ranks are divided among threads (`solver.rs`), and which
//! predecessors are ignored (`incoming.rs`). The same holds for the audit.

use std::fmt;

use crate::game::{Ranked, canonical_position, first_position, until_error};
use crate::incoming::rank_of_predecessor;
use crate::progress::Stage;
use crate::sample::Sample;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::value::{Outcome, Value};

/// The first error in a solution, by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// A position has another value than the game knows, than follows from its successors, or from
    /// [`Game::ending`](crate::Game::ending) if there are none.
    WrongValue {
        /// The rank of the position.
        rank: u64,
        /// The value in the solution.
        found: Value,
        /// The value that follows.
        expected: Value,
    },
    /// A position or one of its successors has no value in the solution. [`Solver::audit`] tells what is wrong
    /// with the game.
    NoValue {
        /// The rank of the position.
        rank: u64,
    },
    /// The solution has a value for a rank without a canonical position.
    ValueWithoutPosition {
        /// The rank.
        rank: u64,
        /// The value in the solution.
        found: Value,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongValue { rank, found, expected } => {
                write!(
                    f,
                    "the position of rank {rank} has the value \"{found}\", but \"{expected}\" follows from the rules"
                )
            }
            Self::ValueWithoutPosition { rank, found } => {
                write!(f, "rank {rank} has the value \"{found}\", but no canonical position")
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

/// Which check [`Solver::verify`] has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Check {
    /// All moves of all canonical positions, each looked up.
    Successors,
    /// All moves of lost positions, and those to won and lost ones. Of other moves, one that is as good as stored.
    Predecessors,
}

/// Which positions are verified, and what is taken for granted.
#[derive(Clone, Copy, PartialEq)]
enum Trust {
    /// All positions are.
    Nothing,
    /// Only canonical ones are, and each position has the rank that the game says.
    Audited,
}

impl Solver<'_> {
    /// Verifies a solution of a game that has passed an [`audit`](Self::audit), in one pass over its canonical
    /// positions that is independent of how it was found. What the game says of symmetric positions, ranks and
    /// predecessors is trusted: [`verify_every_position`](Self::verify_every_position) does not.
    ///
    /// A solution that passes is right. Won and lost positions are, because each rests on others with a smaller
    /// distance, down to the ends of the game and to positions whose value is known. Drawn ones are, because each has a
    /// drawn successor and none that is lost: a player who stays among them cannot be beaten, and one who leaves them
    /// loses.
    ///
    /// # Complexity
    ///
    /// Takes no memory to speak of. The returned [`Check`] is the one that was expected to be the faster of two that
    /// check the same:
    ///
    /// - by [successors](Check::Successors): each one of each position is made canonical, ranked and looked up.
    /// - by [predecessors](Check::Predecessors), if the game [lists](crate::Game::LISTS_PREDECESSORS) them and most
    ///   positions are drawn: successors are looked up for a lost position, and for others up to one that is as good as
    ///   stored; that none is better follows, for all positions, from the predecessors of those that are won or lost.
    ///
    /// # Errors
    ///
    /// A [`VerifyError`]: by successors, the first by rank.
    ///
    /// # Panics
    ///
    /// Only if a method of the game does.
    ///
    /// ```
    /// use retrograde::{Game, Ranked, Solution, Solver, Value, VerifyError};
    /// # struct Heap(u64);
    /// # impl Game for Heap {
    /// #     type Position = u64;
    /// #     fn successors(&self, heap: &u64, visit: &mut impl FnMut(u64)) {
    /// #         (1..=3).filter_map(|taken| heap.checked_sub(taken)).for_each(visit)
    /// #     }
    /// # }
    /// # impl Ranked for Heap {
    /// #     fn ranks(&self) -> u64 { self.0 + 1 }
    /// #     fn rank(&self, heap: &u64) -> Option<u64> { Some(*heap) }
    /// #     fn unrank(&self, rank: u64) -> Option<u64> { Some(rank) }
    /// # }
    /// let solver = Solver::new();
    /// let solution = solver.solve(Heap(21))?;
    /// solver.verify(&solution)?;
    ///
    /// let claimed = Solution::from_values(Heap(21), |heap| if *heap == 20 { Value::Loss(8) } else { solution.value(heap) })?;
    /// let error = VerifyError::WrongValue { rank: 20, found: Value::Loss(8), expected: Value::Loss(10) };
    /// assert_eq!(solver.verify(&claimed), Err(error));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify<G: Ranked>(&self, solution: &Solution<G>) -> Result<Check, VerifyError> {
        if !G::LISTS_PREDECESSORS || !is_mostly_drawn(solution) {
            self.verify_all(solution, Trust::Audited)?;
            return Ok(Check::Successors);
        }
        self.for_each_span(Stage::Verifying, solution.game().ranks(), |span| {
            for rank in span {
                let Some((position, value)) = verify_stored(solution, rank)? else { continue };
                if !has_reason(solution, &position, value) {
                    verify_rank(solution, rank, Trust::Audited)?;
                }
                verify_predecessors(solution, rank, &position, value)?;
            }
            Ok(())
        })?;
        verify_not_empty(solution)?;
        Ok(Check::Predecessors)
    }

    /// Verifies a solution as [`verify`](Self::verify) does, and trusts nothing but the moves of the game: symmetric
    /// positions that have ranks are verified too, and each successor must be the position of its rank. That symmetric
    /// positions have equal values is taken from the game where they have no ranks.
    ///
    /// # Complexity
    ///
    /// For each position that has a rank, each successor is visited, made canonical, ranked, unranked and compared.
    ///
    /// # Errors
    ///
    /// The first wrong value by rank, on any number of threads.
    pub fn verify_every_position<G: Ranked>(&self, solution: &Solution<G>) -> Result<(), VerifyError> {
        self.verify_all(solution, Trust::Nothing)
    }

    /// Verifies a sample of all positions as [`verify_every_position`](Self::verify_every_position) does: that their
    /// values follow from those of their successors.
    ///
    /// # Errors
    ///
    /// The first wrong value in the order in which positions are drawn.
    pub fn verify_some<G: Ranked>(&self, solution: &Solution<G>, sample: Sample) -> Result<(), VerifyError> {
        self.for_each_piece(Stage::Verifying, sample.size, Sample::PIECE, |numbers| {
            for (rank, _) in numbers.map_while(|number| sample.draw(solution.game(), number)) {
                verify_rank(solution, rank, Trust::Nothing)?;
            }
            Ok(())
        })
    }

    fn verify_all<G: Ranked>(&self, solution: &Solution<G>, trust: Trust) -> Result<(), VerifyError> {
        self.for_each_span(Stage::Verifying, solution.game().ranks(), |span| {
            span.into_iter().try_for_each(|rank| verify_rank(solution, rank, trust))
        })?;
        verify_not_empty(solution)
    }
}

/// Whether more positions are drawn than won and lost together.
fn is_mostly_drawn<G: Ranked>(solution: &Solution<G>) -> bool {
    let (mut drawn, mut decided) = (0_u64, 0_u64);
    for value in solution.cells().iter().filter_map(|cell| cell.value()) {
        if value == Value::Draw { drawn += 1 } else { decided += 1 }
    }
    drawn > decided
}

/// Verifies that there is a value if there are positions. Where none of these is canonical, no other check finds that.
fn verify_not_empty<G: Ranked>(solution: &Solution<G>) -> Result<(), VerifyError> {
    let is_empty = solution.cells().iter().all(|cell| cell.value().is_none());
    let position = if is_empty { first_position(solution.game()) } else { None };
    position.map_or(Ok(()), |rank| Err(VerifyError::NoValue { rank }))
}

/// The canonical position of a rank, and its value, if it is not known; that it is stored right if it is known, or if
/// there is no canonical position.
fn verify_stored<G: Ranked>(solution: &Solution<G>, rank: u64) -> Result<Option<(G::Position, Value)>, VerifyError> {
    let Some(position) = canonical_position(solution.game(), rank) else {
        return verify_rank(solution, rank, Trust::Audited).map(|()| None);
    };
    let found = solution.value_of_rank(rank).ok_or(VerifyError::NoValue { rank })?;
    match solution.game().known_value(&position) {
        Some(expected) if found != expected => Err(VerifyError::WrongValue { rank, found, expected }),
        Some(_) => Ok(None),
        None => Ok(Some((position, found))),
    }
}

/// Whether a won or drawn position has a move that gives it this value, and no move to a position of known value gives
/// it a better one. `false` if that must be found out by looking at all moves.
fn has_reason<G: Ranked>(solution: &Solution<G>, position: &G::Position, value: Value) -> bool {
    let game = solution.game();
    let Some(wanted) = value.after_best_move().filter(|wanted| wanted.outcome() != Outcome::Loss) else { return false };
    let (mut is_found, mut is_better) = (false, false);
    let has_exits = game.move_count(position).is_none();
    game.successors(position, &mut |successor| {
        if is_found && !has_exits {
            return;
        }
        let moves_again = || game.moves_again(position, &successor);
        if let Some(known) = game.known_value(&successor) {
            let known = known.for_mover(moves_again());
            is_found |= known == wanted;
            is_better |= known > wanted;
        } else if !is_found {
            let stored = solution.value_unchecked(&successor);
            is_found = stored.is_some_and(|stored| stored.for_mover(moves_again()) == wanted);
        }
    });
    is_found && !is_better
}

/// Verifies that no predecessor of a position has a worse value than the move to it gives.
fn verify_predecessors<G: Ranked>(
    solution: &Solution<G>,
    rank: u64,
    position: &G::Position,
    value: Value,
) -> Result<(), VerifyError> {
    if value == Value::Draw {
        return Ok(());
    }
    let (game, mut result) = (solution.game(), Ok(()));
    let visit = |predecessor| {
        let won = match value.for_mover(game.moves_again(&predecessor, position)) {
            Value::Win(plies) => Value::Win(plies.saturating_add(1)),
            // All moves of a lost position are looked at from there.
            Value::Loss(_) | Value::Draw => return Ok(()),
        };
        let Some(from) = rank_of_predecessor(game, &predecessor) else { return Ok(()) };
        let found = solution.value_of_rank(from).ok_or(VerifyError::NoValue { rank })?;
        // By all its moves, to say what would be right.
        if found < won { verify_rank(solution, from, Trust::Audited) } else { Ok(()) }
    };
    game.predecessors(position, &mut until_error(&mut result, visit));
    result
}

fn verify_rank<G: Ranked>(solution: &Solution<G>, rank: u64, trust: Trust) -> Result<(), VerifyError> {
    let (game, stored) = (solution.game(), solution.value_of_rank(rank));
    let position = game.unrank(rank);
    let is_canonical = position.as_ref().is_some_and(|position| game.canonical(position) == *position);
    if let (Some(found), false) = (stored, is_canonical) {
        return Err(VerifyError::ValueWithoutPosition { rank, found });
    }
    let Some(position) = position.filter(|_| is_canonical || trust == Trust::Nothing) else { return Ok(()) };
    let known = game.known_value(&position);
    // What is stored must agree with what is known, though it is never looked up.
    let looks_at_table = is_canonical && (known.is_some() || trust == Trust::Audited);
    let found = if looks_at_table { stored } else { solution.get(&position) };
    let found = found.ok_or(VerifyError::NoValue { rank })?;
    let expected = match known {
        Some(value) => value,
        None => value_from_successors(solution, rank, &position, trust)?,
    };
    if found == expected { Ok(()) } else { Err(VerifyError::WrongValue { rank, found, expected }) }
}

/// The value by definition: that of the best move, one ply further from the end.
fn value_from_successors<G: Ranked>(
    solution: &Solution<G>,
    rank: u64,
    position: &G::Position,
    trust: Trust,
) -> Result<Value, VerifyError> {
    let game = solution.game();
    let (mut result, mut best) = (Ok(()), None);
    let visit = |successor| {
        let value = match trust {
            Trust::Nothing => solution.get(&successor),
            Trust::Audited => solution.value_unchecked(&successor),
        };
        let value = value.ok_or(VerifyError::NoValue { rank })?;
        best = best.max(Some(value.for_mover(game.moves_again(position, &successor))));
        Ok(())
    };
    game.successors(position, &mut until_error(&mut result, visit));
    result?;
    Ok(best.map_or_else(|| Value::of_ending(game.ending(position)), Value::before_move))
}
