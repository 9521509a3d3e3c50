//! The checks of a single position.

use super::error::AuditError;
use crate::game::{Game, Ranked, is_canonical, until_error};
use crate::moves::Class;

/// A position that has passed the checks.
pub(super) struct Checked<P> {
    pub(super) canonical: P,
    pub(super) canonical_rank: u64,
    /// Whether the position is its canonical one.
    pub(super) is_canonical: bool,
    /// Empty if the value of the position is known.
    pub(super) successors: Vec<Class>,
}

/// Checks everything but predecessors and the number of symmetric positions. Unless the game ranks symmetric positions,
/// so that they are checked themselves, each successor is compared with its canonical position.
pub(super) fn check_position<G: Ranked>(
    game: &G,
    rank: u64,
    position: &G::Position,
    ranks_images: bool,
) -> Result<Checked<G::Position>, AuditError> {
    let canonical = game.canonical(position);
    let is_own = canonical == *position;
    let found = game.rank(&canonical);
    if is_own && found != Some(rank) {
        return Err(AuditError::RankOfUnrank { rank, found });
    }
    let canonical_rank = if is_own { rank } else { rank_of_canonical(game, rank, &canonical)? };
    let mut checked = Checked { canonical, canonical_rank, is_canonical: is_own, successors: Vec::new() };
    check_known_value(game, rank, position, &checked.canonical)?;
    if game.known_value(position).is_some() {
        return Ok(checked);
    }
    let mut has_predecessors = false;
    if !G::LISTS_PREDECESSORS {
        game.predecessors(position, &mut |_| has_predecessors = true);
    }
    if has_predecessors {
        return Err(AuditError::Undeclared { rank });
    }
    let mut result = Ok(());
    let visit = |successor| {
        let class = Class::of_successor(game, position, &successor);
        let canonical = game.canonical(&successor);
        check_known_value(game, rank, &successor, &canonical)?;
        if class.known.is_none() {
            rank_of_canonical(game, rank, &canonical)?;
            if !ranks_images && successor != canonical {
                check_image(game, rank, &successor, Class::of_successors(game, &successor), &canonical)?;
            }
        }
        checked.successors.push(class);
        Ok(())
    };
    game.successors(position, &mut until_error(&mut result, visit));
    result?;
    if let Some(found) = game.move_count(position) {
        if checked.successors.iter().any(|class| class.known.is_some()) {
            return Err(AuditError::KnownSuccessor { rank });
        }
        let expected = u32::try_from(checked.successors.len()).unwrap_or(u32::MAX);
        if found != expected {
            return Err(AuditError::MoveCount { rank, found, expected });
        }
    }
    if !is_own {
        check_image(game, rank, position, checked.successors.clone(), &checked.canonical)?;
    }
    Ok(checked)
}

/// The rank of a canonical position that was reached from the position of rank `from`.
fn rank_of_canonical<G: Ranked>(game: &G, from: u64, canonical: &G::Position) -> Result<u64, AuditError> {
    let rank = game.rank(canonical);
    let is_right = |rank: &u64| *rank < game.ranks() && game.unrank(*rank).as_ref() == Some(canonical);
    let rank = rank.filter(is_right).ok_or(AuditError::UnrankOfRank { from, rank })?;
    if is_canonical(game, canonical) { Ok(rank) } else { Err(AuditError::CanonicalOfCanonical { rank: from }) }
}

fn check_known_value<G: Game>(
    game: &G,
    rank: u64,
    position: &G::Position,
    canonical: &G::Position,
) -> Result<(), AuditError> {
    let is_same = game.known_value(position) == game.known_value(canonical);
    if is_same { Ok(()) } else { Err(AuditError::KnownValue { rank }) }
}

/// Checks the predecessors of a position.
pub(super) fn check_predecessors<G: Ranked>(
    game: &G,
    rank: u64,
    position: &G::Position,
    checked: &Checked<G::Position>,
) -> Result<Vec<Class>, AuditError> {
    if game.known_value(position).is_some() {
        return Ok(Vec::new());
    }
    let mut result = Ok(());
    let visit = |predecessor| {
        let canonical = game.canonical(&predecessor);
        check_known_value(game, rank, &predecessor, &canonical)?;
        let is_ignored = game.known_value(&predecessor).is_some() || game.rank(&canonical).is_none();
        if is_ignored { Ok(()) } else { rank_of_canonical(game, rank, &canonical).map(|_| ()) }
    };
    game.predecessors(position, &mut until_error(&mut result, visit));
    result?;
    let own = Class::of_predecessors(game, position, usize::MAX).unwrap_or_default();
    if !checked.is_canonical {
        let of_image = Class::of_predecessors(game, &checked.canonical, usize::MAX).unwrap_or_default();
        if sorted(own.clone()) != sorted(of_image) {
            return Err(AuditError::Symmetry { rank, canonical: checked.canonical_rank });
        }
    }
    Ok(own)
}

/// Compares a position, which has these successors, with its canonical position. Either it has the rank, or a position
/// that leads to it.
fn check_image<G: Ranked>(
    game: &G,
    rank: u64,
    position: &G::Position,
    successors: Vec<Class>,
    canonical: &G::Position,
) -> Result<(), AuditError> {
    let has_moves = !successors.is_empty();
    let is_symmetric = sorted(successors) == sorted(Class::of_successors(game, canonical))
        && (has_moves || game.ending(position) == game.ending(canonical));
    if !is_symmetric {
        return Err(AuditError::Symmetry { rank, canonical: game.rank(canonical).unwrap_or(rank) });
    }
    let [found, expected] = [position, canonical].map(|position| game.orbit(position));
    if found == expected { Ok(()) } else { Err(AuditError::Orbit { rank, found, expected: expected.into() }) }
}

/// The same classes in ascending order.
fn sorted(mut classes: Vec<Class>) -> Vec<Class> {
    classes.sort_unstable();
    classes
}
