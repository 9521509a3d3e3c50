//! The checks of a single position.

use std::ops::ControlFlow;

use super::error::AuditError;
use crate::classes::{Class, Reached, is_canonical, sorted};
use crate::game::{Game, NO_RANK, Predecessors, Ranked, until_error};

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
    if is_own && found != rank {
        return Err(AuditError::RankOfUnrank { rank, found });
    }
    let canonical_rank = if is_own { rank } else { checked_rank(game, rank, &canonical)? };
    let mut checked = Checked { canonical, canonical_rank, is_canonical: is_own, successors: Vec::new() };
    check_known_value(game, rank, position, &checked.canonical)?;
    if game.known_value(position).is_some() {
        return Ok(checked);
    }
    checked.successors = check_moves(game, rank, position, |successor, canonical| {
        if ranks_images || successor == canonical || game.known_value(successor).is_some() {
            return Ok(());
        }
        let successors = sorted(Class::of_successors(game, successor));
        check_image(game, rank, (successor, successors), (game.rank(canonical), canonical))
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
    if rank >= game.ranks() || game.unrank(rank).as_ref() != Some(canonical) {
        return Err(AuditError::UnrankOfRank { from, rank });
    }
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
    let visitor = until_error(&mut result, |successor| {
        let class = Class::of_successor(game, position, &successor);
        let canonical = game.canonical(&successor);
        check_known_value(game, rank, &successor, &canonical)?;
        if let Reached::Rank(_) = class.reached {
            checked_rank(game, rank, &canonical)?;
        }
        visit(&successor, &canonical)?;
        classes.push(class);
        Ok(())
    });
    let flow = game.successors(position, visitor);
    result?;
    check_control_flow(rank, flow, classes.len(), |visitor| game.successors(position, |_| visitor()))?;
    let Some(found) = game.move_count(position) else { return Ok(classes) };
    if classes.iter().any(|class| class.rank().is_none()) {
        return Err(AuditError::KnownSuccessor { rank });
    }
    let expected = u32::try_from(classes.len()).unwrap_or(u32::MAX);
    if found == expected { Ok(classes) } else { Err(AuditError::MoveCount { rank, found, expected }) }
}

/// Checks the predecessors of a position.
pub(super) fn check_predecessors<G: Ranked + Predecessors>(
    game: &G,
    rank: u64,
    position: &G::Position,
    checked: &Checked<G::Position>,
) -> Result<Vec<Class>, AuditError> {
    if game.known_value(position).is_some() {
        return Ok(Vec::new());
    }
    let (mut count, mut result) = (0, Ok(()));
    let visitor = until_error(&mut result, |predecessor| {
        count += 1;
        let canonical = game.canonical(&predecessor);
        check_known_value(game, rank, &predecessor, &canonical)?;
        let is_ignored = game.known_value(&predecessor).is_some() || game.rank(&canonical) == NO_RANK;
        if is_ignored { Ok(()) } else { checked_rank(game, rank, &canonical).map(|_| ()) }
    });
    let flow = game.predecessors(position, visitor);
    result?;
    check_control_flow(rank, flow, count, |visitor| game.predecessors(position, |_| visitor()))?;
    let own = Class::of_predecessors(game, position, usize::MAX).unwrap_or_default();
    if !checked.is_canonical {
        let of_image = Class::of_predecessors(game, &checked.canonical, usize::MAX).unwrap_or_default();
        if sorted(own.clone()) != sorted(of_image) {
            return Err(AuditError::Symmetry { rank, canonical: checked.canonical_rank });
        }
    }
    Ok(own)
}

/// Checks that `flow` is [`ControlFlow::Continue`] after a visit of `count` positions that did not break, and that a
/// visit that breaks at once ends at once.
fn check_control_flow(
    rank: u64,
    flow: ControlFlow<()>,
    count: usize,
    visit_all: impl FnOnce(&mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<()>,
) -> Result<(), AuditError> {
    let mut visited = 0;
    let stopped = visit_all(&mut || {
        visited += 1;
        ControlFlow::Break(())
    });
    let is_right = flow.is_continue() && visited == count.min(1) && stopped.is_break() == (count > 0);
    if is_right { Ok(()) } else { Err(AuditError::ControlFlow { rank }) }
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
