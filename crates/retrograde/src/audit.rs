//! Auditing a game: its methods must agree with one another. Solving does the same for a few positions.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crate::checksum::mix;
use crate::error::{Error, ErrorKind};
use crate::game::{Ranked, is_canonical};
use crate::memory::{filled, index};
use crate::moves::Class;
use crate::part::check_parts;
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::region::{Lookup, Region};
use crate::sample::{Sample, below};
use crate::solver::Solver;
use crate::value::Value;

/// What the audits of all positions add up.
struct Audited {
    /// The rank of the canonical position.
    canonical_rank: u64,
    /// The orbit of a canonical position; 0 for any other.
    orbit: u64,
    /// Hashes of the moves from the position, less those to it.
    moves: u64,
}

impl Solver<'_> {
    /// Audits a game: checks that its ranks and positions correspond, that moves are counted right, that symmetries
    /// keep moves, endings and the number of symmetric positions, that predecessors, if it
    /// [lists](crate::Game::LISTS_PREDECESSORS) them, agree with successors, and that its [parts](Ranked::parts) follow
    /// one another. What leads from part to part is checked by [`audit_part`](Self::audit_part).
    ///
    /// # Complexity
    ///
    /// One pass, in one megabyte whatever the size of the game. Of each position that has a rank, each successor is
    /// made canonical, ranked and unranked, and predecessors are visited twice. A position that is not canonical is
    /// compared with the canonical one, whose moves are visited too. In a game that ranks only canonical positions,
    /// each successor is compared in the same way, so that the cost grows with the square of the number of moves.
    ///
    /// Sums of 64 bits tell whether orbits and predecessors are right; they miss an error with a probability of 2^-60.
    /// If they are not, further passes find out where, in four bytes for each rank.
    ///
    /// # Errors
    ///
    /// [`ErrorKind::Game`]: the first inconsistency by rank, on any number of threads, except that a wrong number of
    /// symmetric positions, and then missing and superfluous predecessors, come after all others. Symmetric positions
    /// can be counted only if they have ranks: a game that ranks none but canonical positions is not checked in this
    /// respect.
    pub fn audit<G: Ranked>(&self, game: &G) -> Result<(), Error> {
        check_parts(&game.parts(), game.ranks())?;
        self.audit_region(&Region::whole(game))
    }

    /// Audits the part of a game with this number, as though the positions of all other parts were drawn, and that its
    /// moves lead only to parts that it names. No part need be solved.
    pub fn audit_part<G: Ranked>(&self, game: &G, part: usize) -> Result<(), Error> {
        let parts = game.parts();
        check_parts(&parts, game.ranks())?;
        let drawn = Box::new(|_, _| Ok(Some(Value::Draw)));
        let audited = self.audit_region(&Region::part(game, &parts, part, drawn));
        audited.map_err(|error| error.in_part(&parts[part].name))
    }

    fn audit_region<G: Ranked>(&self, region: &Region<'_, G>) -> Result<(), Error> {
        let (images, has_ranked_images) = (region.images_to_check(), AtomicBool::new(false));
        // Both are 0 in a consistent game: the number of positions of each orbit less its size, and of each move the
        // number of times that it is a successor less those that it is a predecessor, each times a hash.
        let [orbits, moves] = [0, 0].map(AtomicU64::new);
        self.for_each_piece(Stage::Auditing, region.ranks(), SPAN, |span| {
            for (rank, position) in span.filter_map(|rank| Some((rank, region.unrank(rank)?))) {
                let audited = region.audit_position(rank, &position, images, 0)?;
                has_ranked_images.fetch_or(audited.orbit == 0, Ordering::Relaxed);
                let images = mix(audited.canonical_rank).wrapping_mul(1_u64.wrapping_sub(audited.orbit));
                orbits.fetch_add(images, Ordering::Relaxed);
                moves.fetch_add(audited.moves.wrapping_mul(audited.orbit), Ordering::Relaxed);
            }
            Ok(())
        })?;
        if orbits.into_inner() != 0 && has_ranked_images.into_inner() {
            self.find_wrong_orbit(region)?;
        }
        if moves.into_inner() != 0 {
            self.for_each_piece(Stage::Auditing, region.ranks(), SPAN, |span| {
                let mut canonical = span.filter_map(|rank| Some((rank, region.canonical_position(rank)?)));
                canonical.try_for_each(|(rank, position)| region.check_moves_both_ways(rank, &position, usize::MAX))
            })?;
        }
        Ok(())
    }

    /// The first canonical position whose orbit is not the number of positions that have it, as an error.
    fn find_wrong_orbit<G: Ranked>(&self, region: &Region<'_, G>) -> Result<(), Error> {
        let images: Vec<AtomicU32> = filled(region.ranks(), 0)?.into_iter().map(AtomicU32::new).collect();
        self.for_each_piece(Stage::Auditing, region.ranks(), SPAN, |span| {
            for rank in span.filter_map(|rank| region.rank(&region.game.canonical(&region.unrank(rank)?))) {
                images[index(rank)].fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        })?;
        for (rank, images) in (0..).zip(images) {
            let Some(position) = region.canonical_position(rank) else { continue };
            let (found, expected) = (region.game.orbit(&position), images.into_inner());
            if found != expected {
                let text = format_args!("has orbit {found}, but {expected} positions have the same canonical position");
                return Err(region.error(ErrorKind::Game, rank, text));
            }
        }
        Ok(())
    }

    /// Audits a sample of positions as [`audit`](Self::audit) does, and the moves to and from each of them. Orbits are
    /// compared with the orbits of canonical positions, but not counted. The error is the first in the order in which
    /// positions are drawn. If the game lists predecessors, all predecessors of each successor are visited, and all
    /// successors of each predecessor.
    pub fn audit_some<G: Ranked>(&self, game: &G, sample: Sample) -> Result<(), Error> {
        let region = &Region::whole(game);
        let images = region.images_to_check();
        self.for_each_piece(Stage::Auditing, sample.size, Sample::PIECE, |numbers| {
            let mut drawn = numbers.map_while(|number| sample.draw(region, number));
            drawn.try_for_each(|(rank, position)| region.audit_position(rank, &position, images, usize::MAX).map(drop))
        })
    }
}

impl<G: Ranked> Region<'_, G> {
    /// Finds out at a small cost, in most cases, whether ranks, symmetries, numbers of moves and predecessors are right,
    /// and whether there are predecessors that a game does not say it lists.
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
            self.audit_position(rank, &position, 1, partners)?;
        }
        Ok(())
    }

    /// The number of successors that are compared with their canonical positions: none if symmetric positions have ranks,
    /// as some ranks show, so that they are checked themselves.
    fn images_to_check(&self) -> usize {
        let mut drawn = (0..64).map_while(|number| Sample { size: 64, seed: 0 }.draw(self, number));
        if drawn.any(|(_, position)| !is_canonical(self.game, &position)) { 0 } else { usize::MAX }
    }

    /// Audits a position, except the number of symmetric ones. Of the successors that are not canonical this number of
    /// `images` are compared with their canonical positions, and the moves between the position and this number of
    /// `partners` are [counted both ways](Self::check_moves_both_ways).
    fn audit_position(
        &self,
        rank: u64,
        position: &G::Position,
        mut images: usize,
        partners: usize,
    ) -> Result<Audited, Error> {
        let game = self.game;
        let canonical = game.canonical(position);
        let is_canonical = canonical == *position;
        if is_canonical {
            self.check_rank(rank, position)?;
        }
        let canonical_rank = self.check_canonical(rank, &canonical)?;
        self.check_known_value(rank, position, &canonical)?;
        let orbit = if is_canonical { game.orbit(position).into() } else { 0 };
        let mut audited = Audited { canonical_rank, orbit, moves: 0 };
        if game.known_value(position).is_some() {
            return Ok(audited);
        }
        let mut successors = Vec::new();
        self.visit_classes(position, |successor, class| {
            let canonical = game.canonical(successor);
            self.check_known_value(rank, successor, &canonical)?;
            if !matches!(class.place, Lookup::Known(_)) {
                if class.place == Lookup::Nowhere(None) {
                    return Err(self.nowhere(rank, position, successor, None));
                }
                self.check_canonical(rank, &canonical)?;
                if images > 0 && *successor != canonical {
                    images -= 1;
                    self.check_image(rank, successor, &canonical)?;
                }
            }
            successors.push(class);
            Ok(())
        })?;
        self.check_move_count(rank, position, &successors)?;
        if !is_canonical {
            self.check_image(rank, position, &canonical)?;
        }
        self.predecessors(position, |predecessor, own| {
            if !G::LISTS_PREDECESSORS {
                let text = "has predecessors, which are not used; set LISTS_PREDECESSORS, or visit none";
                return Err(self.error(ErrorKind::Game, rank, text));
            }
            let canonical = game.canonical(predecessor);
            self.check_known_value(rank, predecessor, &canonical)?;
            own.map_or(Ok(()), |_| self.check_canonical(rank, &canonical).map(drop))
        })?;
        if G::LISTS_PREDECESSORS {
            let predecessors = self.predecessor_classes(position)?;
            if !is_canonical && predecessors != self.predecessor_classes(&canonical)? {
                let text = format_args!("and its canonical position {canonical:?} have other predecessors");
                return Err(self.error(ErrorKind::Game, rank, text));
            }
            audited.moves = sum_of_moves(rank, &successors, &predecessors);
            if partners > 0 {
                self.check_moves_both_ways(canonical_rank, &canonical, partners)?;
            }
        }
        Ok(audited)
    }

    /// Counts the moves between a canonical position and up to `partners` others, in both directions, each by
    /// successors and by predecessors: with weights as [`visit_incoming`](Self::visit_incoming) says, the counts must be
    /// equal. It is an error if they are not.
    fn check_moves_both_ways(&self, rank: u64, position: &G::Position, partners: usize) -> Result<(), Error> {
        let game = self.game;
        if game.known_value(position).is_some() {
            return Ok(());
        }
        let check = |[from, to]: [(u64, &G::Position); 2], [out, back]: [[u64; 2]; 2]| {
            let (to, reached) = (self.rank_in_game(to.0), to.1);
            let text = "is wrong: successors and predecessors disagree on the moves from here";
            let text = format_args!("{text}, {:?}, to rank {to}, {reached:?}, or orbit is wrong", from.1);
            if out == back { Ok(()) } else { Err(self.error(ErrorKind::Game, from.0, text)) }
        };
        // Others report a rank that is out of range.
        let position_at = |rank| if rank < self.ranks() { self.canonical_position(rank) } else { None };
        let successors = self.successor_classes(position)?;
        for to in choose(&successors, partners, rank) {
            let Some(reached) = position_at(to) else { continue };
            let back = Class::count(&self.predecessor_classes(&reached)?, rank, game.orbit(&reached));
            check([(rank, position), (to, &reached)], [Class::count(&successors, to, game.orbit(position)), back])?;
        }
        let predecessors = self.predecessor_classes(position)?;
        for from in choose(&predecessors, partners, rank) {
            let Some(start) = position_at(from) else { continue };
            let out = Class::count(&self.successor_classes(&start)?, rank, game.orbit(&start));
            check([(from, &start), (rank, position)], [out, Class::count(&predecessors, from, game.orbit(position))])?;
        }
        Ok(())
    }

    fn check_known_value(&self, rank: u64, position: &G::Position, canonical: &G::Position) -> Result<(), Error> {
        let [own, other] = [position, canonical].map(|position| self.game.known_value(position));
        if own == other {
            return Ok(());
        }
        let text = "has another known_value than its canonical position, or a successor or predecessor has";
        let text = format_args!("{text}: {position:?} has {own:?}, and {canonical:?} {other:?}");
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
    fn check_canonical(&self, rank: u64, canonical: &G::Position) -> Result<u64, Error> {
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
        let text = format_args!("is not the rank of {position:?}, which unrank returns for it: that is {found}");
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
}

/// Hashes of the moves from a position, less those to it.
fn sum_of_moves(rank: u64, successors: &[Class], predecessors: &[Class]) -> u64 {
    let hash = |from: u64, to: u64, moves_again| mix(mix(from) ^ to.rotate_left(1) ^ u64::from(moves_again));
    let from_here = successors.iter().filter_map(|class| Some(hash(rank, class.rank()?, class.moves_again)));
    let to_here = predecessors.iter().filter_map(|class| Some(hash(class.rank()?, rank, class.moves_again)));
    from_here.fold(0, u64::wrapping_add).wrapping_sub(to_here.fold(0, u64::wrapping_add))
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
