//! Verifying a solution: each value must follow from the values of the successors. Of the solver's code it uses only
//! the way in which ranks are divided among threads (`solver.rs`), and which predecessors are ignored (`moves.rs`).

use std::fmt;

use crate::game::{Ranked, canonical_position, checked_rank, first_if_none_is_canonical, is_canonical, until_error};
use crate::moves::rank_of_predecessor;
use crate::progress::Stage;
use crate::sample::Sample;
use crate::solution::Solution;
use crate::solver::Solver;
use crate::value::{Outcome, Value};

/// The first error in a solution, by rank. A value that is `found` is that in the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "a rank belongs to the position, and values are named after where they come from")]
pub enum VerifyError {
    /// A position has another value than the game knows, than follows from its successors, or from
    /// [`Game::ending`](crate::Game::ending) if there are none.
    WrongValue { rank: u64, found: Value, expected: Value },
    /// A position or one of its successors has no value in the solution. [`Solver::audit`] tells what is wrong
    /// with the game.
    NoValue { rank: u64 },
    /// The solution has a value for a rank without a canonical position.
    ValueWithoutPosition { rank: u64, found: Value },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongValue { rank, found, expected } => write!(
                f,
                "the position of rank {rank} has the value \"{found}\", but \"{expected}\" follows from the rules"
            ),
            Self::ValueWithoutPosition { rank, found } => {
                write!(f, "rank {rank} has the value \"{found}\", but no canonical position")
            }
            Self::NoValue { rank } => {
                write!(f, "rank {rank} or one of its successors has no value in the solution; audit the game")
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
pub(crate) enum Trust {
    /// All positions are.
    Nothing,
    /// Only canonical ones are, and each position has the rank that the game says.
    Audited,
}

impl Solver<'_> {
    /// Verifies a solution of a game that has passed an [`audit`](Self::audit), in one pass over its canonical
    /// positions that is independent of how it was found. What the game says of symmetric positions, ranks and
    /// predecessors is trusted: [`verify_every_position`](Self::verify_every_position) does not. The error is the first
    /// by rank, if all are checked by successors.
    ///
    /// A solution that passes is right. Won and lost positions are, because each rests on others with a smaller
    /// distance, down to the ends of the game and to positions whose value is known. Drawn ones are, because each has a
    /// drawn successor and none that is lost: a player who stays among them cannot be beaten, and one who leaves them
    /// loses.
    ///
    /// # Complexity
    ///
    /// Takes no memory to speak of. Of two checks of the same, the faster one is chosen and returned:
    ///
    /// - by [successors](Check::Successors): each one of each position is made canonical, ranked and looked up.
    /// - by [predecessors](Check::Predecessors), if the game [lists](crate::Game::LISTS_PREDECESSORS) them and most
    ///   positions are drawn: successors are looked up for a lost position, and for others up to one that is as good as
    ///   stored; that none is better follows, for all positions, from the predecessors of those that are won or lost.
    pub fn verify<G: Ranked>(&self, solution: &Solution<G>) -> Result<Check, VerifyError> {
        if !G::LISTS_PREDECESSORS || !is_mostly_drawn(solution) {
            self.verify_all(solution, Trust::Audited)?;
            return Ok(Check::Successors);
        }
        let game = solution.game();
        self.for_each_span(Stage::Verifying, game.ranks(), |span| {
            for rank in span {
                let position = canonical_position(game, rank).filter(|at| game.known_value(at).is_none());
                let Some((position, value)) = position.zip(solution.value_of_rank(rank)) else {
                    verify_rank(solution, rank, Trust::Audited)?;
                    continue;
                };
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

    /// Verifies a solution as [`verify`](Self::verify) does, and trusts only the moves of the game: symmetric positions
    /// that have ranks are verified too, and each successor must be the position of its rank. That symmetric positions
    /// have equal values is taken from the game where they have no ranks. The error is the first by rank. Each
    /// successor is made canonical, ranked, unranked and compared.
    pub fn verify_every_position<G: Ranked>(&self, solution: &Solution<G>) -> Result<(), VerifyError> {
        self.verify_all(solution, Trust::Nothing)
    }

    /// Verifies a sample of all positions as [`verify_every_position`](Self::verify_every_position) does: that their
    /// values follow from the values of their successors. The error is the first in the order in which they are drawn.
    pub fn verify_some<G: Ranked>(&self, solution: &Solution<G>, sample: Sample) -> Result<(), VerifyError> {
        self.for_each_piece(Stage::Verifying, sample.size, Sample::PIECE, |numbers| {
            let mut drawn = numbers.map_while(|number| sample.draw(solution.game(), number));
            drawn.try_for_each(|(rank, _)| verify_rank(solution, rank, Trust::Nothing))
        })
    }

    fn verify_all<G: Ranked>(&self, solution: &Solution<G>, trust: Trust) -> Result<(), VerifyError> {
        self.for_each_span(Stage::Verifying, solution.game().ranks(), |span| {
            let mut batch = Batch::default();
            let batches = span.clone().step_by(BATCH).map(|first| first..span.end.min(first + BATCH as u64));
            for mut ranks in batches {
                let added =
                    ranks.try_for_each(|rank| batch.add(solution.game(), rank, trust, value_in(solution)).map(drop));
                batch.verify(value_in(solution))?;
                added?;
            }
            Ok(())
        })?;
        verify_not_empty(solution)
    }
}

/// Whether more positions are drawn than won and lost together.
fn is_mostly_drawn<G: Ranked>(solution: &Solution<G>) -> bool {
    let values = solution.cells().iter().filter_map(|cell| cell.value());
    values.map(|value| if value == Value::Draw { 1 } else { -1 }).sum::<i64>() > 0
}

/// Verifies that some position is canonical, if there are any: no other check does.
fn verify_not_empty<G: Ranked>(solution: &Solution<G>) -> Result<(), VerifyError> {
    let is_empty = solution.cells().iter().all(|cell| cell.value().is_none());
    let position = if is_empty { first_if_none_is_canonical(solution.game()) } else { None };
    position.map_or(Ok(()), |rank| Err(VerifyError::NoValue { rank }))
}

/// Whether a won or drawn position has a move that gives it this value, and no move to a position of known value gives
/// it a better one. `false` if that must be found out by looking at all moves.
fn has_reason<G: Ranked>(solution: &Solution<G>, position: &G::Position, value: Value) -> bool {
    let game = solution.game();
    let wanted = match value {
        Value::Win(plies) => plies.checked_sub(1).map(Value::Win),
        Value::Draw => Some(Value::Draw),
        Value::Loss(_) => None,
    };
    let Some(wanted) = wanted else { return false };
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
        let won = value.for_mover(game.moves_again(&predecessor, position)).before_move();
        if won.outcome() != Outcome::Win {
            // All moves of a lost position are looked at from there.
            return Ok(());
        }
        let Some(from) = rank_of_predecessor(game, &predecessor) else { return Ok(()) };
        let found = solution.value_of_rank(from).ok_or(VerifyError::NoValue { rank })?;
        // By all its moves, to say what would be right.
        if found < won { verify_rank(solution, from, Trust::Audited) } else { Ok(()) }
    };
    game.predecessors(position, &mut until_error(&mut result, visit));
    result
}

fn verify_rank<G: Ranked>(solution: &Solution<G>, rank: u64, trust: Trust) -> Result<(), VerifyError> {
    let mut batch = Batch::default();
    batch.add(solution.game(), rank, trust, value_in(solution))?;
    batch.verify(value_in(solution))
}

fn value_in<G: Ranked>(solution: &Solution<G>) -> impl Fn(u64) -> Option<Value> {
    |rank| solution.value_of_rank(rank)
}

/// The number of ranks whose positions are verified together.
const BATCH: usize = 64;

/// Positions that are to be verified together, with what their moves lead to.
// No cache holds the table, but many of its values are read at the same time in a loop that does nothing else.
#[derive(Debug, Default)]
pub struct Batch {
    entries: Vec<Entry>,
    /// The moves of all positions that lead to values in the table, one position after another.
    moves: Vec<Move>,
}

/// A position that has a value.
#[derive(Debug)]
struct Entry {
    rank: u64,
    found: Value,
    /// By the best move to a known value, or by the end of the game if there are no moves.
    expected: Option<Value>,
    /// The number of its moves in the list.
    moves: usize,
}

#[derive(Debug)]
pub(crate) struct Move {
    /// The rank of the successor.
    pub(crate) to: u64,
    moves_again: bool,
    /// The value there, once it is looked up.
    value: Option<Value>,
}

impl Batch {
    /// Adds the position of a rank, given what is stored for ranks; it is verified at once if its value is known.
    /// Returns its moves.
    pub(crate) fn add<G: Ranked>(
        &mut self,
        game: &G,
        rank: u64,
        trust: Trust,
        value_of_rank: impl Fn(u64) -> Option<Value>,
    ) -> Result<&[Move], VerifyError> {
        let (position, stored) = (game.unrank(rank), value_of_rank(rank));
        let is_canonical = position.as_ref().is_some_and(|position| is_canonical(game, position));
        if let (Some(found), false) = (stored, is_canonical) {
            return Err(VerifyError::ValueWithoutPosition { rank, found });
        }
        let Some(position) = position.filter(|_| is_canonical || trust == Trust::Nothing) else { return Ok(&[]) };
        let known = game.known_value(&position);
        // What is stored must agree with what is known, though it is never looked up.
        let looks_at_table = is_canonical && (known.is_some() || trust == Trust::Audited);
        // A canonical position is looked up by the one rank that `rank` gives; a value at another would not be seen.
        let own_rank = || rank_of(game, &position, trust).filter(|own| !is_canonical || *own == rank);
        let found = if looks_at_table { stored } else { known.or_else(|| value_of_rank(own_rank()?)) };
        let found = found.ok_or(VerifyError::NoValue { rank })?;
        if let Some(expected) = known {
            return expect(rank, found, expected).map(|()| &[][..]);
        }
        let (first, mut expected, mut result) = (self.moves.len(), None, Ok(()));
        let visit = |successor| {
            let moves_again = game.moves_again(&position, &successor);
            if let Some(known) = game.known_value(&successor) {
                expected = expected.max(Some(known.for_mover(moves_again).before_move()));
            } else {
                let to = rank_of(game, &successor, trust).ok_or(VerifyError::NoValue { rank })?;
                self.moves.push(Move { to, moves_again, value: None });
            }
            Ok(())
        };
        game.successors(&position, &mut until_error(&mut result, visit));
        if let Err(error) = result {
            self.moves.truncate(first);
            return Err(error);
        }
        let moves = self.moves.len() - first;
        if moves == 0 && expected.is_none() {
            expected = Some(Value::of_ending(game.ending(&position)));
        }
        self.entries.push(Entry { rank, found, expected, moves });
        Ok(&self.moves[first..])
    }

    /// Verifies the positions, in the order in which they were added, and removes them.
    pub(crate) fn verify(&mut self, value_of_rank: impl Fn(u64) -> Option<Value>) -> Result<(), VerifyError> {
        for Move { to, value, .. } in &mut self.moves {
            *value = value_of_rank(*to);
        }
        let mut all_moves = self.moves.drain(..);
        for Entry { rank, found, mut expected, moves } in self.entries.drain(..) {
            for Move { moves_again, value, .. } in all_moves.by_ref().take(moves) {
                let value = value.ok_or(VerifyError::NoValue { rank })?;
                expected = expected.max(Some(value.for_mover(moves_again).before_move()));
            }
            expect(rank, found, expected.expect("a position has moves or is an end"))?;
        }
        Ok(())
    }
}

fn expect(rank: u64, found: Value, expected: Value) -> Result<(), VerifyError> {
    if found == expected { Ok(()) } else { Err(VerifyError::WrongValue { rank, found, expected }) }
}

/// The rank of the canonical form of a position whose value is not known.
fn rank_of<G: Ranked>(game: &G, position: &G::Position, trust: Trust) -> Option<u64> {
    match trust {
        Trust::Nothing => checked_rank(game, position),
        Trust::Audited => game.rank(&game.canonical(position)).filter(|rank| *rank < game.ranks()),
    }
}
