//! Checks of single positions and their moves, which audits make for all positions and solving for a few.

use crate::checksum::mix;
use crate::error::{Error, ErrorKind};
use crate::game::{Ranked, is_canonical};
use crate::memory::index;
use crate::moves::Class;
use crate::region::{Place, Region};
use crate::sample::{Sample, below};

/// A position that has passed the checks.
pub(crate) struct Checked<P> {
    pub(crate) canonical: P,
    pub(crate) canonical_rank: u64,
    /// Whether the position is its canonical one.
    pub(crate) is_canonical: bool,
    /// Empty if the value of the position is known.
    pub(crate) successors: Vec<Class>,
}

impl<G: Ranked> Region<'_, G> {
    /// Counts the moves between a canonical position and up to `partners` others, in both directions, each by
    /// successors and by predecessors: with weights as [`visit_incoming`](Self::visit_incoming) says, the counts must be
    /// equal. It is an error if they are not.
    pub(crate) fn check_moves_both_ways(
        &self,
        rank: u64,
        position: &G::Position,
        partners: usize,
    ) -> Result<(), Error> {
        let game = self.game;
        if game.known_value(position).is_some() {
            return Ok(());
        }
        let check = |from: u64, to: u64, [out, back]: [[u64; 2]; 2]| {
            let to = self.rank_in_game(to);
            let text = "is wrong: successors and predecessors disagree on the moves from here to rank";
            let text = format_args!("{text} {to}, or orbit is wrong; audit the game");
            if out == back { Ok(()) } else { Err(self.error(ErrorKind::Game, from, text)) }
        };
        // Others report a rank that is out of range.
        let position_at = |rank| if rank < self.ranks() { self.canonical_position(rank) } else { None };
        let successors = self.successor_classes(position)?;
        for to in choose(&successors, partners, rank) {
            let Some(reached) = position_at(to) else { continue };
            let back = Class::count(&self.predecessor_classes(&reached), rank, game.orbit(&reached));
            check(rank, to, [Class::count(&successors, to, game.orbit(position)), back])?;
        }
        let predecessors = self.predecessor_classes(position);
        for from in choose(&predecessors, partners, rank) {
            let Some(start) = position_at(from) else { continue };
            let out = Class::count(&self.successor_classes(&start)?, rank, game.orbit(&start));
            check(from, rank, [out, Class::count(&predecessors, from, game.orbit(position))])?;
        }
        Ok(())
    }

    /// Checks everything but predecessors and the number of symmetric positions. Of the successors that are not canonical
    /// this number are compared with their canonical positions.
    pub(crate) fn check_position(
        &self,
        rank: u64,
        position: &G::Position,
        images: usize,
    ) -> Result<Checked<G::Position>, Error> {
        let game = self.game;
        let canonical = game.canonical(position);
        let is_canonical = canonical == *position;
        if is_canonical {
            self.check_rank(rank, position)?;
        }
        let canonical_rank = self.check_canonical(rank, &canonical)?;
        let mut checked = Checked { canonical, canonical_rank, is_canonical, successors: Vec::new() };
        self.check_known_value(rank, position, &checked.canonical)?;
        if game.known_value(position).is_some() {
            return Ok(checked);
        }
        let mut images = images;
        self.visit_classes(position, |successor, class| {
            let canonical = game.canonical(successor);
            self.check_known_value(rank, successor, &canonical)?;
            if !matches!(class.place, Place::Known(_)) {
                if class.place == Place::Nowhere(None) {
                    return Err(self.nowhere(rank, position, successor, None));
                }
                self.check_canonical(rank, &canonical)?;
                if images > 0 && *successor != canonical {
                    images -= 1;
                    self.check_image(rank, successor, &canonical)?;
                }
            }
            checked.successors.push(class);
            Ok(())
        })?;
        self.check_move_count(rank, position, &checked.successors)?;
        if !is_canonical {
            self.check_image(rank, position, &checked.canonical)?;
        }
        Ok(checked)
    }

    pub(crate) fn check_known_value(
        &self,
        rank: u64,
        position: &G::Position,
        canonical: &G::Position,
    ) -> Result<(), Error> {
        if self.game.known_value(position) == self.game.known_value(canonical) {
            return Ok(());
        }
        let text =
            "has a known_value, or a successor or predecessor that has one, where the canonical position differs";
        Err(self.error(ErrorKind::Game, rank, text))
    }

    /// Checks the number of moves that a game counts by itself, against all moves.
    fn check_move_count(&self, rank: u64, position: &G::Position, successors: &[Class]) -> Result<(), Error> {
        let Some(found) = self.game.move_count(position) else { return Ok(()) };
        let visited = successors.len();
        let known = visited - successors.iter().filter_map(Class::rank).count();
        if (u64::from(found), known) == (visited as u64, 0) {
            return Ok(());
        }
        let text = "of known value or in another part; return None where there are such";
        let text = format_args!("has move_count {found}, but {visited} successors, {known} of them {text}");
        Err(self.error(ErrorKind::Game, rank, text))
    }

    /// Checks that the canonical position of a position represents itself, and that its rank is its own. Returns the
    /// rank.
    pub(crate) fn check_canonical(&self, rank: u64, canonical: &G::Position) -> Result<u64, Error> {
        let found = self.game.rank(canonical);
        let own = self.rank(canonical).filter(|own| self.unrank(*own).as_ref() == Some(canonical));
        let Some(own) = own else { return Err(self.no_position(found, Some(rank))) };
        if !is_canonical(self.game, canonical) {
            let text = "has a canonical position that has a different canonical position itself";
            return Err(self.error(ErrorKind::Game, rank, text));
        }
        Ok(own)
    }

    /// Checks that a position has the rank that it was found at, if it is canonical.
    fn check_rank(&self, rank: u64, position: &G::Position) -> Result<(), Error> {
        let found = self.game.rank(position);
        if found == Some(self.rank_in_game(rank)) {
            return Ok(());
        }
        let found = found.map_or_else(|| "none".to_owned(), |rank| rank.to_string());
        let text = format_args!("is not the rank of the position that unrank returns for it: that is {found}");
        Err(self.error(ErrorKind::Game, rank, text))
    }

    /// Compares a position with its canonical position: their moves must lead to the same classes of positions. Either
    /// it has the rank, or a position that leads to it.
    fn check_image(&self, rank: u64, position: &G::Position, canonical: &G::Position) -> Result<(), Error> {
        let game = self.game;
        let (own, other) = (self.successor_classes(position)?, self.successor_classes(canonical)?);
        if own != other || own.is_empty() && game.ending(position) != game.ending(canonical) {
            let text = format_args!("and its canonical position {canonical:?} have other moves or another ending");
            return Err(self.error(ErrorKind::Game, rank, text));
        }
        let [found, expected] = [position, canonical].map(|position| game.orbit(position));
        if found != expected {
            let text = format_args!("has orbit {found}, but its canonical position has orbit {expected}");
            return Err(self.error(ErrorKind::Game, rank, text));
        }
        Ok(())
    }

    /// Finds out at a small cost, in most cases, whether ranks, symmetries, numbers of moves and predecessors are
    /// right.
    #[cold]
    pub(crate) fn check_a_few(&self) -> Result<(), Error> {
        // All moves of the smallest games; of others four positions, which take some ten microseconds, up to 64 of
        // large ones.
        let is_tiny = self.ranks() <= 64;
        let (size, partners) = if is_tiny { (self.ranks(), usize::MAX) } else { (4 + (self.ranks() >> 14).min(60), 1) };
        let sample = Sample { size, seed: 0 };
        for number in 0..size {
            let drawn = match number {
                _ if is_tiny => self.unrank(number).map(|position| (number, position)),
                0 => sample.draw(self, number),
                _ => sample.try_to_draw(self, number),
            };
            let Some((rank, position)) = drawn else { continue };
            // In a game that ranks only canonical positions, symmetry shows nowhere but in successors.
            let checked = self.check_position(rank, &position, 1)?;
            if G::LISTS_PREDECESSORS {
                self.check_moves_both_ways(checked.canonical_rank, &checked.canonical, partners)?;
            }
        }
        Ok(())
    }
}

/// Up to `count` of the different ranks of classes in ascending order, among them others for other seeds.
fn choose(classes: &[Class], count: usize, seed: u64) -> Vec<u64> {
    let mut ranks: Vec<u64> = classes.iter().filter_map(Class::rank).collect();
    ranks.dedup();
    if ranks.len() > count {
        let first = index(below(ranks.len() as u64, mix(seed)));
        ranks.rotate_left(first);
        ranks.truncate(count);
    }
    ranks
}
