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
/// error if they are not.
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
    let check = |from: u64, to: u64, [out, back]: [[u64; 2]; 2]| {
        let to = region.rank_in_game(to);
        let text = "is wrong: successors and predecessors disagree on the moves from here to rank";
        let text = format_args!("{text} {to}, or orbit is wrong; audit the game");
        if out == back { Ok(()) } else { Err(region.error(ErrorKind::Game, from, text)) }
    };
    // Others report a rank that is out of range.
    let position_at = |rank| if rank < region.ranks() { region.canonical_position(rank) } else { None };
    let successors = Class::of_successors(region, position)?;
    for to in choose(&successors, partners, rank) {
        let Some(reached) = position_at(to) else { continue };
        let back = Class::count(&Class::of_predecessors(region, &reached), rank, game.orbit(&reached));
        check(rank, to, [Class::count(&successors, to, game.orbit(position)), back])?;
    }
    let predecessors = Class::of_predecessors(region, position);
    for from in choose(&predecessors, partners, rank) {
        let Some(start) = position_at(from) else { continue };
        let out = Class::count(&Class::of_successors(region, &start)?, rank, game.orbit(&start));
        check(from, rank, [out, Class::count(&predecessors, from, game.orbit(position))])?;
    }
    Ok(())
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

/// A position that has passed the checks.
pub(crate) struct Checked<P> {
    pub(crate) canonical: P,
    pub(crate) canonical_rank: u64,
    /// Whether the position is its canonical one.
    pub(crate) is_canonical: bool,
    /// Empty if the value of the position is known.
    pub(crate) successors: Vec<Class>,
}

/// Checks everything but predecessors and the number of symmetric positions. Of the successors that are not canonical,
/// `images` are compared with their canonical positions: none where they have ranks, and are so checked themselves.
pub(crate) fn check_position<G: Ranked>(
    region: &Region<'_, G>,
    rank: u64,
    position: &G::Position,
    mut images: usize,
) -> Result<Checked<G::Position>, Error> {
    let game = region.game;
    let canonical = game.canonical(position);
    let is_canonical = canonical == *position;
    if is_canonical {
        check_rank(region, rank, position)?;
    }
    let canonical_rank = check_canonical(region, rank, &canonical)?;
    let mut checked = Checked { canonical, canonical_rank, is_canonical, successors: Vec::new() };
    check_known_value(region, rank, position, &checked.canonical)?;
    if game.known_value(position).is_some() {
        return Ok(checked);
    }
    region.successors(position, |successor| {
        let class = Class::of_successor(region, position, &successor)?;
        let canonical = game.canonical(&successor);
        check_known_value(region, rank, &successor, &canonical)?;
        if class.known.is_none() {
            check_canonical(region, rank, &canonical)?;
            if images > 0 && successor != canonical {
                images -= 1;
                check_image(region, rank, &successor, &canonical)?;
            }
        }
        checked.successors.push(class);
        Ok(())
    })?;
    check_move_count(region, rank, position)?;
    if !is_canonical {
        check_image(region, rank, position, &checked.canonical)?;
    }
    Ok(checked)
}

pub(crate) fn check_known_value<G: Ranked>(
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

/// Checks the number of moves that a game counts by itself, against all moves.
fn check_move_count<G: Ranked>(region: &Region<'_, G>, rank: u64, position: &G::Position) -> Result<(), Error> {
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
fn check_rank<G: Ranked>(region: &Region<'_, G>, rank: u64, position: &G::Position) -> Result<(), Error> {
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
fn check_image<G: Ranked>(
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

/// Finds out at a small cost, in most cases, whether ranks, symmetries, numbers of moves and predecessors are right.
#[cold]
pub(crate) fn check_a_few<G: Ranked>(region: &Region<'_, G>) -> Result<(), Error> {
    // All moves of the smallest games; of others four positions, which take some ten microseconds, up to 64 of large
    // ones.
    let is_tiny = region.ranks() <= 64;
    let (size, partners) = if is_tiny { (region.ranks(), usize::MAX) } else { (4 + (region.ranks() >> 14).min(60), 1) };
    let sample = Sample { size, seed: 0 };
    for number in 0..size {
        let drawn = match number {
            _ if is_tiny => region.unrank(number).map(|position| (number, position)),
            0 => sample.draw(region, number),
            _ => sample.try_to_draw(region, number),
        };
        let Some((rank, position)) = drawn else { continue };
        // In a game that ranks only canonical positions, symmetry shows nowhere but in successors.
        let checked = check_position(region, rank, &position, 1)?;
        if G::LISTS_PREDECESSORS {
            check_moves_both_ways(region, checked.canonical_rank, &checked.canonical, partners)?;
        }
    }
    Ok(())
}
