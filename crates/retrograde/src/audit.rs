//! Auditing a game: its methods must agree with one another.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crate::checks::Checked;
use crate::checksum::mix;
use crate::error::{Error, ErrorKind};
use crate::game::{Ranked, is_canonical};
use crate::memory::{filled, index};
use crate::moves::Class;
use crate::part::check_parts;
use crate::progress::Stage;
use crate::rank_set::SPAN;
use crate::region::Region;
use crate::sample::Sample;
use crate::solver::Solver;
use crate::value::Value;

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
        let drawn = Arc::new(|_, _| Ok(Some(Value::Draw)));
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
                let checked = region.check_position(rank, &position, images)?;
                let orbit = if checked.is_canonical { u64::from(region.game.orbit(&position)) } else { 0 };
                has_ranked_images.fetch_or(!checked.is_canonical, Ordering::Relaxed);
                let hash = mix(checked.canonical_rank);
                orbits.fetch_add(hash.wrapping_mul(1_u64.wrapping_sub(orbit)), Ordering::Relaxed);
                let predecessors = region.check_predecessors(rank, &position, &checked)?;
                if G::LISTS_PREDECESSORS {
                    let sum = sum_of_moves(rank, &checked, &predecessors);
                    moves.fetch_add(sum.wrapping_mul(orbit), Ordering::Relaxed);
                }
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
            for (rank, position) in numbers.map_while(|number| sample.draw(region, number)) {
                let checked = region.check_position(rank, &position, images)?;
                region.check_predecessors(rank, &position, &checked)?;
                if G::LISTS_PREDECESSORS {
                    region.check_moves_both_ways(checked.canonical_rank, &checked.canonical, usize::MAX)?;
                }
            }
            Ok(())
        })
    }
}

impl<G: Ranked> Region<'_, G> {
    /// The number of successors that are compared with their canonical positions: none if symmetric positions have ranks,
    /// as some ranks show, so that they are checked themselves.
    fn images_to_check(&self) -> usize {
        let mut drawn = (0..64).map_while(|number| Sample { size: 64, seed: 0 }.draw(self, number));
        if drawn.any(|(_, position)| !is_canonical(self.game, &position)) { 0 } else { usize::MAX }
    }

    /// Checks the predecessors of a position.
    fn check_predecessors(
        &self,
        rank: u64,
        position: &G::Position,
        checked: &Checked<G::Position>,
    ) -> Result<Vec<Class>, Error> {
        let game = self.game;
        if game.known_value(position).is_some() {
            return Ok(Vec::new());
        }
        self.predecessors(position, |predecessor| {
            if !G::LISTS_PREDECESSORS {
                let text = "has predecessors, which are not used; set LISTS_PREDECESSORS, or visit none";
                return Err(self.error(ErrorKind::Game, rank, text));
            }
            let canonical = game.canonical(&predecessor);
            self.check_known_value(rank, &predecessor, &canonical)?;
            if self.rank_of_predecessor(&predecessor).is_some() {
                self.check_canonical(rank, &canonical)?;
            }
            Ok(())
        })?;
        let own = self.predecessor_classes(position);
        if !checked.is_canonical && own != self.predecessor_classes(&checked.canonical) {
            let text = format_args!("and its canonical position {:?} have other predecessors", checked.canonical);
            return Err(self.error(ErrorKind::Game, rank, text));
        }
        Ok(own)
    }
}

/// The moves from a canonical position, less those to it.
fn sum_of_moves<P>(rank: u64, checked: &Checked<P>, predecessors: &[Class]) -> u64 {
    let hash = |from: u64, to: u64, moves_again| mix(mix(from) ^ to.rotate_left(1) ^ u64::from(moves_again));
    let from_here = checked.successors.iter().filter_map(|class| Some(hash(rank, class.rank()?, class.moves_again)));
    let to_here = predecessors.iter().filter_map(|class| Some(hash(class.rank()?, rank, class.moves_again)));
    from_here.fold(0, u64::wrapping_add).wrapping_sub(to_here.fold(0, u64::wrapping_add))
}
