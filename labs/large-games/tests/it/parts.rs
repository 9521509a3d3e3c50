//! What holds for every game that is solved part by part.

use large_games::tiers::Notation;
use retrograde::files::Stored;
use retrograde::{Part, Ranked, Solver};
use tempfile::TempDir;

/// The positions of a part up to symmetry.
pub(crate) fn positions<'a, G: Ranked>(game: &'a G, part: &Part) -> impl Iterator<Item = G::Position> + use<'a, G> {
    part.ranks.clone().filter_map(|rank| game.unrank(rank))
}

/// The part with this name.
pub(crate) fn part<G: Notation>(game: &G, name: &str) -> Part {
    game.parts().swap_remove(game.parse_part(name).expect("a part"))
}

/// Solves parts and all that they depend on, and verifies them. Audits the parts of at most this number of ranks.
pub(crate) fn solved<'a, G: Notation>(game: &'a G, names: &[&str], most: u64) -> (Stored<&'a G>, Vec<usize>, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let stored = Stored::folder(folder.path(), game, &game.name()).expect("parts in order");
    let solver = Solver::new().threads(0);
    let chosen = names.iter().map(|name| game.parse_part(name).expect("a part"));
    let order = if names.is_empty() { (0..stored.parts().len()).collect() } else { stored.order(chosen) };
    solver.solve_parts(&stored, order.iter().copied()).expect("a consistent game");
    for number in order.iter().copied() {
        let Part { ranks, .. } = &stored.parts()[number];
        if ranks.end - ranks.start <= most {
            solver.audit_part(game, number).expect("a consistent game");
        }
        solver.verify_part(&stored, number).expect("right values");
    }
    (stored, order, folder)
}

/// Checks that the names of all parts and the texts of their first positions are read as they are written.
pub(crate) fn check_texts<G: Notation>(game: &G) {
    for (number, part) in game.parts().iter().enumerate() {
        for text in [&part.name, &part.name.to_uppercase()] {
            assert!(game.parse_part(text).is_ok_and(|read| read == number), "{text}");
        }
        for position in positions(game, part).take(10) {
            let text = game.position_text(&position);
            assert!(game.parse_position(&text).is_ok_and(|read| read == position), "{text}");
            assert_eq!(game.part_of(&position), Some(number), "{text}");
        }
    }
}

/// Checks the next parts of all with at most this number of ranks by the moves from some of their positions.
pub(crate) fn check_next_parts<G: Notation>(game: &G, most: u64, every: usize) {
    let parts = game.parts();
    for (number, part) in parts.iter().enumerate().filter(|(_, part)| part.ranks.end - part.ranks.start <= most) {
        for position in positions(game, part).step_by(every).filter(|at| game.known_value(at).is_none()) {
            for successor in game.moves(&position) {
                if game.known_value(&successor).is_none() {
                    let reached = game.part_of(&successor).expect("a part");
                    assert!(
                        reached == number || part.next.contains(&reached),
                        "{} to {}",
                        part.name,
                        parts[reached].name
                    );
                }
            }
        }
    }
}
