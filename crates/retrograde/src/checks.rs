//! Checks of single positions and their moves, which audits make for all positions and solving for a few.

use crate::checksum::mix;
use crate::error::{Error, ErrorKind};
use crate::game::{Ranked, is_canonical};
use crate::memory::index;
use crate::moves::Class;
use crate::region::Region;
use crate::sample::{Sample, below};

/// Counts the moves between a canonical position and up to `partners` others, in both directions, each by successors
/// and by predecessors: with weights as [`OnDemand`](crate::moves::OnDemand) says, the counts must be equal. It is an
/// error if they are not. Unless all others are partners, positions with many predecessors are passed over.
pub(crate) fn check_moves_both_ways<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    position: &G::Position,
    partners: usize,
) -> Result<(), Error> {
    let game = region.game;
    if game.known_value(position).is_some() {
        return Ok(());
    }
    let disagree = |from: u64, to: u64| {
        let to = region.rank_in_game(to);
        let text = "successors and predecessors disagree on the moves from here to rank";
        region.error(ErrorKind::Game, from, format_args!("is wrong: {text} {to}, or orbit is wrong; audit the game"))
    };
    let limit = if partners == usize::MAX { usize::MAX } else { 1 << 12 };
    let successors = Class::of_successors(region, position)?;
    for to in choose(&successors, partners, rank) {
        let Some(reached) = position_at(region, to) else { continue };
        let Some(predecessors) = Class::of_predecessors(region, &reached, limit) else { continue };
        let back = Class::count(&predecessors, rank, game.orbit(&reached));
        if Class::count(&successors, to, game.orbit(position)) != back {
            return Err(disagree(rank, to));
        }
    }
    let Some(predecessors) = Class::of_predecessors(region, position, limit) else { return Ok(()) };
    for from in choose(&predecessors, partners, rank) {
        let Some(start) = position_at(region, from) else { continue };
        let out = Class::count(&Class::of_successors(region, &start)?, rank, game.orbit(&start));
        if out != Class::count(&predecessors, from, game.orbit(position)) {
            return Err(disagree(from, rank));
        }
    }
    Ok(())
}

/// The canonical position of a rank, unless the rank is out of range, which others report.
fn position_at<G: Ranked>(region: &Region<'_, G>, rank: u64) -> Option<G::Position> {
    if rank < region.ranks() { region.canonical_position(rank) } else { None }
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

/// Checks the number of moves that a game counts by itself, against all moves.
pub(crate) fn check_move_count<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    position: &G::Position,
) -> Result<(), Error> {
    let Some(found) = region.game.move_count(position) else { return Ok(()) };
    let (mut visited, mut known) = (0_u64, false);
    region.successors(position, |successor| {
        visited += 1;
        known |= region.known(&successor)?.is_some();
        Ok(())
    })?;
    if known {
        let text = "has a move_count that counts a successor of known value, or in another part; return None there";
        return Err(region.error(ErrorKind::Game, rank, text));
    }
    if u64::from(found) != visited {
        let text = format_args!("has move_count {found}, but {visited} successors");
        return Err(region.error(ErrorKind::Game, rank, text));
    }
    Ok(())
}

/// Checks that the canonical position of a position represents itself, and that its rank is its own. Returns the rank.
pub(crate) fn check_canonical<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    canonical: &G::Position,
) -> Result<u64, Error> {
    let found = region.game.rank(canonical);
    let own = region.rank(canonical).filter(|own| region.unrank(*own).as_ref() == Some(canonical));
    let Some(own) = own else { return Err(region.no_position(found, Some(rank))) };
    if !is_canonical(region.game, canonical) {
        let text = "has a canonical position that has a different canonical position itself";
        return Err(region.error(ErrorKind::Game, rank, text));
    }
    Ok(own)
}

/// Checks that a position has the rank that it was found at, if it is canonical.
pub(crate) fn check_rank<G: Ranked>(region: &Region<'_, G>, rank: u64, position: &G::Position) -> Result<(), Error> {
    let found = region.game.rank(position);
    if found == Some(region.rank_in_game(rank)) {
        return Ok(());
    }
    let found = found.map_or_else(|| "none".to_owned(), |rank| rank.to_string());
    let text = format_args!("is not the rank of the position that unrank returns for it: that is {found}");
    Err(region.error(ErrorKind::Game, rank, text))
}

/// Compares a position with its canonical position: their moves must lead to the same classes of positions. Either it
/// has the rank, or a position that leads to it.
pub(crate) fn check_image<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    position: &G::Position,
    canonical: &G::Position,
) -> Result<(), Error> {
    let game = region.game;
    let [own, other] = [position, canonical].map(|position| {
        let classes = Class::of_successors(region, position);
        classes.map(|mut classes| {
            classes.sort_unstable();
            classes
        })
    });
    let (own, other) = (own?, other?);
    if own != other || own.is_empty() && game.ending(position) != game.ending(canonical) {
        let text = format_args!("and its canonical position {canonical:?} have other moves or another ending");
        return Err(region.error(ErrorKind::Game, rank, text));
    }
    let [found, expected] = [position, canonical].map(|position| game.orbit(position));
    if found != expected {
        let text = format_args!("has orbit {found}, but its canonical position has orbit {expected}");
        return Err(region.error(ErrorKind::Game, rank, text));
    }
    Ok(())
}

/// Compares the first successor that is not canonical with its canonical position: in a game that ranks only canonical
/// positions, symmetry shows nowhere else.
fn check_an_image<G: Ranked>(region: &Region<'_, G>, rank: u64, position: &G::Position) -> Result<(), Error> {
    let mut image = None;
    region.successors(position, |successor| {
        if image.is_none() && !is_canonical(region.game, &successor) && region.known(&successor)?.is_none() {
            image = Some(successor);
        }
        Ok(())
    })?;
    let Some(image) = image else { return Ok(()) };
    let canonical = region.game.canonical(&image);
    check_canonical(region, rank, &canonical)?;
    check_image(region, rank, &image, &canonical)
}

/// Finds out at a small cost, in most cases, whether ranks, symmetries, numbers of moves and predecessors are right.
#[cold]
pub(crate) fn check_a_few<G: Ranked>(region: &Region<'_, G>) -> Result<(), Error> {
    let game = region.game;
    // All moves of the smallest games; of others four positions, which take some ten microseconds, up to 64 of large
    // ones.
    let is_tiny = region.ranks() <= 64;
    let (size, partners) = if is_tiny { (region.ranks(), usize::MAX) } else { (4 + (region.ranks() >> 14).min(60), 1) };
    let random = |number| Sample { size, seed: 0 }.try_to_draw(region, number);
    let draw = |number| if is_tiny { region.unrank(number).map(|position| (number, position)) } else { random(number) };
    for (rank, drawn) in (0..size).filter_map(draw) {
        let canonical = game.canonical(&drawn);
        if canonical == drawn {
            check_rank(region, rank, &drawn)?;
        }
        let own = check_canonical(region, rank, &canonical)?;
        if game.known_value(&canonical).is_some() {
            continue;
        }
        if canonical == drawn {
            check_an_image(region, own, &canonical)?;
        } else {
            check_image(region, rank, &drawn, &canonical)?;
        }
        check_move_count(region, own, &canonical)?;
        if G::LISTS_PREDECESSORS {
            check_moves_both_ways(region, own, &canonical, partners)?;
        }
    }
    Ok(())
}
