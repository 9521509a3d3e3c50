//! The game, divided into parts and solved part by part.

use std::sync::Arc;

use cluster::Cluster;
use retrograde::Solver;
use retrograde::tiers::{TierError, Tiered, Tiers};
use testkit::TemporaryFolder;

use super::by_definition::Oracle;
use super::map::Division;

/// Solves the parts, some of them by workers of a cluster.
pub(super) fn check(oracle: &Oracle, bytes: &[u8], way: u8) {
    let solver = &Solver::new();
    let division = Arc::new(Division::new(bytes));
    let (map, game) = (&division.map, division.world());
    let (folder, parts) = (TemporaryFolder::in_memory(), division.parts());
    let tiers = Tiers::new(game.clone(), folder.root());
    if way & 64 != 0 {
        let first = tiers.plan(parts.clone()).expect("parts with names").remove(0).part;
        Cluster::new(2).solve_part(&tiers, &first, 0).expect("a consistent game");
    }
    let all = parts.iter().copied();
    let result = if way & 1 == 0 {
        solve(solver, Tiers::new(game.forward(), folder.root()), all, way)
    } else {
        solve(solver, Tiers::new(game.clone(), folder.root()), all, way)
    };
    result.unwrap_or_else(|error| panic!("{error}: {division:?}"));
    for position in map.positions() {
        assert_eq!(tiers.value(&position).ok(), Some(oracle.value(position)), "{position} of {division:?}");
        assert_eq!(tiers.best_moves(&position).ok(), Some(oracle.best_moves(position)), "{position} of {division:?}");
        assert_eq!(tiers.principal_line(&position).ok(), Some(oracle.line(position)), "{position} of {division:?}");
    }
    for part in parts {
        let game = tiers.part(&part).expect("solved");
        assert_eq!(solver.audit(&game), Ok(()), "{part} of {division:?}");
        assert!(tiers.verify(solver, &part).is_ok(), "{part} of {division:?}");
        let loaded = tiers.load(&part).expect("solved");
        assert_eq!(solver.verify_every_position(&loaded), Ok(()), "{part} of {division:?}");
        let mut here = division.ranks(part).into_iter().filter_map(|rank| map.unrank(rank));
        assert!(here.all(|position| loaded.get(&position) == Some(oracle.value(position))), "{part} of {division:?}");
    }
}

fn solve<T: Tiered>(
    solver: &Solver<'_>,
    tiers: Tiers<T>,
    parts: impl Iterator<Item = T::Part>,
    way: u8,
) -> Result<(), TierError> {
    // The least memory in which there is a part, or no limit.
    let tiers = if way & 8 == 0 { tiers } else { tiers.memory(24_000_000) };
    tiers.solve(solver, parts, |_| {})
}
