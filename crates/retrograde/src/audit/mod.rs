//! Auditing a game: its methods must agree with one another.

mod checks;
mod error;

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

use self::checks::{Checked, check_position, check_predecessors};
pub use self::error::AuditError;
use crate::checksum::mix;
use crate::game::{Ranked, canonical_position, is_canonical};
use crate::memory::index;
use crate::moves::Class;
use crate::progress::Stage;
use crate::sample::{Sample, find_disagreement};
use crate::solver::Solver;

impl Solver<'_> {
    /// Audits a game: checks that its ranks and positions correspond, that moves are counted right, that symmetries
    /// keep moves, endings and the number of symmetric positions, and that predecessors, if it
    /// [lists](crate::Game::LISTS_PREDECESSORS) them, agree with successors.
    ///
    /// # Complexity
    ///
    /// One pass, in one megabyte whatever the size of the game. Of each position that has a rank, each successor is
    /// made canonical, ranked and unranked, and predecessors are visited twice. A position that is not canonical is
    /// compared with the canonical one, whose moves are visited too. In a game that ranks only canonical positions,
    /// each successor is compared in the same way, so that the cost grows with the square of the number of moves.
    ///
    /// Sums of 64 bits tell whether orbits and predecessors are right; they miss an error with a probability of 2^-60.
    /// If they are not, further passes find out where, in four megabytes.
    ///
    /// # Errors
    ///
    /// The first inconsistency by rank, on any number of threads, except that a wrong number of symmetric positions,
    /// and then missing and superfluous predecessors, come after all others. Symmetric positions can be counted only if
    /// they have ranks: a game that ranks none but canonical positions is not checked in this respect.
    pub fn audit<G: Ranked>(&self, game: &G) -> Result<(), AuditError> {
        let (ranks_images, has_ranked_images) = (ranks_images(game), AtomicBool::new(false));
        // Both are 0 in a consistent game: the number of positions of each orbit less its size, and of each move the
        // number of times that it is a successor less those that it is a predecessor, each times a hash.
        let [orbits, moves] = [0, 0].map(AtomicU64::new);
        self.for_each_span(Stage::Auditing, game.ranks(), |span| {
            let (mut sums, mut ranks_image) = ([0_u64; 2], false);
            for (rank, position) in span.filter_map(|rank| Some((rank, game.unrank(rank)?))) {
                let checked = check_position(game, rank, &position, ranks_images)?;
                ranks_image |= !checked.is_canonical;
                sums[0] = sums[0].wrapping_add(sum_of_orbit(game, &checked));
                if G::LISTS_PREDECESSORS {
                    let predecessors = check_predecessors(game, rank, &position, &checked)?;
                    if checked.is_canonical {
                        sums[1] = sums[1].wrapping_add(sum_of_moves(game, rank, &checked, &predecessors));
                    }
                }
            }
            has_ranked_images.fetch_or(ranks_image, Ordering::Relaxed);
            orbits.fetch_add(sums[0], Ordering::Relaxed);
            moves.fetch_add(sums[1], Ordering::Relaxed);
            Ok(())
        })?;
        if orbits.into_inner() != 0 && has_ranked_images.into_inner() {
            self.find_wrong_orbit(game)?;
        }
        if moves.into_inner() != 0 {
            self.for_each_span(Stage::FindingInconsistency, game.ranks(), |span| {
                let mut canonical = span.filter_map(|rank| Some((rank, canonical_position(game, rank)?)));
                canonical.try_for_each(|(rank, position)| check_moves_both_ways(game, rank, &position))
            })?;
        }
        Ok(())
    }

    /// The first canonical position whose orbit is not the number of positions that have it, as an error.
    fn find_wrong_orbit<G: Ranked>(&self, game: &G) -> Result<(), AuditError> {
        /// The number of ranks that are counted at a time, in a pass over all positions.
        const WINDOW: u64 = 1 << 20;
        for start in (0..game.ranks()).step_by(index(WINDOW)) {
            let images: Vec<AtomicU32> = (0..WINDOW).map(|_| AtomicU32::new(0)).collect();
            self.for_each_span(Stage::FindingInconsistency, game.ranks(), |span| {
                for rank in span.filter_map(|rank| game.rank(&game.canonical(&game.unrank(rank)?))) {
                    if let Some(images) = rank.checked_sub(start).and_then(|place| images.get(index(place))) {
                        images.fetch_add(1, Ordering::Relaxed);
                    }
                }
                Ok(())
            })?;
            for (rank, images) in (start..game.ranks()).zip(images) {
                let Some(position) = canonical_position(game, rank) else { continue };
                let (found, expected) = (game.orbit(&position), images.into_inner());
                if found != expected {
                    return Err(AuditError::Orbit { rank, found, expected: expected.into() });
                }
            }
        }
        Ok(())
    }

    /// Audits a sample of positions as [`audit`](Self::audit) does, and the moves to and from each of them. Orbits are
    /// compared with the orbits of canonical positions, but not counted. The error is the first in the order in which
    /// positions are drawn. If the game lists predecessors, all predecessors of each successor are visited, and all
    /// successors of each predecessor.
    pub fn audit_some<G: Ranked>(&self, game: &G, sample: Sample) -> Result<(), AuditError> {
        let ranks_images = ranks_images(game);
        self.for_each_piece(Stage::Auditing, sample.size, Sample::PIECE, |numbers| {
            for (rank, position) in numbers.map_while(|number| sample.draw(game, number)) {
                let checked = check_position(game, rank, &position, ranks_images)?;
                if G::LISTS_PREDECESSORS {
                    check_predecessors(game, rank, &position, &checked)?;
                    check_moves_both_ways(game, checked.canonical_rank, &checked.canonical)?;
                }
            }
            Ok(())
        })
    }
}

/// Whether the game ranks symmetric positions too, and not only canonical ones, as some ranks show.
fn ranks_images<G: Ranked>(game: &G) -> bool {
    let positions = (0..64).map_while(|number| Sample { size: 64, seed: 0 }.draw(game, number));
    positions.into_iter().any(|(_, position)| !is_canonical(game, &position))
}

/// Checks that successors and predecessors agree on all moves from and to a canonical position.
fn check_moves_both_ways<G: Ranked>(game: &G, rank: u64, position: &G::Position) -> Result<(), AuditError> {
    let found = find_disagreement(game, rank, position, usize::MAX);
    found.map_or(Ok(()), |[from, to]| Err(AuditError::Predecessors { from, to }))
}

/// The moves from a canonical position, less those to it. They count as [`OnDemand`](crate::moves::OnDemand) says.
fn sum_of_moves<G: Ranked>(game: &G, rank: u64, checked: &Checked<G::Position>, predecessors: &[Class]) -> u64 {
    let hash = |from: u64, to: u64, moves_again| mix(mix(from) ^ to.rotate_left(1) ^ u64::from(moves_again));
    let from_here = checked.successors.iter().filter_map(|class| Some(hash(rank, class.rank?, class.moves_again)));
    let to_here = predecessors.iter().filter_map(|class| Some(hash(class.rank?, rank, class.moves_again)));
    let sum = from_here.fold(0, u64::wrapping_add).wrapping_sub(to_here.fold(0, u64::wrapping_add));
    sum.wrapping_mul(game.orbit(&checked.canonical).into())
}

/// One for a position in its orbit, less the size of the orbit if the position is the canonical one.
fn sum_of_orbit<G: Ranked>(game: &G, checked: &Checked<G::Position>) -> u64 {
    let orbit = if checked.is_canonical { u64::from(game.orbit(&checked.canonical)) } else { 0 };
    mix(checked.canonical_rank).wrapping_mul(1_u64.wrapping_sub(orbit))
}
