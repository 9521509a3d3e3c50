//! What holds for every game that is solved part by part.

use large_games::program::Notation;
use retrograde::files::Stored;
use retrograde::{Game, Outcome, Part, Ranked, Solver, Value};
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

/// A game without its predecessors. A sample of it shows whether symmetries keep the moves, also those from part to part,
/// which predecessors leave out.
pub(crate) struct Forward<G>(pub(crate) G);

impl<G: Ranked> Game for Forward<G> {
    type Position = G::Position;

    fn successors(&self, position: &G::Position, visit: &mut impl FnMut(G::Position)) {
        self.0.successors(position, visit);
    }

    fn ending(&self, position: &G::Position) -> Outcome {
        self.0.ending(position)
    }

    fn known_value(&self, position: &G::Position) -> Option<Value> {
        self.0.known_value(position)
    }

    fn canonical(&self, position: &G::Position) -> G::Position {
        self.0.canonical(position)
    }

    fn orbit(&self, position: &G::Position) -> u32 {
        self.0.orbit(position)
    }
}

impl<G: Ranked> Ranked for Forward<G> {
    fn ranks(&self) -> u64 {
        self.0.ranks()
    }

    fn rank(&self, position: &G::Position) -> Option<u64> {
        self.0.rank(position)
    }

    fn unrank(&self, rank: u64) -> Option<G::Position> {
        self.0.unrank(rank)
    }
}
