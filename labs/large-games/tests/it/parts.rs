//! What holds for every game that is solved part by part.

use std::collections::BTreeSet;

use large_games::tiers::Notation;
use retrograde::tiers::{Tiered, Tiers};
use retrograde::{Sample, Solver};
use tempfile::TempDir;

/// The parts in which the game continues.
pub(crate) fn all_parts<G: Notation>(game: &G) -> BTreeSet<G::Part> {
    let mut left = game.last_parts();
    let mut found: BTreeSet<G::Part> = left.iter().cloned().collect();
    while let Some(part) = left.pop() {
        left.extend(game.next_parts(&part).into_iter().filter(|next| found.insert(next.clone())));
    }
    found
}

/// The positions of a part up to symmetry.
pub(crate) fn positions<G: Tiered>(game: &G, part: &G::Part) -> impl Iterator<Item = G::Position> {
    (0..game.ranks_in(part)).filter_map(move |rank| game.unrank_in(part, rank))
}

/// Solves parts and all that they depend on. Audits and verifies the parts of at most this number of ranks, and a sample
/// of the others.
pub(crate) fn solved<G: Tiered>(game: G, last: &[G::Part], most: u64) -> (Tiers<G>, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let (tiers, solver) = (Tiers::new(game, folder.path()), Solver::new().threads(0));
    tiers.solve(&solver, last.iter().cloned(), |_| {}).expect("a consistent game");
    for plan in tiers.plan(last.iter().cloned()).expect("parts") {
        let solution = tiers.load(&plan.part).expect("a solved part");
        if plan.ranks <= most {
            solver.audit(solution.game()).expect("a consistent game");
            solver.verify_every_position(&solution).expect("right values");
        } else {
            let sample = Sample { size: 100, seed: 2026 };
            solver.audit_some(solution.game(), sample).expect("a consistent game");
            solver.verify_some(&solution, sample).expect("right values");
        }
    }
    (tiers, folder)
}

/// Checks that the names of all parts and the texts of their first positions are read as they are written.
pub(crate) fn check_texts<G: Notation>(game: &G) {
    for part in all_parts(game) {
        let name = game.part_name(&part);
        for text in [&name, &name.to_uppercase()] {
            assert!(game.parse_part(text).is_ok_and(|read| read == part), "{text}");
        }
        for position in positions(game, &part).take(10) {
            let text = game.position_text(&position);
            assert!(game.parse_position(&text).is_ok_and(|read| read == position), "{text}");
            assert!(game.part(&position) == part, "{text}");
        }
    }
}

/// Checks the next parts of all with at most this number of ranks by the moves from some of their positions.
pub(crate) fn check_next_parts<G: Notation>(game: &G, most: u64, every: usize) {
    for part in all_parts(game).into_iter().filter(|part| game.ranks_in(part) <= most) {
        let next = game.next_parts(&part);
        for position in positions(game, &part).step_by(every).filter(|at| game.known_value(at).is_none()) {
            for successor in game.moves(&position) {
                let reached = game.part(&successor);
                let is_next = game.known_value(&successor).is_some() || reached == part || next.contains(&reached);
                assert!(is_next, "{} to {}", game.part_name(&part), game.part_name(&reached));
            }
        }
    }
}
