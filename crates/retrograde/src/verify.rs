//! Verifying a solution: each value must follow from the values of the successors. Of the solver's code it uses only
//! the way in which ranks are divided among threads (`solver.rs`), and where a move leads (`region.rs`).

use crate::cell::Cell;
use crate::error::{Error, ErrorKind};
use crate::game::{Ranked, checked_rank, is_canonical};
use crate::moves::Class;
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::region::{Lookup, Region};
use crate::sample::Sample;
use crate::solution::{Solution, value_in};
use crate::solver::Solver;
use crate::value::Value;

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
    /// positions that is independent of how it was found. What the game says of symmetric positions and ranks is
    /// trusted: [`verify_every_position`](Self::verify_every_position) does not.
    ///
    /// A solution that passes is right. Won and lost positions are, because each rests on others with a smaller
    /// distance, down to the ends of the game and to positions whose value is known. Drawn ones are, because each has a
    /// drawn successor and none that is lost: a player who stays among them cannot be beaten, and one who leaves them
    /// loses.
    ///
    /// # Complexity
    ///
    /// Takes no memory to speak of. Each successor of each position is made canonical, ranked and looked up.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::WrongValue`]: the first by rank.
    pub fn verify<G: Ranked>(&self, solution: &Solution<G>) -> Result<(), Error> {
        self.verify_region(&Region::whole(solution.game()), Trust::Audited, solution.cells())
    }

    /// Verifies the values of a region.
    pub(crate) fn verify_region<G: Ranked>(
        &self,
        region: &Region<'_, G>,
        trust: Trust,
        cells: &[Cell],
    ) -> Result<(), Error> {
        self.for_each_piece(Stage::Verifying, region.ranks(), SPAN, |span| {
            region.verify(span, trust, |rank| Ok(value_in(cells, rank)))
        })
    }

    /// Verifies a solution as [`verify`](Self::verify) does, and trusts only the rules: the moves of the game, who moves
    /// again, endings and known values. Symmetric positions that have ranks are verified too, and each successor must
    /// be the position of its rank. That symmetric positions have equal values is taken from the game where they have
    /// no ranks. The error is the first by rank. Each successor is made canonical, ranked, unranked and compared.
    pub fn verify_every_position<G: Ranked>(&self, solution: &Solution<G>) -> Result<(), Error> {
        self.verify_region(&Region::whole(solution.game()), Trust::Rules, solution.cells())
    }

    /// Verifies a sample of all positions as [`verify_every_position`](Self::verify_every_position) does: that their
    /// values follow from the values of their successors. The error is the first in the order in which they are drawn.
    pub fn verify_some<G: Ranked>(&self, solution: &Solution<G>, sample: Sample) -> Result<(), Error> {
        let region = &Region::whole(solution.game());
        self.for_each_piece(Stage::Verifying, sample.size, Sample::PIECE, |numbers| {
            let ranks = numbers.map_while(|number| Some(sample.draw(region, number)?.0));
            region.verify(ranks, Trust::Rules, |rank| Ok(value_in(solution.cells(), rank)))
        })
    }
}

impl<G: Ranked> Region<'_, G> {
    /// Verifies the positions of some ranks, given the values of all. The error is the first in their order.
    pub(crate) fn verify(
        &self,
        ranks: impl IntoIterator<Item = u64>,
        trust: Trust,
        value: impl Fn(u64) -> Result<Option<Value>, Error>,
    ) -> Result<(), Error> {
        let mut moves = Vec::new();
        ranks.into_iter().try_for_each(|rank| self.verify_rank(rank, trust, &value, &mut moves))
    }

    /// Verifies the position of a rank. `moves` is room for what its moves lead to: no cache holds a large table, but many
    /// of its values are read at the same time in a loop that does nothing else.
    fn verify_rank(
        &self,
        rank: u64,
        trust: Trust,
        value: impl Fn(u64) -> Result<Option<Value>, Error>,
        moves: &mut Vec<(u64, bool)>,
    ) -> Result<(), Error> {
        let (game, position, stored) = (self.game, self.unrank(rank), value(rank)?);
        let is_canonical = position.as_ref().is_some_and(|position| is_canonical(game, position));
        if let (Some(found), false) = (stored, is_canonical) {
            let text = format_args!("has the value \"{found}\", but no canonical position");
            return Err(self.error(ErrorKind::WrongValue, rank, text));
        }
        let Some(position) = position.filter(|_| is_canonical || trust == Trust::Rules) else { return Ok(()) };
        let known = game.known_value(&position);
        // What is stored must agree with what is known, though it is never looked up.
        let looks_at_table = is_canonical && (known.is_some() || trust == Trust::Audited);
        // A canonical position is looked up by the one rank that `rank` gives; a value at another would not be seen.
        let own_rank = || checked_rank(game, &position).filter(|own| !is_canonical || *own == rank);
        let found = match known {
            _ if looks_at_table => stored,
            Some(known) => Some(known),
            None => own_rank().map_or(Ok(None), &value)?,
        };
        let no_value = || {
            let text = "or one of its successors has no value in the solution; audit the game";
            self.error(ErrorKind::WrongValue, rank, text)
        };
        let (found, mut expected) = (found.ok_or_else(no_value)?, known);
        if known.is_none() {
            moves.clear();
            self.visit_classes(&position, |successor, Class { place, moves_again }| {
                match place {
                    Lookup::Known(known) => expected = expected.max(Some(known.for_mover(moves_again).before_move())),
                    Lookup::Rank(to) if trust == Trust::Audited || checked_rank(game, successor).is_some() => {
                        moves.push((to, moves_again));
                    }
                    _ => return Err(no_value()),
                }
                Ok(())
            })?;
            for &(to, moves_again) in &*moves {
                let value = value(to)?.ok_or_else(no_value)?;
                expected = expected.max(Some(value.for_mover(moves_again).before_move()));
            }
        }
        let expected = expected.unwrap_or_else(|| Value::of_ending(game.ending(&position)));
        if found == expected {
            return Ok(());
        }
        let text = format_args!("has the value \"{found}\", but \"{expected}\" follows from the rules");
        Err(self.error(ErrorKind::WrongValue, rank, text))
    }
}
