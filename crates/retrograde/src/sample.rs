//! Positions drawn at random, and a check of the moves to and from a single position.

use std::convert::Infallible;

use crate::checksum::mix;
use crate::error::SolveError;
use crate::game::{Ranked, canonical_position};
use crate::memory::index;
use crate::moves::{Class, Outgoing};

/// A number of positions to look at instead of all, each drawn at random from all that have a rank, independently of
/// the others and each as likely as any other; the same ones for the same seed.
///
/// If a fraction `p` of all positions are wrong, a sample of `n` misses them with a probability of `(1 - p)^n`. Where
/// almost all ranks are holes, the sample is less uniform and takes long to draw: use a [`Subset`](crate::Subset).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The number of positions.
    pub size: u64,
    /// Which ones.
    pub seed: u64,
}

impl Sample {
    /// The number of positions that a thread looks at in one go.
    pub(crate) const PIECE: u64 = 64;

    /// The position of this number in the sample, with its rank; `None` if the game has no positions.
    pub(crate) fn draw<G: Ranked>(self, game: &G, number: u64) -> Option<(u64, G::Position)> {
        let after = below(game.ranks(), mix(self.seed ^ number));
        let scan = || (after..game.ranks()).chain(0..after).find_map(|rank| Some((rank, game.unrank(rank)?)));
        self.try_to_draw(game, number).or_else(scan)
    }

    /// The same, but `None` also if almost all ranks have no position.
    fn try_to_draw<G: Ranked>(self, game: &G, number: u64) -> Option<(u64, G::Position)> {
        const TRIES: u64 = 64;
        let (ranks, first) = (game.ranks(), number.wrapping_mul(TRIES));
        let random_rank = |attempt| below(ranks, mix(mix(self.seed) ^ first.wrapping_add(attempt)));
        let mut candidates = (0..TRIES).map(random_rank).filter(|rank| *rank < ranks);
        candidates.find_map(|rank| Some((rank, game.unrank(rank)?)))
    }
}

/// A number below `limit`, from one of 64 random bits.
fn below(limit: u64, random: u64) -> u64 {
    // The high half of the product is below the limit.
    let product = u128::from(limit) * u128::from(random);
    u64::try_from(product >> 64).expect("half of the bits")
}

/// Counts the moves between a canonical position and up to `partners` others, in both directions, each by successors
/// and by predecessors: with weights as [`OnDemand`](crate::moves::OnDemand) says, the counts must be equal. Returns
/// the ranks that a move starts from and leads to if they are not. Unless all others are partners, positions with many
/// predecessors are passed over.
pub(crate) fn find_disagreement<G: Ranked>(
    game: &G,
    rank: u64,
    position: &G::Position,
    partners: usize,
) -> Option<[u64; 2]> {
    if game.known_value(position).is_some() {
        return None;
    }
    let limit = if partners == usize::MAX { usize::MAX } else { 1 << 12 };
    let successors = Class::of_successors(game, position);
    for to in choose(&successors, partners, rank) {
        let Some(reached) = position_at(game, to) else { continue };
        let Some(predecessors) = Class::of_predecessors(game, &reached, limit) else { continue };
        let back = Class::count(&predecessors, rank, game.orbit(&reached));
        if Class::count(&successors, to, game.orbit(position)) != back {
            return Some([rank, to]);
        }
    }
    let predecessors = Class::of_predecessors(game, position, limit)?;
    for from in choose(&predecessors, partners, rank) {
        let Some(start) = position_at(game, from) else { continue };
        let out = Class::count(&Class::of_successors(game, &start), rank, game.orbit(&start));
        if out != Class::count(&predecessors, from, game.orbit(position)) {
            return Some([from, rank]);
        }
    }
    None
}

/// Up to `count` of the different ranks, among them others for other seeds.
fn choose(classes: &[Class], count: usize, seed: u64) -> Vec<u64> {
    let mut ranks: Vec<u64> = classes.iter().filter_map(|class| class.rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    if ranks.len() > count {
        let first = index(below(ranks.len() as u64, mix(seed)));
        ranks.rotate_left(first);
        ranks.truncate(count);
    }
    ranks
}

/// The canonical position of a rank, unless the rank is out of range, which others report.
fn position_at<G: Ranked>(game: &G, rank: u64) -> Option<G::Position> {
    if rank < game.ranks() { canonical_position(game, rank) } else { None }
}

fn is_counted_right<G: Ranked>(game: &G, position: &G::Position) -> bool {
    let count = if game.known_value(position).is_some() { None } else { game.move_count(position) };
    count.is_none_or(|count| {
        let Ok(moves) = Outgoing::visit(game, position, |_| Ok::<_, Infallible>(()));
        moves.inside == u64::from(count) && (moves.win, moves.loss, moves.draws) == (None, None, false)
    })
}

/// Finds out at a small cost, in most cases, whether predecessors agree with successors, and moves are counted right.
#[cold]
pub(crate) fn check_a_few<G: Ranked>(game: &G) -> Result<(), SolveError> {
    if !G::LISTS_PREDECESSORS {
        return Ok(());
    }
    // All moves of the smallest games; of others four positions, which take some ten microseconds, up to 64 of large
    // ones.
    let is_tiny = game.ranks() <= 64;
    let (size, partners) = if is_tiny { (game.ranks(), usize::MAX) } else { (4 + (game.ranks() >> 14).min(60), 1) };
    let random = |number| Some(Sample { size, seed: 0 }.try_to_draw(game, number)?.1);
    for drawn in (0..size).filter_map(|number| if is_tiny { game.unrank(number) } else { random(number) }) {
        let canonical = game.canonical(&drawn);
        let Some(rank) = game.rank(&canonical) else { continue };
        if !is_counted_right(game, &canonical) {
            return Err(SolveError::MoveCount { rank });
        }
        if position_at(game, rank).as_ref() == Some(&canonical)
            && let Some([from, to]) = find_disagreement(game, rank, &canonical, partners)
        {
            return Err(SolveError::Predecessors { from, to });
        }
    }
    Ok(())
}
