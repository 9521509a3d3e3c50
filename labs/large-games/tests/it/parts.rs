//! What holds for every game that is solved part by part.

use large_games::program::Notation;
use retrograde::files::Stored;
use retrograde::{Part, Ranked, Solver};
use tempfile::TempDir;

/// The positions of a part up to symmetry.
pub(crate) fn positions<'a, G: Ranked>(game: &'a G, part: &Part) -> impl Iterator<Item = G::Position> + use<'a, G> {
    part.ranks.clone().filter_map(|rank| game.unrank(rank))
}

/// The part with this name.
pub(crate) fn part<G: Notation>(game: &G, name: &str) -> Part {
    game.parts().into_iter().find(|part| part.name == name).expect("a part")
}

/// Solves parts and all that they depend on, and verifies them. Audits the parts of at most this number of ranks.
pub(crate) fn solved<'a, G: Notation>(game: &'a G, names: &[&str], most: u64) -> (Stored<&'a G>, Vec<usize>, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let stored = Stored::folder(folder.path(), game, &game.name()).expect("parts in order");
    let solver = Solver::new().threads(0);
    let is_chosen = |part: &usize| names.is_empty() || names.contains(&&*stored.parts()[*part].name);
    let order = stored.order((0..stored.parts().len()).filter(is_chosen));
    solver.solve_parts(&stored, order.iter().copied()).expect("a consistent game");
    for number in order.iter().copied() {
        if stored.parts()[number].size() <= most {
            solver.audit_part(game, number).expect("a consistent game");
        }
        solver.verify_part(&stored, number).expect("right values");
    }
    (stored, order, folder)
}
