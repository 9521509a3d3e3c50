//! Positions drawn at random, and a check of the moves to and from a single position.

use std::convert::Infallible;

use crate::checksum::mix;
use crate::classes::{Class, count};
use crate::error::SolveError;
use crate::game::{Ranked, canonical_position};
use crate::memory::index;
use crate::outgoing::Outgoing;

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
        let candidates = (0..TRIES).map(random_rank).filter(|rank| *rank < ranks);
        candidates.into_iter().find_map(|rank| Some((rank, game.unrank(rank)?)))
    }
}

/// A number below `limit`, from one of 64 random bits.
fn below(limit: u64, random: u64) -> u64 {
    // The high half of the product is below the limit.
    let product = u128::from(limit) * u128::from(random);
    u64::try_from(product >> 64).expect("half of the bits")
}

/// How thoroughly the moves of a position are checked.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    /// The number of other positions that moves to and from are counted at.
    pub(crate) partners: usize,
    /// The number of predecessors visited of a position. One that has more is not checked.
    pub(crate) predecessors: usize,
}

/// Two canonical positions, by their ranks, between which successors and predecessors disagree on the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Disagreement {
    pub(crate) from: u64,
    pub(crate) to: u64,
}

/// Counts the moves between a canonical position and others, in both directions, each by successors and by
/// predecessors: with weights as [`OnDemand`](crate::incoming::OnDemand) says, the counts must be equal.
pub(crate) fn find_disagreement<G: Ranked>(
    game: &G,
    rank: u64,
    position: &G::Position,
    effort: Effort,
) -> Option<Disagreement> {
    if game.known_value(position).is_some() {
        return None;
    }
    let successors = Class::of_successors(game, position);
    for to in choose(&successors, effort.partners, rank) {
        let Some(reached) = position_at(game, to) else { continue };
        let Some(predecessors) = Class::of_predecessors(game, &reached, effort.predecessors) else { continue };
        if count(&successors, to, game.orbit(position)) != count(&predecessors, rank, game.orbit(&reached)) {
            return Some(Disagreement { from: rank, to });
        }
    }
    let predecessors = Class::of_predecessors(game, position, effort.predecessors)?;
    for from in choose(&predecessors, effort.partners, rank) {
        let Some(start) = position_at(game, from) else { continue };
        let successors = Class::of_successors(game, &start);
        if count(&successors, rank, game.orbit(&start)) != count(&predecessors, from, game.orbit(position)) {
            return Some(Disagreement { from, to: rank });
        }
    }
    None
}

/// Up to `count` of the different ranks, among them others for other seeds.
fn choose(classes: &[Class], count: usize, seed: u64) -> Vec<u64> {
    let mut ranks: Vec<u64> = classes.iter().filter_map(|class| class.rank()).collect();
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

fn check_move_count<G: Ranked>(game: &G, rank: u64, position: &G::Position) -> Result<(), SolveError> {
    if game.known_value(position).is_some() {
        return Ok(());
    }
    let Some(found) = game.move_count(position) else { return Ok(()) };
    let Ok(moves) = Outgoing::visit(game, position, |_| Ok::<_, Infallible>(()));
    let has_known = moves.known.win.is_some() || moves.known.loss.is_some() || moves.known.draws;
    if has_known || moves.inside != u64::from(found) { Err(SolveError::MoveCount { rank }) } else { Ok(()) }
}

/// Finds out at a small cost whether a game's predecessors are those of its successors, and its moves counted right, as
/// a rule.
#[cold]
pub(crate) fn check_a_few<G: Ranked>(game: &G) -> Result<(), SolveError> {
    if !G::LISTS_PREDECESSORS {
        return Ok(());
    }
    // All moves of the smallest games; of others four positions, which take some ten microseconds, up to 64 of large
    // ones.
    let is_tiny = game.ranks() <= 64;
    let (positions, partners) =
        if is_tiny { (game.ranks(), usize::MAX) } else { (4 + (game.ranks() >> 14).min(60), 1) };
    let effort = Effort { partners, predecessors: 1 << 12 };
    let sample = Sample { size: positions, seed: 0 };
    for number in 0..positions {
        let drawn =
            if is_tiny { game.unrank(number) } else { sample.try_to_draw(game, number).map(|(_, position)| position) };
        let Some(canonical) = drawn.map(|position| game.canonical(&position)) else { continue };
        let Some(rank) = game.rank(&canonical) else { continue };
        check_move_count(game, rank, &canonical)?;
        if position_at(game, rank).as_ref() == Some(&canonical)
            && let Some(Disagreement { from, to }) = find_disagreement(game, rank, &canonical, effort)
        {
            return Err(SolveError::Predecessors { from, to });
        }
    }
    Ok(())
}
