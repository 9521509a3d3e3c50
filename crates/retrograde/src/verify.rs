//! Verifying a solution: each value must follow from the values of the successors. Of the solver's code it uses only
//! the way in which ranks are divided among threads (`solver.rs`), and where a move leads (`region.rs`).

use crate::cell::Cell;
use crate::error::{Error, ErrorKind};
use crate::game::{Ranked, checked_rank, is_canonical};
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::region::{Place, Region};
use crate::sample::Sample;
use crate::solution::{Solution, value_in};
use crate::solver::Solver;
use crate::value::{Outcome, Value};

/// Which positions are verified, and what is taken for granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// All positions are.
    Rules,
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
    /// Takes no memory to speak of. Each successor of each position is made canonical, ranked and looked up. If the
    /// game [lists](crate::Game::LISTS_PREDECESSORS) predecessors and most positions are drawn, that is done for lost
    /// positions, and for others up to a successor that is as good as stored; that none is better follows, for all
    /// positions, from the predecessors of those that are won or lost.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::WrongValue`]: the first by rank, unless predecessors are used.
    pub fn verify<G: Ranked>(&self, solution: &Solution<G>) -> Result<(), Error> {
        self.verify_region(&Region::whole(solution.game()), solution.cells())
    }

    /// Verifies the values of a region, if the game has passed an audit.
    pub(crate) fn verify_region<G: Ranked>(&self, region: &Region<'_, G>, cells: &[Cell]) -> Result<(), Error> {
        let value = |rank| value_in(cells, rank);
        let by_predecessors = G::LISTS_PREDECESSORS && is_mostly_drawn(cells);
        self.for_each_piece(Stage::Verifying, region.ranks(), SPAN, |span| {
            if !by_predecessors {
                return region.verify(span, Trust::Audited, value);
            }
            for rank in span {
                let position = region.canonical_position(rank).filter(|at| region.game.known_value(at).is_none());
                let Some((position, found)) = position.zip(value(rank)) else {
                    region.verify([rank], Trust::Audited, value)?;
                    continue;
                };
                if !region.has_reason(&position, found, value)? {
                    region.verify([rank], Trust::Audited, value)?;
                }
                region.verify_predecessors(rank, &position, found, value)?;
            }
            Ok(())
        })
    }

    /// Verifies a solution as [`verify`](Self::verify) does, and trusts only the rules: the moves of the game, who moves
    /// again, endings and known values. Symmetric positions that have ranks are verified too, and each successor must
    /// be the position of its rank. That symmetric positions have equal values is taken from the game where they have
    /// no ranks. The error is the first by rank. Each successor is made canonical, ranked, unranked and compared.
    pub fn verify_every_position<G: Ranked>(&self, solution: &Solution<G>) -> Result<(), Error> {
        let region = &Region::whole(solution.game());
        self.for_each_piece(Stage::Verifying, region.ranks(), SPAN, |span| {
            region.verify(span, Trust::Rules, |rank| value_in(solution.cells(), rank))
        })
    }

    /// Verifies a sample of all positions as [`verify_every_position`](Self::verify_every_position) does: that their
    /// values follow from the values of their successors. The error is the first in the order in which they are drawn.
    pub fn verify_some<G: Ranked>(&self, solution: &Solution<G>, sample: Sample) -> Result<(), Error> {
        let region = &Region::whole(solution.game());
        self.for_each_piece(Stage::Verifying, sample.size, Sample::PIECE, |numbers| {
            let ranks = numbers.map_while(|number| Some(sample.draw(region, number)?.0));
            region.verify(ranks, Trust::Rules, |rank| value_in(solution.cells(), rank))
        })
    }
}

/// Whether more positions are drawn than won and lost together.
fn is_mostly_drawn(cells: &[Cell]) -> bool {
    let values = cells.iter().filter_map(|cell| cell.value());
    values.map(|value| if value == Value::Draw { 1 } else { -1 }).sum::<i64>() > 0
}

impl<G: Ranked> Region<'_, G> {
    /// Verifies the positions of some ranks, given the values of all. The error is the first by rank.
    pub(crate) fn verify(
        &self,
        ranks: impl IntoIterator<Item = u64>,
        trust: Trust,
        value: impl Fn(u64) -> Option<Value>,
    ) -> Result<(), Error> {
        let (mut batch, mut ranks) = (Batch::new(trust), ranks.into_iter().peekable());
        while ranks.peek().is_some() {
            let added = ranks.by_ref().take(BATCH).try_for_each(|rank| batch.add(self, rank, &value).map(drop));
            batch.verify(self, &value)?;
            added?;
        }
        Ok(())
    }

    /// Whether a won or drawn position has a move that gives it this value, and no move to a position of known value
    /// gives it a better one. `false` if that must be found out by looking at all moves.
    fn has_reason(
        &self,
        position: &G::Position,
        found: Value,
        value: impl Fn(u64) -> Option<Value>,
    ) -> Result<bool, Error> {
        let wanted = match found {
            Value::Win(plies) => plies.checked_sub(1).map(Value::Win),
            Value::Draw => Some(Value::Draw),
            Value::Loss(_) => None,
        };
        let Some(wanted) = wanted else { return Ok(false) };
        let (mut is_found, mut is_better) = (false, false);
        let has_exits = self.game.move_count(position).is_none();
        self.successors(position, |successor| {
            if is_found && !has_exits {
                return Ok(());
            }
            let moves_again = || self.game.moves_again(position, &successor);
            if let Some(known) = self.known(&successor)? {
                let known = known.for_mover(moves_again());
                is_found |= known == wanted;
                is_better |= known > wanted;
            } else if !is_found {
                let stored = self.rank(&self.game.canonical(&successor)).and_then(&value);
                is_found = stored.is_some_and(|stored| stored.for_mover(moves_again()) == wanted);
            }
            Ok(())
        })?;
        Ok(is_found && !is_better)
    }

    /// Verifies that no predecessor of a position has a worse value than the move to it gives.
    fn verify_predecessors(
        &self,
        rank: u64,
        position: &G::Position,
        found: Value,
        value: impl Fn(u64) -> Option<Value>,
    ) -> Result<(), Error> {
        if found == Value::Draw {
            return Ok(());
        }
        self.predecessors(position, |predecessor| {
            let won = found.for_mover(self.game.moves_again(&predecessor, position)).before_move();
            if won.outcome() != Outcome::Win {
                // All moves of a lost position are looked at from there.
                return Ok(());
            }
            let Some(from) = self.rank_of_predecessor(&predecessor) else { return Ok(()) };
            // By all its moves, to say what would be right.
            let is_worse = value(from).ok_or_else(|| self.no_value(rank))? < won;
            if is_worse { self.verify([from], Trust::Audited, &value) } else { Ok(()) }
        })
    }

    fn no_value(&self, rank: u64) -> Error {
        let text = "or one of its successors has no value in the solution; audit the game";
        self.error(ErrorKind::WrongValue, rank, text)
    }

    fn expect(&self, rank: u64, found: Value, expected: Value) -> Result<(), Error> {
        if found == expected {
            return Ok(());
        }
        let text = format_args!("has the value \"{found}\", but \"{expected}\" follows from the rules");
        Err(self.error(ErrorKind::WrongValue, rank, text))
    }
}

/// The number of ranks whose positions are verified together.
const BATCH: usize = 64;

/// Positions that are to be verified together, with what their moves lead to.
// No cache holds the table, but many of its values are read at the same time in a loop that does nothing else.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Batch {
    trust: Trust,
    entries: Vec<Entry>,
    /// The moves of all positions that lead to values in the table, one position after another.
    moves: Vec<Move>,
}

/// A position that has a value.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    rank: u64,
    found: Value,
    /// By the best move to a known value, or by the end of the game if there are no moves.
    expected: Option<Value>,
    /// The number of its moves in the list.
    moves: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// The rank of the successor.
    pub(crate) to: u64,
    moves_again: bool,
    /// The value there, once it is looked up.
    value: Option<Value>,
}

impl Batch {
    pub(crate) fn new(trust: Trust) -> Self {
        Self { trust, entries: Vec::new(), moves: Vec::new() }
    }

    /// Adds the position of a rank, given what is stored for ranks; it is verified at once if its value is known.
    /// Returns its moves.
    pub(crate) fn add<G: Ranked>(
        &mut self,
        region: &Region<'_, G>,
        rank: u64,
        value_of_rank: impl Fn(u64) -> Option<Value>,
    ) -> Result<&[Move], Error> {
        let (game, trust) = (region.game, self.trust);
        let (position, stored) = (region.unrank(rank), value_of_rank(rank));
        let is_canonical = position.as_ref().is_some_and(|position| is_canonical(game, position));
        if let (Some(found), false) = (stored, is_canonical) {
            let text = format_args!("has the value \"{found}\", but no canonical position");
            return Err(region.error(ErrorKind::WrongValue, rank, text));
        }
        let Some(position) = position.filter(|_| is_canonical || trust == Trust::Rules) else { return Ok(&[]) };
        let known = game.known_value(&position);
        // What is stored must agree with what is known, though it is never looked up.
        let looks_at_table = is_canonical && (known.is_some() || trust == Trust::Audited);
        // A canonical position is looked up by the one rank that `rank` gives; a value at another would not be seen.
        let own_rank = || checked_rank(game, &position).filter(|own| !is_canonical || *own == rank);
        let found = if looks_at_table { stored } else { known.or_else(|| value_of_rank(own_rank()?)) };
        let found = found.ok_or_else(|| region.no_value(rank))?;
        if let Some(expected) = known {
            return region.expect(rank, found, expected).map(|()| &[][..]);
        }
        let (first, mut expected) = (self.moves.len(), None);
        let visited = region.successors(&position, |successor| {
            let moves_again = game.moves_again(&position, &successor);
            match region.place(&successor)? {
                Place::Known(known) => expected = expected.max(Some(known.for_mover(moves_again).before_move())),
                Place::Rank(to) if trust == Trust::Audited || checked_rank(game, &successor).is_some() => {
                    self.moves.push(Move { to, moves_again, value: None });
                }
                _ => return Err(region.no_value(rank)),
            }
            Ok(())
        });
        if let Err(error) = visited {
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
    pub(crate) fn verify<G: Ranked>(
        &mut self,
        region: &Region<'_, G>,
        value_of_rank: impl Fn(u64) -> Option<Value>,
    ) -> Result<(), Error> {
        for Move { to, value, .. } in &mut self.moves {
            *value = value_of_rank(*to);
        }
        let mut all_moves = self.moves.drain(..);
        for Entry { rank, found, mut expected, moves } in self.entries.drain(..) {
            for Move { moves_again, value, .. } in all_moves.by_ref().take(moves) {
                let value = value.ok_or_else(|| region.no_value(rank))?;
                expected = expected.max(Some(value.for_mover(moves_again).before_move()));
            }
            region.expect(rank, found, expected.expect("a position has moves or is an end"))?;
        }
        Ok(())
    }
}
