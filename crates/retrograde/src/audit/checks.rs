//! The checks of a single position.

use super::error::AuditError;
use crate::classes::{Class, Reached, is_canonical, sorted};
use crate::game::{Game, Ranked, until_error};

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
    let canonical_rank = if is_own { rank } else { checked_rank(game, rank, &canonical)? };
    let mut checked = Checked { canonical, canonical_rank, is_canonical: is_own, successors: Vec::new() };
    check_known_value(game, rank, position, &checked.canonical)?;
    if game.known_value(position).is_some() {
        return Ok(checked);
    }
    if !G::LISTS_PREDECESSORS {
        let mut is_any = false;
        game.predecessors(position, &mut |_| is_any = true);
        if is_any {
            return Err(AuditError::Undeclared { rank });
        }
    }
    checked.successors = check_moves(game, rank, position, |successor, canonical| {
        if ranks_images || successor == canonical || game.known_value(successor).is_some() {
            return Ok(());
        }
        let successors = sorted(Class::of_successors(game, successor));
        let canonical_rank = game.rank(canonical).unwrap_or(rank);
        check_image(game, rank, (successor, successors), (canonical_rank, canonical))
    })?;
    if !is_own {
        let successors = sorted(checked.successors.clone());
        check_image(game, rank, (position, successors), (canonical_rank, &checked.canonical))?;
    }
    Ok(checked)
}

/// The rank of a canonical position that was reached from the position of rank `from`.
fn checked_rank<G: Ranked>(game: &G, from: u64, canonical: &G::Position) -> Result<u64, AuditError> {
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

/// Checks the successors of a position, and calls `visit` with each and its canonical position.
fn check_moves<G: Ranked>(
    game: &G,
    rank: u64,
    position: &G::Position,
    mut visit: impl FnMut(&G::Position, &G::Position) -> Result<(), AuditError>,
) -> Result<Vec<Class>, AuditError> {
    let (mut classes, mut result) = (Vec::new(), Ok(()));
    let visit = |successor| {
        let class = Class::of_successor(game, position, &successor);
        let canonical = game.canonical(&successor);
        check_known_value(game, rank, &successor, &canonical)?;
        if let Reached::Rank(_) = class.reached {
            checked_rank(game, rank, &canonical)?;
        }
        visit(&successor, &canonical)?;
        classes.push(class);
        Ok(())
    };
    game.successors(position, &mut until_error(&mut result, visit));
    result?;
    let Some(found) = game.move_count(position) else { return Ok(classes) };
    if classes.iter().any(|class| class.rank().is_none()) {
        return Err(AuditError::KnownSuccessor { rank });
    }
    let expected = u32::try_from(classes.len()).unwrap_or(u32::MAX);
    if found == expected { Ok(classes) } else { Err(AuditError::MoveCount { rank, found, expected }) }
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
        if is_ignored { Ok(()) } else { checked_rank(game, rank, &canonical).map(|_| ()) }
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

/// Compares a position, with its successors in order, with its canonical position, which has a rank of its own.
fn check_image<G: Ranked>(
    game: &G,
    rank: u64,
    (position, successors): (&G::Position, Vec<Class>),
    (canonical_rank, canonical): (u64, &G::Position),
) -> Result<(), AuditError> {
    let is_symmetric = successors == sorted(Class::of_successors(game, canonical))
        && (!successors.is_empty() || game.ending(position) == game.ending(canonical));
    if !is_symmetric {
        return Err(AuditError::Symmetry { rank, canonical: canonical_rank });
    }
    let [found, expected] = [position, canonical].map(|position| game.orbit(position));
    if found == expected { Ok(()) } else { Err(AuditError::Orbit { rank, found, expected: expected.into() }) }
}
