//! Auditing a game: its methods must agree with one another.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use crate::checks::{check_canonical, check_image, check_move_count, check_moves_both_ways, check_rank};
use crate::checksum::mix;
use crate::error::{Error, ErrorKind};
use crate::game::{Ranked, is_canonical};
use crate::memory::index;
use crate::moves::Class;
use crate::part::check_parts;
use crate::progress::Stage;
use crate::region::Region;
use crate::sample::Sample;
use crate::solver::Solver;

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
    /// If they are not, further passes find out where, in eight megabytes.
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
    ///
    /// # Panics
    ///
    /// If the game has no such part.
    pub fn audit_part<G: Ranked>(&self, game: &G, part: usize) -> Result<(), Error> {
        let parts = game.parts();
        check_parts(&parts, game.ranks())?;
        let audited = self.audit_region(&Region::part(game, &parts, part));
        audited.map_err(|error| error.in_part(&parts[part].name))
    }

    fn audit_region<G: Ranked>(&self, region: &Region<'_, G>) -> Result<(), Error> {
        let (ranks_images, has_ranked_images) = (ranks_images(region), AtomicBool::new(false));
        // Both are 0 in a consistent game: the number of positions of each orbit less its size, and of each move the
        // number of times that it is a successor less those that it is a predecessor, each times a hash.
        let [orbits, moves] = [0, 0].map(AtomicU64::new);
        self.for_each_span(Stage::Auditing, region.ranks(), |span| {
            let (mut sums, mut ranks_image) = ([0_u64; 2], false);
            for (rank, position) in span.filter_map(|rank| Some((rank, region.unrank(rank)?))) {
                let checked = check_position(region, rank, &position, ranks_images)?;
                ranks_image |= !checked.is_canonical;
                sums[0] = sums[0].wrapping_add(sum_of_orbit(region, &checked));
                if G::LISTS_PREDECESSORS {
                    let predecessors = check_predecessors(region, rank, &position, &checked)?;
                    if checked.is_canonical {
                        sums[1] = sums[1].wrapping_add(sum_of_moves(region, rank, &checked, &predecessors));
                    }
                }
            }
            has_ranked_images.fetch_or(ranks_image, Ordering::Relaxed);
            orbits.fetch_add(sums[0], Ordering::Relaxed);
            moves.fetch_add(sums[1], Ordering::Relaxed);
            Ok(())
        })?;
        if orbits.into_inner() != 0 && has_ranked_images.into_inner() {
            self.find_wrong_orbit(region)?;
        }
        if moves.into_inner() != 0 {
            self.for_each_span(Stage::FindingInconsistency, region.ranks(), |span| {
                let mut canonical = span.filter_map(|rank| Some((rank, region.canonical_position(rank)?)));
                canonical.try_for_each(|(rank, position)| check_moves_both_ways(region, rank, &position, usize::MAX))
            })?;
        }
        Ok(())
    }

    /// The first canonical position whose orbit is not the number of positions that have it, as an error: first the
    /// first window of ranks with a wrong sum, and then the first rank in it.
    fn find_wrong_orbit<G: Ranked>(&self, region: &Region<'_, G>) -> Result<(), Error> {
        const WINDOWS: u64 = 1 << 20;
        let length = region.ranks().div_ceil(WINDOWS);
        let sums: Vec<AtomicU64> = (0..region.ranks().div_ceil(length)).map(|_| AtomicU64::new(0)).collect();
        self.for_each_span(Stage::FindingInconsistency, region.ranks(), |span| {
            for rank in span {
                let Some(position) = region.unrank(rank) else { continue };
                let canonical = region.game.canonical(&position);
                let Some(own) = region.rank(&canonical) else { continue };
                let orbit = if canonical == position { u64::from(region.game.orbit(&position)) } else { 0 };
                let sum = mix(own).wrapping_mul(1_u64.wrapping_sub(orbit));
                sums[index(own / length)].fetch_add(sum, Ordering::Relaxed);
            }
            Ok(())
        })?;
        let wrong = sums.into_iter().position(|sum| sum.into_inner() != 0);
        let Some(start) = wrong.map(|window| window as u64 * length) else { return Ok(()) };
        let images: Vec<AtomicU32> = (0..length).map(|_| AtomicU32::new(0)).collect();
        self.for_each_span(Stage::FindingInconsistency, region.ranks(), |span| {
            for rank in span.filter_map(|rank| region.rank(&region.game.canonical(&region.unrank(rank)?))) {
                if let Some(images) = rank.checked_sub(start).and_then(|place| images.get(index(place))) {
                    images.fetch_add(1, Ordering::Relaxed);
                }
            }
            Ok(())
        })?;
        for (rank, images) in (start..region.ranks()).zip(images) {
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
        let ranks_images = ranks_images(region);
        self.for_each_piece(Stage::Auditing, sample.size, Sample::PIECE, |numbers| {
            for (rank, position) in numbers.map_while(|number| sample.draw(region, number)) {
                let checked = check_position(region, rank, &position, ranks_images)?;
                if G::LISTS_PREDECESSORS {
                    check_predecessors(region, rank, &position, &checked)?;
                    check_moves_both_ways(region, checked.canonical_rank, &checked.canonical, usize::MAX)?;
                }
            }
            Ok(())
        })
    }
}

/// Whether the game ranks symmetric positions too, and not only canonical ones, as some ranks show.
fn ranks_images<G: Ranked>(region: &Region<'_, G>) -> bool {
    let positions = (0..64).map_while(|number| Sample { size: 64, seed: 0 }.draw(region, number));
    positions.into_iter().any(|(_, position)| !is_canonical(region.game, &position))
}

/// A position that has passed the checks.
struct Checked<P> {
    canonical: P,
    canonical_rank: u64,
    /// Whether the position is its canonical one.
    is_canonical: bool,
    /// Empty if the value of the position is known.
    successors: Vec<Class>,
}

/// Checks everything but predecessors and the number of symmetric positions. Unless the game ranks symmetric positions,
/// so that they are checked themselves, each successor is compared with its canonical position.
fn check_position<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    position: &G::Position,
    ranks_images: bool,
) -> Result<Checked<G::Position>, Error> {
    let game = region.game;
    let canonical = game.canonical(position);
    let is_own = canonical == *position;
    if is_own {
        check_rank(region, rank, position)?;
    }
    let canonical_rank = if is_own { rank } else { check_canonical(region, rank, &canonical)? };
    let mut checked = Checked { canonical, canonical_rank, is_canonical: is_own, successors: Vec::new() };
    check_known_value(region, rank, position, &checked.canonical)?;
    if game.known_value(position).is_some() {
        return Ok(checked);
    }
    if !G::LISTS_PREDECESSORS {
        let mut has_predecessors = false;
        game.predecessors(position, &mut |_| has_predecessors = true);
        if has_predecessors {
            let text = "has predecessors, which are not used; set LISTS_PREDECESSORS, or visit none";
            return Err(region.error(ErrorKind::Game, rank, text));
        }
    }
    region.successors(position, |successor| {
        let class = Class::of_successor(region, position, &successor)?;
        let canonical = game.canonical(&successor);
        check_known_value(region, rank, &successor, &canonical)?;
        if class.known.is_none() {
            check_canonical(region, rank, &canonical)?;
            if region.is_direct() {
                return Err(region.stays_inside(rank));
            }
            if !ranks_images && successor != canonical {
                check_image(region, rank, &successor, &canonical)?;
            }
        }
        checked.successors.push(class);
        Ok(())
    })?;
    check_move_count(region, rank, position)?;
    if !is_own {
        check_image(region, rank, position, &checked.canonical)?;
    }
    Ok(checked)
}

fn check_known_value<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    position: &G::Position,
    canonical: &G::Position,
) -> Result<(), Error> {
    if region.game.known_value(position) == region.game.known_value(canonical) {
        return Ok(());
    }
    let text =
        "has a known_value, or a successor or predecessor that has one, other than that of the canonical position";
    Err(region.error(ErrorKind::Game, rank, text))
}

/// Checks the predecessors of a position.
fn check_predecessors<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    position: &G::Position,
    checked: &Checked<G::Position>,
) -> Result<Vec<Class>, Error> {
    let game = region.game;
    if game.known_value(position).is_some() {
        return Ok(Vec::new());
    }
    region.predecessors(position, |predecessor| {
        let canonical = game.canonical(&predecessor);
        check_known_value(region, rank, &predecessor, &canonical)?;
        if region.rank_of_predecessor(&predecessor).is_some() {
            check_canonical(region, rank, &canonical)?;
        }
        Ok(())
    })?;
    let of = |position| {
        let mut classes = Class::of_predecessors(region, position, usize::MAX).unwrap_or_default();
        classes.sort_unstable();
        classes
    };
    let own = of(position);
    if !checked.is_canonical && own != of(&checked.canonical) {
        let text = format_args!("and its canonical position {:?} have other predecessors", checked.canonical);
        return Err(region.error(ErrorKind::Game, rank, text));
    }
    Ok(own)
}

/// The moves from a canonical position, less those to it. They count as [`OnDemand`](crate::moves::OnDemand) says.
fn sum_of_moves<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    checked: &Checked<G::Position>,
    predecessors: &[Class],
) -> u64 {
    let hash = |from: u64, to: u64, moves_again| mix(mix(from) ^ to.rotate_left(1) ^ u64::from(moves_again));
    let from_here = checked.successors.iter().filter_map(|class| Some(hash(rank, class.rank?, class.moves_again)));
    let to_here = predecessors.iter().filter_map(|class| Some(hash(class.rank?, rank, class.moves_again)));
    let sum = from_here.fold(0, u64::wrapping_add).wrapping_sub(to_here.fold(0, u64::wrapping_add));
    sum.wrapping_mul(region.game.orbit(&checked.canonical).into())
}

/// One for a position in its orbit, less the size of the orbit if the position is the canonical one.
fn sum_of_orbit<G: Ranked>(region: &Region<'_, G>, checked: &Checked<G::Position>) -> u64 {
    let orbit = if checked.is_canonical { u64::from(region.game.orbit(&checked.canonical)) } else { 0 };
    mix(checked.canonical_rank).wrapping_mul(1_u64.wrapping_sub(orbit))
}
